import type { PresentedFinding } from '../../report/finding.ts'
import { presentFinding } from '../../report/present.ts'
import type {
  ApiResults,
  CrawlResults,
  LoginResults,
  Performance,
  Profile,
  Report,
  ScanError,
  ScanStatus,
  ScanType,
  Summary,
} from '../../report/report.ts'
import type { Instant } from '../../report/time.ts'
import { isoSeconds } from '../../report/time.ts'
import type { ScanOptions } from '../../scanner/engine/options.ts'
import type { ScanRecord } from './record.ts'

/** Results as the API answers them (API document L38). */
export type PresentedResults = Readonly<{
  vulnerabilities: readonly PresentedFinding[]
  performance: Performance | null
  tech_stack: readonly string[]
  partial: boolean
  crawl?: CrawlResults
  api?: ApiResults
  login?: LoginResults
}>

/** The Scan object: API document L23-34, then the additive fields. */
export type PresentedScan = Readonly<{
  id: string
  target_url: string
  target_ip: string | null
  scan_type: ScanType
  status: ScanStatus
  tags: readonly string[]
  notes: string
  scan_authorized: boolean
  started_at: string
  completed_at: string | null
  summary: Summary
  results: PresentedResults | null
  profile: Profile
  options: ScanOptions
  partial: boolean
  error: ScanError | null
  /** The scan whose finding this one tests again. */
  retest_of: string | null
}>

const completedAt = (scan: ScanRecord): string | null =>
  scan.completedAt === null ? null : isoSeconds(scan.completedAt)

/** Lays the row's tags, notes and counts over the stored report, and the day over its findings. */
export function presentScan(scan: ScanRecord, report: Report | null, now: Instant): PresentedScan {
  return {
    id: scan.id,
    target_url: scan.targetUrl,
    target_ip: scan.targetIp,
    scan_type: scan.scanType,
    status: scan.status,
    tags: scan.tags,
    notes: scan.notes,
    scan_authorized: scan.scanAuthorized,
    started_at: isoSeconds(scan.startedAt),
    completed_at: completedAt(scan),
    // Where both are at hand the results decide: the row is brought up to date a moment later.
    summary: report?.summary ?? scan.summary,
    results: report && presentResults(report, now),
    profile: scan.profile,
    options: scan.options,
    partial: scan.partial,
    error: scan.error,
    retest_of: scan.retestOf,
  }
}

const presentResults = (report: Report, now: Instant): PresentedResults => ({
  vulnerabilities: report.results.vulnerabilities.map((finding) => presentFinding(finding, now)),
  performance: report.results.performance,
  tech_stack: report.results.tech_stack,
  partial: report.results.partial,
  ...(report.results.crawl && { crawl: report.results.crawl }),
  ...(report.results.api && { api: report.results.api }),
  ...(report.results.login && { login: report.results.login }),
})

/** An item of the v1 list: both variants of each name (decisions 60). */
export type V1Item = Readonly<{
  scan_id: string
  id: string
  target: string
  target_url: string
  scan_type: ScanType
  status: ScanStatus
  summary: Summary
  started_at: string
  completed_at: string | null
  partial: boolean
  error: ScanError | null
}>
/** `findings` is null while the scan runs and lists actionable findings only afterwards. */
export type V1Scan = V1Item & Readonly<{ findings: readonly PresentedFinding[] | null }>

export const presentV1Item = (scan: ScanRecord): V1Item => ({
  scan_id: scan.id,
  id: scan.id,
  target: scan.targetUrl,
  target_url: scan.targetUrl,
  scan_type: scan.scanType,
  status: scan.status,
  summary: scan.summary,
  started_at: isoSeconds(scan.startedAt),
  completed_at: completedAt(scan),
  partial: scan.partial,
  error: scan.error,
})

export function presentV1(scan: ScanRecord, report: Report | null, now: Instant): V1Scan {
  const findings = (report?.results.vulnerabilities ?? [])
    .filter((finding) => finding.status === 'vulnerable')
    .map((finding) => presentFinding(finding, now))
  return {
    ...presentV1Item(scan),
    summary: report?.summary ?? scan.summary,
    findings: scan.status === 'running' ? null : findings,
  }
}
