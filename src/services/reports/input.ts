import { ApiError } from '../../errors.ts'
import type { Changes, DocumentInput } from '../../exporters/document/context.ts'
import type { Report } from '../../report/report.ts'
import type { Deps } from '../deps.ts'
import { compareWithPrevious } from '../scans/compare.ts'
import { notCompleted } from '../scans/ended-report.ts'
import type { ScanRecord } from '../scans/record.ts'
import { reportOf } from '../scans/record.ts'

const NO_REPORT = 'The scan failed before there was anything to report.'

/** Throws 409 for a scan that has no report, or none yet. */
export function mustHaveReport(scan: ScanRecord): void {
  if (scan.status === 'running') throw notCompleted()
  // No wait is advised: it will never have one.
  if (!scan.hasReport) throw new ApiError('scan_not_completed', { text: NO_REPORT })
}

/** The report as exports tell it: with the triage and the tags of today. */
export async function exportedReport(deps: Deps, scan: ScanRecord): Promise<Report> {
  const stored = await reportOf(deps, scan)
  if (stored === null) throw new ApiError('scan_not_completed', { text: NO_REPORT })
  return { ...stored, scan: { ...stored.scan, tags: scan.tags } }
}

/** A report and what a document tells beside it. */
export async function documentInput(deps: Deps, scan: ScanRecord): Promise<DocumentInput> {
  const page = new URL(`/api/scan/${scan.id}/export/html`, deps.settings.PUBLIC_URL)
  return {
    report: await exportedReport(deps, scan),
    context: { changes: await changesOf(deps, scan), html_url: page.href },
  }
}

async function changesOf(deps: Deps, { accountId, id }: ScanRecord): Promise<Changes | null> {
  const change = await compareWithPrevious(deps, accountId, id)
  if (change.previous_scan_id === null || change.previous_scan_date === null) return null
  return {
    previous: { scan_id: change.previous_scan_id, completed_at: change.previous_scan_date },
    new_findings: change.new_findings,
    fixed_findings: change.fixed_findings,
    unchanged_count: change.unchanged_count,
  }
}
