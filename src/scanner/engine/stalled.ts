import type { Tallies } from './tally.ts'
import type { UnitPlan } from './unit.ts'

/** A plan of tasks: places, each with the checks still to run there. */
type TaskPlan = Extract<UnitPlan, { tasks: unknown }>

/** Why a check was given up where its answers take so long that no unit gets to its end. */
export const TOO_SLOW = 'too_slow'
/** The same where its page asks for more, each time it is loaded, than a unit may send. */
export const TOO_GREEDY = 'too_greedy'

/** Its answers may be told to wait: it has long from the start. */
const TIMED: ReadonlySet<UnitPlan['phase']> = new Set(['screen', 'timing', 'perf'])
export const isTimed = ({ phase }: UnitPlan): boolean => TIMED.has(phase)

export const isSlow = (plan: UnitPlan): boolean => 'tasks' in plan && plan.slow === true

/** Why a unit went no further than it did. */
export type Spent = Readonly<{
  isOutOfTime: boolean
  /** By what pages ask for themselves, which no check can foresee. */
  isOutOfRequests: boolean
}>

/**
 * The work that is left, such that it ends. A unit that used all it had and finished nothing would only
 * be repeated. Where it was time, its work first gets that of a timed unit; then, and where it was
 * requests, what is at its head is given up, and says so.
 */
export function unstick(
  rest: UnitPlan | null,
  plan: UnitPlan,
  tallies: Tallies,
  { isOutOfTime, isOutOfRequests }: Spent,
): UnitPlan | null {
  if (rest === null || !('tasks' in rest) || !(isOutOfTime || isOutOfRequests)) return rest
  const slow = isSlow(plan) ? { slow: true } : {}
  if (tallies.all().length > 0) return { ...rest, ...slow }
  if (!isOutOfRequests && !isSlow(plan) && !isTimed(plan)) return { ...rest, slow: true }
  const reason = isOutOfRequests ? TOO_GREEDY : TOO_SLOW
  for (const id of rest.tasks[0]?.checks ?? []) tallies.untested(id, reason)
  if (rest.tasks.length === 1) return null
  return isOutOfRequests
    ? { ...withoutFirst(rest), ...slow }
    : { ...withoutFirst(rest), slow: true }
}

/** One branch per kind of task: the type of a plan and of its tasks belong together. */
function withoutFirst(plan: TaskPlan): TaskPlan {
  switch (plan.phase) {
    case 'origin':
      return { ...plan, tasks: plan.tasks.slice(1) }
    case 'page':
      return { ...plan, tasks: plan.tasks.slice(1) }
    case 'stored':
      return { ...plan, tasks: plan.tasks.slice(1) }
    case 'screen':
      return { ...plan, tasks: plan.tasks.slice(1) }
    case 'script':
      return { ...plan, tasks: plan.tasks.slice(1) }
    case 'input':
    case 'confirm':
    case 'timing':
      return { ...plan, tasks: plan.tasks.slice(1) }
  }
}
