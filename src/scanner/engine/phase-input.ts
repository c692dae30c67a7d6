import type { InputCheck } from '../checks/check.ts'
import { isProbeError, type ProbeFailure } from '../http/exchange.ts'
import { takeBaseline } from '../http/baseline.ts'
import { Allowance, pool } from './allowance.ts'
import { toInput } from './inputs.ts'
import { runCheck, type CheckRun } from './run-check.ts'
import { report, type UnitContext } from './unit-context.ts'
import type { InputTask, UnitPlan } from './unit.ts'

/** What a check is held to send when it starts: a clean place takes about this. More lets lanes idle. */
const EXPECTED_REQUESTS = 5
const BASELINE_REQUESTS = 2
/** The unit's end, not the place's fault: the check runs again in a following unit. */
export const UNIT_ENDED: readonly ProbeFailure[] = ['unit_time', 'aborted', 'budget']

/** Runs the input checks on their points; answers what was left undone. */
export async function runInputs(
  context: UnitContext,
  tasks: readonly InputTask[],
): Promise<UnitPlan | null> {
  const allowance = new Allowance(context.work.maxRequests)
  const left: (InputTask | null)[] = tasks.map(() => null)
  await pool(tasks, context.work.maxInFlight, async (task, index) => {
    const checks = await runTask(context, allowance, task)
    if (checks.length > 0) left[index] = { point: task.point, checks }
  })
  const rest = left.filter((task) => task !== null)
  return rest.length > 0 ? { phase: 'input', tasks: rest } : null
}

async function runTask(
  context: UnitContext,
  allowance: Allowance,
  task: InputTask,
): Promise<readonly string[]> {
  const input = toInput(task.point)
  const checks = applicable(context, task, (check) => check.appliesTo?.(input) ?? true)
  if (checks.length === 0) return []
  if (!context.hasTime() || !(await allowance.take(BASELINE_REQUESTS))) return idsOf(checks)
  const baseline = await takeBaseline(context.send, input.request).catch((error: unknown) => error)
  allowance.settle(BASELINE_REQUESTS, BASELINE_REQUESTS)
  if (!isBaseline(baseline)) return withoutBaseline(context, checks, baseline)

  for (const [index, check] of checks.entries()) {
    const expected = Math.min(check.meta.maxRequests, EXPECTED_REQUESTS)
    const hasRoom = context.hasTime() && (await allowance.take(expected, check.meta.maxRequests))
    if (!hasRoom) return idsOf(checks.slice(index))
    const run = await runCheck(check.meta, context.send, (send) =>
      check.run({ input, baseline, send, nonce: context.nonce, random: context.world.random }),
    )
    allowance.settle(expected, run.requests)
    for (const sighting of run.sightings) {
      report(context, check.meta, sighting, {
        url: input.request.url,
        method: input.request.method,
        location: sighting.location ?? input.kind,
        parameter: sighting.parameter ?? input.name,
      })
    }
    if (run.failure !== null && UNIT_ENDED.includes(run.failure)) return idsOf(checks.slice(index))
    record(context, check.meta.id, run)
  }
  return []
}

type TakenBaseline = Awaited<ReturnType<typeof takeBaseline>>
const isBaseline = (value: unknown): value is TakenBaseline =>
  typeof value === 'object' && value !== null && 'first' in value && 'second' in value

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
