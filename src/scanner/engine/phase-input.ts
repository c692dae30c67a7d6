import type { Baseline, Input, InputCheck, Sighting, Triage } from '../checks/check.ts'
import { takeBaseline } from '../http/baseline.ts'
import { measureDelay, type Measure, type Verdict } from '../http/timing.ts'
import { Allowance, pool } from './allowance.ts'
import { LOCATION, type FiledAt } from './hits.ts'
import { inputOfAll, toInput } from './inputs-place.ts'
import { leftUntested, record, UNIT_ENDED } from './outcome.ts'
import { runCheck } from './run-check.ts'
import { isRead, takeTriage, TRIAGE_REQUESTS } from './triage.ts'
import { report, type UnitContext } from './unit-context.ts'
import type { ScreenTask } from './unit.ts'

/** What a check is held to send when it starts: a clean place takes about this. More lets lanes idle. */
const EXPECTED_REQUESTS = 5
const LEARNING_REQUESTS = 2 + TRIAGE_REQUESTS
/** Why a place is left untested that was measured twice. */
const UNEVEN = 'uneven'

/** How timed checks measure here, and who is told where one of them saw a delay it did not measure. */
export type Timing = Readonly<{
  measure: Measure
  suspect(task: ScreenTask, checkId: string): void
}>
const ALONE: Timing = { measure: measureDelay, suspect() {} }

/** Runs the input checks on their points; answers the tasks that were left undone. */
export async function runInputs(
  context: UnitContext,
  tasks: readonly ScreenTask[],
  timing: Timing = ALONE,
): Promise<readonly ScreenTask[]> {
  const means = {
    allowance: new Allowance(context.work.maxRequests),
    usual: new Map<string, number>(),
    timing,
  }
  const left: (ScreenTask | null)[] = tasks.map(() => null)
  await pool(tasks, widthOf(context).tasks, async (task, index) => {
    left[index] = await runTask(context, means, task)
  })
  return left.filter((task) => task !== null)
}

/** `usual`: what a check sent in this unit when it last came to its end. */
type Means = Readonly<{ allowance: Allowance; usual: Map<string, number>; timing: Timing }>

/** Answers what is left of the task. */
async function runTask(
  context: UnitContext,
  means: Means,
  task: ScreenTask,
): Promise<ScreenTask | null> {
  const { allowance } = means
  const input =
    task.beside === undefined ? toInput(task.point) : inputOfAll(task.point, task.beside)
  const checks = applicable(context, task, (check) => check.appliesTo?.(input) ?? true)
  const [first] = checks
  if (first === undefined) return null
  // Learning is for nothing where not even the first check could follow.
  const room = LEARNING_REQUESTS + first.meta.maxRequests
  const toLearn = context.hasTime()
    ? await allowance.take(LEARNING_REQUESTS + EXPECTED_REQUESTS, room)
    : null
  if (toLearn === null) return rest(task, idsOf(checks))
  const learned = await learn(context, input).catch((error: unknown) => error)
  allowance.settle(toLearn, LEARNING_REQUESTS)
  context.out.api.sent(task.point, LEARNING_REQUESTS)
  if (!isLearned(learned)) return rest(task, leftUntested(context, idsOf(checks), learned))
  const { baseline, triage } = learned
  // What changes nothing may still wait; but a segment of a path that names nothing leads nowhere.
  const isTimed = checks.every(({ meta }) => meta.timed)
  // A parameter that a description names is read, or it would not stand there.
  const isNamed = task.point.operation !== undefined
  const isUnread =
    !isNamed && !(isTimed && input.kind !== 'path') && !isRead(input, baseline, triage)
  const asking = isUnread ? checks.filter((check) => check.asksUnread?.(input)) : checks
  for (const check of checks) if (!asking.includes(check)) context.out.tallies.ran(check.meta.id)

  const ends = new Map<string, End>()
  await pool(asking, widthOf(context).checks, async (check) => {
    // Where there is no room for this one, there may be for a smaller one.
    ends.set(check.meta.id, await runOne(context, means, check, { input, task, ...learned }))
  })
  const isUndecided = ends.values().some((end) => end === 'undecided')
  const left = idsOf(asking).filter((id) => ends.get(id) !== 'done')
  return rest(isUndecided ? { ...task, again: true } : task, left)
}

const rest = (task: ScreenTask, checks: readonly string[]): ScreenTask | null =>
  checks.length === 0 ? null : { ...task, checks }

/** Side by side: places, one check at a time each; where every answer is slow, the checks of one place. */
function widthOf({ work }: UnitContext): Readonly<{ tasks: number; checks: number }> {
  const isOnePlace = work.plan.phase === 'input' && work.plan.slow === true
  return isOnePlace
    ? { tasks: 1, checks: work.maxInFlight }
    : { tasks: work.maxInFlight, checks: 1 }
}

/**
 * `left`: the unit had no room for the check, or ended before it did. `undecided`: it measured, and answers
 * came too unevenly; a busy host may be calmer when the other places have been measured.
 */
type End = 'done' | 'left' | 'undecided'

async function runOne(
  context: UnitContext,
  { allowance, usual, timing }: Means,
  { meta, run }: InputCheck,
  { task, ...known }: Learned & Readonly<{ input: Input; task: ScreenTask }>,
): Promise<End> {
  const expected = Math.min(meta.maxRequests, usual.get(meta.id) ?? EXPECTED_REQUESTS)
  const share = context.hasTime() ? await allowance.take(expected, meta.maxRequests) : null
  if (share === null) return 'left'
  const { nonce, world, browser } = context
  const browsing = browser === undefined ? {} : { browser }
  const means = { send: allowance.sendWithin(share, context.send), clock: world.clock }
  const verdicts: Verdict['is'][] = []
  const measure: Measure = async (delay, bench) => {
    const verdict = await timing.measure(delay, bench)
    verdicts.push(verdict.is)
    return verdict
  }
  const done = await runCheck(meta, means, (send) =>
    run({ ...known, send, nonce, random: world.random, measure, ...browsing }),
  )
  const isLeft = done.failure !== null && UNIT_ENDED.includes(done.failure)
  if (!isLeft) usual.set(meta.id, done.requests)
  allowance.settle(share, done.requests, !isLeft)
  context.out.api.sent(task.point, done.requests)
  for (const sighting of done.sightings) {
    const seenAt = { kind: 'input', point: task.point, shownAt: null } as const
    const { status } = known.baseline.first.response
    const place = filedAt(known.input, sighting)
    report(context, meta, sighting, { ...place, seen: { seenAt, status } })
  }
  if (isLeft) return 'left'
  const { tallies } = context.out
  const last = done.threw === null && done.failure === null ? verdicts.at(-1) : undefined
  if (last === 'unsteady' && task.again !== true) {
    tallies.asked(meta.id, done)
    return 'undecided'
  }
  if (last === 'suspect') {
    timing.suspect(task, meta.id)
    tallies.asked(meta.id, done)
  } else if (last === 'unsteady') tallies.untested(meta.id, UNEVEN, 1, done)
  else record(context, meta.id, done)
  return 'done'
}

type Learned = Readonly<{ baseline: Baseline; triage: Triage }>
const isLearned = (value: unknown): value is Learned =>
  typeof value === 'object' && value !== null && 'baseline' in value && 'triage' in value

export async function learn({ send, nonce }: UnitContext, input: Input): Promise<Learned> {
  const baseline = await takeBaseline(send, input.request)
  return { baseline, triage: await takeTriage(send, input, nonce) }
}

/** Where a sighting on an input is filed: the recorded request, the place that took the payload. */
export const filedAt = (input: Input, sighting: Sighting): FiledAt => ({
  url: input.request.url,
  method: input.request.method,
  location: sighting.location ?? LOCATION[input.kind],
  parameter: sighting.parameter ?? input.name,
})

function applicable(
  context: UnitContext,
  task: ScreenTask,
  applies: (check: InputCheck) => boolean,
): readonly InputCheck[] {
  return context.checks.filter(
    (check): check is InputCheck =>
      check.phase === 'input' && task.checks.includes(check.meta.id) && applies(check),
  )
}

const idsOf = (checks: readonly InputCheck[]): readonly string[] =>
  checks.map((check) => check.meta.id)
