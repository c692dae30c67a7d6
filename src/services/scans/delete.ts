import type { Auth } from '../../accounts/account.ts'
import { deleteScanRows, findScanState } from '../../db/scans-write.ts'
import { ApiError } from '../../errors.ts'
import { forgetReads } from '../caches.ts'
import type { Deps } from '../deps.ts'

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
  await deps.account(scan.accountId).release(scanId, false)
  await deleteScanRows(deps.db, scan, {
    id: deps.newId(),
    accountId: scan.accountId,
    at: deps.now(),
    actor: `key:${auth.key.id}`,
    action: 'scan.delete',
    detail: { scan_id: scanId, host: known.host },
  })
  forgetReads(deps.caches, scan.accountId, known.host)
}
