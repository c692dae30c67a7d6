import type { Deps } from '../services/deps.ts'
import { logLine } from '../services/log-line.ts'
import { pruneOld } from '../services/retention/prune.ts'

/** Every minute: forgets what is older than it is kept. Never throws. */
export async function forgetOld(deps: Deps): Promise<void> {
  try {
    await pruneOld(deps)
  } catch (error) {
    deps.log('retention.failed', { message: logLine(error) })
  }
}
