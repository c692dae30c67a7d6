import { ApiError } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import type { Report } from '../../report/report.ts'
import type { Deps } from '../deps.ts'
import type { PageRequest } from './paging.ts'
import { ownScan, reportOf } from './record.ts'

export type DetailRequest = PageRequest & Readonly<{ accountId: string; scanId: string }>

export const notCompleted = (): ApiError =>
  new ApiError('scan_not_completed', { retryAfterS: LIMITS.pollAfterS })

/** The report behind a list of details: 409 while the scan runs, null when it failed without one. */
export async function endedReport(
  deps: Deps,
  { accountId, scanId }: DetailRequest,
): Promise<Report | null> {
  const scan = await ownScan(deps, accountId, scanId)
  if (scan.status === 'running') throw notCompleted()
  return reportOf(deps, scan)
}
