import type { Deps } from '../services/deps.ts'
import { sweepWaiting } from '../services/jobs/sweep.ts'
import { logLine } from '../services/log-line.ts'
import { tickSchedules } from '../services/schedules/tick.ts'

/** Every minute: due schedules begin to wait, and what waits gets its turn. Never throws. */
export async function runSchedules(deps: Deps): Promise<void> {
  for (const step of [tickSchedules, sweepWaiting]) {
    try {
      await step(deps)
    } catch (error) {
      deps.log('schedules.failed', { step: step.name, error: logLine(error) })
    }
  }
}
