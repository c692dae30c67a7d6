import { screenDelay } from '../http/timing-screen.ts'
import { runInputs } from './phase-input.ts'
import type { UnitContext } from './unit-context.ts'
import type { ScreenTask } from './unit.ts'

/**
 * Runs timed checks side by side, as far as the first delay that shows: most places show none, and
 * measuring each of them alone would take most of a scan's time. Answers the tasks left undone.
 */
export async function runScreen(
  context: UnitContext,
  tasks: readonly ScreenTask[],
): Promise<readonly ScreenTask[]> {
  const oneByOne: ScreenTask[] = []
  const left = await runInputs(context, tasks, {
    measure: screenDelay,
    suspect({ point, beside = [] }, checkId) {
      if (beside.length === 0) context.out.suspects.push({ point, checks: [checkId] })
      else oneByOne.push(...[point, ...beside].map((each) => ({ point: each, checks: [checkId] })))
    },
  })
  return [...left, ...oneByOne]
}
