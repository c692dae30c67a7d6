import type { Deps } from '../services/deps.ts'
import { endTriages } from '../services/findings/end-triages.ts'

/** Every minute: brings back the findings whose triage has run out. Never throws. */
export async function endDueTriages(deps: Deps): Promise<void> {
  try {
    const ended = await endTriages(deps)
    if (ended > 0) deps.log('triage.ended', { findings: ended })
  } catch (error) {
    deps.log('triage.failed', { message: error instanceof Error ? error.message : String(error) })
  }
}
