import type { Auth } from '../../accounts/account.ts'
import { beginDeletion, endDeletion, pageDeletions } from '../../db/deletions.ts'
import { findScanState, type ScanRef } from '../../db/scans-write.ts'
import { ApiError } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import { forgetReads } from '../caches.ts'
import type { Deps } from '../deps.ts'
import { logLine } from '../log-line.ts'
import { BULK_FOLDER } from '../reports/key.ts'

/**
 * Removes a scan and its results; a running one is aborted first (decisions 32). Its rows go before
 * its files: who reads it meanwhile is told 404. What breaks off then is ended by the sweep.
 */
export async function deleteScan(deps: Deps, auth: Auth, scanId: string): Promise<void> {
  const scan = { accountId: auth.account.id, scanId }
  const known = await findScanState(deps.db, scan)
  if (known === null) throw new ApiError('not_found')
  if (known.status === 'running') await deps.scan(scanId).abort()
  // Its object first: it would write rows of a scan that has ended.
  await deps.scan(scanId).erase()
  await beginDeletion(deps.db, scan, {
    id: deps.newId(),
    accountId: scan.accountId,
    at: deps.now(),
    actor: `key:${auth.key.id}`,
    action: 'scan.delete',
    detail: { scan_id: scanId, host: known.host },
  })
  forgetReads(deps.caches, scan.accountId, known.host)
  await eraseFiles(deps, scan)
}

/** Ends the deletions that broke off. Answers how many. */
export async function sweepDeletions(deps: Deps): Promise<number> {
  const before = deps.now() - LIMITS.sweepMinAgeMs
  let ended = 0
  for (const scan of await pageDeletions(deps.db, before, LIMITS.sweepPage)) {
    try {
      await eraseFiles(deps, scan)
      ended += 1
    } catch (error) {
      deps.log('sweep.deletion_failed', { scan_id: scan.scanId, message: logLine(error) })
    }
  }
  return ended
}

/**
 * Everything of a scan but its rows; combined reports too, since any of them may tell of it. Runs
 * again without harm. What is made from now on finds no scan and goes.
 */
async function eraseFiles(deps: Deps, scan: ScanRef): Promise<void> {
  const { accountId, scanId } = scan
  await deps.reports.delete(accountId, scanId)
  await deps.exports.erase(accountId, scanId)
  await deps.exports.erase(accountId, BULK_FOLDER)
  await deps.advice.delete(accountId, scanId)
  await deps.account(accountId).release(scanId, false)
  await endDeletion(deps.db, scan)
}
