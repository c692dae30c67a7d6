import type { Location } from '../../report/finding.ts'
import type { Baseline, Input, InputCheck, InputKind, Sighting, Triage } from '../checks/check.ts'
import { takeBaseline } from '../http/baseline.ts'
import { isProbeError, type ProbeFailure } from '../http/exchange.ts'
import { Allowance, pool } from './allowance.ts'
import type { FiledAt } from './hits.ts'
import { toInput } from './inputs-place.ts'
import { runCheck, type CheckRun } from './run-check.ts'
import { isRead, takeTriage, TRIAGE_REQUESTS } from './triage.ts'
import { report, type UnitContext } from './unit-context.ts'
import type { InputTask, UnitPlan } from './unit.ts'

/** What a check is held to send when it starts: a clean place takes about this. More lets lanes idle. */
const EXPECTED_REQUESTS = 5
const BASELINE_REQUESTS = 2
/** The unit's end, not the place's fault: the check runs again in a following unit. */
export const UNIT_ENDED: readonly ProbeFailure[] = ['unit_time', 'aborted', 'budget']

type Phase = 'input' | 'timing'

/** Runs the input checks on their points; answers what was left undone. */
export async function runInputs(
  context: UnitContext,
  phase: Phase,
  tasks: readonly InputTask[],
): Promise<UnitPlan | null> {
  const allowance = new Allowance(context.work.maxRequests)
  const left: (InputTask | null)[] = tasks.map(() => null)
  await pool(tasks, context.work.maxInFlight, async (task, index) => {
    const checks = await runTask(context, allowance, task)
    if (checks.length > 0) left[index] = { point: task.point, checks }
  })
  const rest = left.filter((task) => task !== null)
  return rest.length > 0 ? { phase, tasks: rest } : null
}

async function runTask(
  context: UnitContext,
  allowance: Allowance,
  task: InputTask,
): Promise<readonly string[]> {
  const input = toInput(task.point)
  const checks = applicable(context, task, (check) => check.appliesTo?.(input) ?? true)
  if (checks.length === 0) return []
  const toLearn = BASELINE_REQUESTS + TRIAGE_REQUESTS
  if (!context.hasTime() || !(await allowance.take(toLearn))) return idsOf(checks)
  const learned = await learn(context, input).catch((error: unknown) => error)
  allowance.settle(toLearn, toLearn)
  if (!isLearned(learned)) return withoutBaseline(context, checks, learned)
  const { baseline, triage } = learned
  if (!isRead(input, baseline, triage)) {
    for (const check of checks) context.out.tallies.ran(check.meta.id, 0)
    return []
  }

  for (const [index, check] of checks.entries()) {
    const expected = Math.min(check.meta.maxRequests, EXPECTED_REQUESTS)
    const hasRoom = context.hasTime() && (await allowance.take(expected, check.meta.maxRequests))
    if (!hasRoom) return idsOf(checks.slice(index))
    const run = await runCheck(check.meta, context.send, (send) =>
      check.run({
        input,
        baseline,
        triage,
        send,
        nonce: context.nonce,
        random: context.world.random,
      }),
    )
    allowance.settle(expected, run.requests)
    for (const sighting of run.sightings)
      report(context, check.meta, sighting, filedAt(input, sighting))
    if (run.failure !== null && UNIT_ENDED.includes(run.failure)) return idsOf(checks.slice(index))
    record(context, check.meta.id, run)
  }
  return []
}

type Learned = Readonly<{ baseline: Baseline; triage: Triage }>
const isLearned = (value: unknown): value is Learned =>
  typeof value === 'object' && value !== null && 'baseline' in value && 'triage' in value

async function learn({ send, nonce }: UnitContext, input: Input): Promise<Learned> {
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

/** Bodies of all encodings are `form`, but for JSON, in the words of the API. */
const LOCATION = {
  query: 'query',
  form: 'form',
  multipart: 'form',
  json: 'json',
  xml: 'form',
  path: 'path',
  cookie: 'cookie',
  header: 'header',
} as const satisfies Record<InputKind, Location>

function applicable(
  context: UnitContext,
  task: InputTask,
  applies: (check: InputCheck) => boolean,
): readonly InputCheck[] {
  return context.checks.filter(
    (check): check is InputCheck =>
      check.phase === 'input' && task.checks.includes(check.meta.id) && applies(check),
  )
}

const idsOf = (checks: readonly InputCheck[]): readonly string[] =>
  checks.map((check) => check.meta.id)

/** A place that does not answer is untested, and says so; a unit that ended leaves it for the next. */
function withoutBaseline(
  context: UnitContext,
  checks: readonly InputCheck[],
  error: unknown,
): readonly string[] {
  if (!isProbeError(error)) throw error
  if (UNIT_ENDED.includes(error.kind)) return idsOf(checks)
  for (const check of checks) context.out.tallies.untested(check.meta.id, error.kind)
  return []
}

export function record(context: UnitContext, checkId: string, run: CheckRun): void {
  const { tallies } = context.out
  if (run.threw !== null) {
    context.world.log('check.threw', { check_id: checkId, message: run.threw })
    tallies.threw(checkId, run.threw, run.requests)
  } else if (run.failure !== null) tallies.untested(checkId, run.failure, 1, run.requests)
  else tallies.ran(checkId, run.requests)
}
