import { findScanState } from '../../db/scans-write.ts'
import type { Deps } from '../deps.ts'

/** From the first thing that a deletion removes to the last, on a busy machine. */
const MOST_MS = 5000
const PAUSE_MS = 250

/**
 * Whether a scan whose results are not there is being deleted: results go before the row does
 * (delete.ts). Waits for the row to go; where it stays, something is really missing.
 */
export async function isBeingDeleted(
  { db, sleep }: Pick<Deps, 'db' | 'sleep'>,
  accountId: string,
  scanId: string,
): Promise<boolean> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    if ((await findScanState(db, { accountId, scanId })) === null) return true
    if (waited >= MOST_MS) return false
    await sleep(PAUSE_MS)
  }
}
