import type { UrlItem } from '../../report/report.ts'
import type { Deps } from '../deps.ts'
import type { DetailRequest } from './ended-report.ts'
import { endedReport } from './ended-report.ts'
import type { Page } from './paging.ts'
import { pageOf } from './paging.ts'

/** What the crawl visited (interfaces.md). */
export async function listUrls(deps: Deps, request: DetailRequest): Promise<Page<UrlItem>> {
  const report = await endedReport(deps, request)
  return pageOf(report?.urls ?? [], request)
}
