import { isProbeError, type ProbeFailure } from '../http/exchange.ts'
import type { CheckRun } from './run-check.ts'
import type { UnitContext } from './unit-context.ts'

/** The unit's end, not the place's fault: the check runs again in a following unit. */
export const UNIT_ENDED: readonly ProbeFailure[] = ['unit_time', 'aborted', 'budget']

/** Writes down how one run of a check ended. */
export function record(context: UnitContext, checkId: string, run: CheckRun): void {
  const { tallies } = context.out
  if (run.threw !== null) {
    context.world.log('check.threw', { check_id: checkId, message: run.threw })
    tallies.threw(checkId, run.threw, run)
  } else if (run.failure !== null) tallies.untested(checkId, run.failure, 1, run)
  else tallies.ran(checkId, run)
}

/**
 * After an error before the first check of a place: the ids of the checks that a following unit runs.
 * A place that does not answer is untested, and says so; a unit that ended leaves it for the next.
 */
export function leftUntested(
  context: UnitContext,
  ids: readonly string[],
  error: unknown,
): readonly string[] {
  if (!isProbeError(error)) throw error
  if (UNIT_ENDED.includes(error.kind)) return ids
  for (const id of ids) context.out.tallies.untested(id, error.kind)
  return []
}
