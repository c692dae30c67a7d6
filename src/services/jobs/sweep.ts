import { accountsWaiting } from '../../db/waiting-starts.ts'
import { LIMITS } from '../../limits.ts'
import type { Deps } from '../deps.ts'

/** Gives a turn to every account of which a start is due: an alarm or message may have been lost. */
export async function sweepWaiting(deps: Deps): Promise<void> {
  const now = deps.now()
  let after = ''
  for (let page = 0; page < LIMITS.tickPages; page++) {
    const accounts = await accountsWaiting(deps.db, { now, after, size: LIMITS.tickPage })
    await deps.sendTurns(accounts)
    const last = accounts.at(-1)
    if (last === undefined || accounts.length < LIMITS.tickPage) return
    after = last
  }
}
