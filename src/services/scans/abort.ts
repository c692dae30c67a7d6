import type { Auth } from '../../accounts/account.ts'
import { writeAudit } from '../../db/audit-log.ts'
import { failRunningScan, findScanState } from '../../db/scans-write.ts'
import { ApiError } from '../../errors.ts'
import type { Deps } from '../deps.ts'

/** Ends a running scan as failed with `aborted`; what it found so far is kept (decisions 28). */
export async function abortScan(deps: Deps, auth: Auth, scanId: string): Promise<void> {
  const scan = { accountId: auth.account.id, scanId }
  const known = await findScanState(deps.db, scan)
  if (known === null) throw new ApiError('not_found')
  if (known.status !== 'running') throw new ApiError('scan_not_running')
  const answer = await deps.scan(scanId).abort()
  if (answer === 'not_running' && !(await endOrphan(deps, scan))) {
    throw new ApiError('scan_not_running')
  }
  await writeAudit(deps.db, {
    id: deps.newId(),
    accountId: scan.accountId,
    at: deps.now(),
    actor: `key:${auth.key.id}`,
    action: 'scan.abort',
    detail: { scan_id: scanId, host: known.host },
  })
}

/** A row whose object forgot it, or finished just now, is ended here unless it already has been. */
async function endOrphan(
  deps: Deps,
  scan: Readonly<{ accountId: string; scanId: string }>,
): Promise<boolean> {
  if (await deps.scan(scan.scanId).wake()) return false
  const error = { code: 'aborted', message: 'The scan was aborted on request.' } as const
  const ended = await failRunningScan(deps.db, scan, error, deps.now())
  if (ended) await deps.account(scan.accountId).release(scan.scanId, false)
  return ended
}
