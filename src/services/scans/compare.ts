import { findPreviousScan } from '../../db/scans-previous.ts'
import { ApiError } from '../../errors.ts'
import { compareReports } from '../../report/compare.ts'
import type { Finding, PresentedFinding } from '../../report/finding.ts'
import { presentFinding } from '../../report/present.ts'
import type { Report } from '../../report/report.ts'
import { isoSeconds } from '../../report/time.ts'
import type { Deps } from '../deps.ts'
import { notCompleted } from './ended-report.ts'
import { reachOf } from './reach.ts'
import type { ScanRecord } from './record.ts'
import { ownScan, reportOf } from './record.ts'

type Findings = readonly PresentedFinding[]

/** API document L117; `unchanged_*` as decisions 23 names them. */
export type PreviousComparison = Readonly<{
  has_previous: boolean
  previous_scan_id: string | null
  previous_scan_date: string | null
  new_count: number
  fixed_count: number
  unchanged_count: number
  new_findings: Findings
  fixed_findings: Findings
  unchanged_findings: Findings
}>

const NO_PREVIOUS: PreviousComparison = {
  has_previous: false,
  previous_scan_id: null,
  previous_scan_date: null,
  new_count: 0,
  fixed_count: 0,
  unchanged_count: 0,
  new_findings: [],
  fixed_findings: [],
  unchanged_findings: [],
}

/** An ended scan beside its previous one (tables.md §10); 409 while it runs. */
export async function compareWithPrevious(
  deps: Deps,
  accountId: string,
  scanId: string,
): Promise<PreviousComparison> {
  const scan = await ownScan(deps, accountId, scanId)
  const report = await comparableReport(deps, scan)
  const previousId = await findPreviousScan(deps.db, { accountId, scanId })
  if (previousId === null) return NO_PREVIOUS
  const previous = await ownScan(deps, accountId, previousId)
  const older = await comparableReport(deps, previous)
  const change = compareReports(older, report, { reachOf, isSameTarget: true })
  const present = presenter(deps)
  return {
    has_previous: true,
    previous_scan_id: previous.id,
    previous_scan_date: dateOf(previous),
    new_count: change.added.length,
    fixed_count: change.fixed.length,
    unchanged_count: change.unchanged.length,
    new_findings: present(change.added),
    fixed_findings: present(change.fixed),
    unchanged_findings: present(change.unchanged),
  }
}

export type ComparedScan = Readonly<{ id: string; target_url: string; date: string }>

/** API document L119 and decisions 25. */
export type TwoComparison = Readonly<{
  scan1: ComparedScan
  scan2: ComparedScan
  same_target: boolean
  new_in_scan2: Findings
  fixed_in_scan2: Findings
  common: Findings
  new_count: number
  fixed_count: number
  common_count: number
  ai_diff_summary: string
  ai_diff_summary_source: 'rules' | 'model'
}>

/** Two ended scans of one account side by side, the first as the older one. */
export async function compareTwo(
  deps: Deps,
  accountId: string,
  [id1, id2]: readonly [string, string],
): Promise<TwoComparison> {
  const [scan1, scan2] = await Promise.all([
    ownScan(deps, accountId, id1),
    ownScan(deps, accountId, id2),
  ])
  const [older, newer] = await Promise.all([
    comparableReport(deps, scan1),
    comparableReport(deps, scan2),
  ])
  const isSameTarget = scan1.targetNorm === scan2.targetNorm
  const change = compareReports(older, newer, { reachOf, isSameTarget })
  const adviser = deps.modelAdviser?.(accountId) ?? deps.adviser
  const summary = await adviser.describeDiff({ ...change, isSameTarget })
  const present = presenter(deps)
  return {
    scan1: comparedScan(scan1),
    scan2: comparedScan(scan2),
    same_target: isSameTarget,
    new_in_scan2: present(change.added),
    fixed_in_scan2: present(change.fixed),
    common: present(change.unchanged),
    new_count: change.added.length,
    fixed_count: change.fixed.length,
    common_count: change.unchanged.length,
    ai_diff_summary: summary.text,
    ai_diff_summary_source: summary.source,
  }
}

async function comparableReport(deps: Deps, scan: ScanRecord): Promise<Report> {
  if (scan.status === 'running') throw notCompleted()
  const report = await reportOf(deps, scan)
  if (report === null) throw new ApiError('scan_not_completed', { text: NO_REPORT })
  return report
}

const NO_REPORT = 'The scan failed before there was anything to compare.'

const presenter = (deps: Deps) => {
  const now = deps.now()
  return (rows: readonly Finding[]): Findings => rows.map((row) => presentFinding(row, now))
}

const dateOf = (scan: ScanRecord): string => isoSeconds(scan.completedAt ?? scan.startedAt)

const comparedScan = (scan: ScanRecord): ComparedScan => ({
  id: scan.id,
  target_url: scan.targetUrl,
  date: dateOf(scan),
})
