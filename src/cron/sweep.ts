import type { Deps } from '../services/deps.ts'
import { sweepScans } from '../services/scans/sweep.ts'

/** Every minute: ends what nobody else will end. Never throws. */
export async function sweep(deps: Deps): Promise<void> {
  try {
    const ended = await sweepScans(deps)
    if (ended > 0) deps.log('sweep.ended', { scans: ended })
  } catch (error) {
    deps.log('sweep.failed', { message: error instanceof Error ? error.message : String(error) })
  }
}
