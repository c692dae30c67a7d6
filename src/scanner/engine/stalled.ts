import type { Tallies } from './tally.ts'
import type { UnitPlan } from './unit.ts'

/** A plan of tasks: places, each with the checks still to run there. */
type TaskPlan = Extract<UnitPlan, { tasks: unknown }>

/** Why a check was given up where its answers take so long that no unit gets to its end. */
export const TOO_SLOW = 'too_slow'

/** Its answers may be told to wait: it has long from the start. */
const TIMED: ReadonlySet<UnitPlan['phase']> = new Set(['screen', 'timing', 'perf'])
export const isTimed = ({ phase }: UnitPlan): boolean => TIMED.has(phase)

export const isSlow = (plan: UnitPlan): boolean => 'tasks' in plan && plan.slow === true

/**
 * The work that is left, such that it ends. A unit that used all its time and finished nothing would
 * only be repeated: its work first gets the time of a timed unit, and what is at its head there is
 * given up, and says so.
 */
export function unstick(rest: UnitPlan | null, plan: UnitPlan, tallies: Tallies): UnitPlan | null {
  if (rest === null || !('tasks' in rest)) return rest
  if (tallies.all().length > 0) return isSlow(plan) ? { ...rest, slow: true } : rest
  if (!isSlow(plan) && !isTimed(plan)) return { ...rest, slow: true }
  for (const id of rest.tasks[0]?.checks ?? []) tallies.untested(id, TOO_SLOW)
  return rest.tasks.length > 1 ? { ...withoutFirst(rest), slow: true } : null
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
