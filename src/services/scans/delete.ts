import type { Auth } from '../../accounts/account.ts'
import { deleteScanRows, findScanState } from '../../db/scans-write.ts'
import { ApiError } from '../../errors.ts'
import { forgetReads } from '../caches.ts'
import type { Deps } from '../deps.ts'
import { BULK_FOLDER } from '../reports/key.ts'

/**
 * Removes a scan and its results; a running one is aborted first (decisions 32). The row goes last:
 * until then a delete that broke off can be asked for again.
 */
export async function deleteScan(deps: Deps, auth: Auth, scanId: string): Promise<void> {
  const scan = { accountId: auth.account.id, scanId }
  const known = await findScanState(deps.db, scan)
  if (known === null) throw new ApiError('not_found')
  if (known.status === 'running') await deps.scan(scanId).abort()
  await deps.scan(scanId).erase()
  await deps.reports.delete(scan.accountId, scanId)
  await eraseExports(deps, scan.accountId, scanId)
  await deps.advice.delete(scan.accountId, scanId)
  await deps.account(scan.accountId).release(scanId, false)
  await deleteScanRows(deps.db, scan, {
    id: deps.newId(),
    accountId: scan.accountId,
    at: deps.now(),
    actor: `key:${auth.key.id}`,
    action: 'scan.delete',
    detail: { scan_id: scanId, host: known.host },
  })
  // Once more: one may have been made meanwhile. What is made from now on finds no scan and goes.
  await eraseExports(deps, scan.accountId, scanId)
  forgetReads(deps.caches, scan.accountId, known.host)
}

/** The scan's own files, and combined reports: any of them may tell of it. */
async function eraseExports({ exports }: Deps, accountId: string, scanId: string): Promise<void> {
  await exports.erase(accountId, scanId)
  await exports.erase(accountId, BULK_FOLDER)
}
