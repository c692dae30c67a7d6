import type { CoverageItem } from '../../report/report.ts'
import type { Deps } from '../deps.ts'
import type { DetailRequest } from './ended-report.ts'
import { endedReport } from './ended-report.ts'
import type { Page } from './paging.ts'
import { pageOf } from './paging.ts'

/** What was tested and what was not, per check (interfaces.md). */
export async function listCoverage(
  deps: Deps,
  request: DetailRequest,
): Promise<Page<CoverageItem>> {
  const report = await endedReport(deps, request)
  return pageOf(report?.coverage ?? [], request)
}
