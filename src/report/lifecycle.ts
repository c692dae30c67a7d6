import { placeOf, wasLookedFor, type ReachOf } from './compare.ts'
import type { Finding, TriageState } from './finding.ts'
import type { Report } from './report.ts'
import type { Severity } from './severity.ts'
import type { Instant } from './time.ts'

/** What is remembered of an issue of an asset, from the scan that saw it first. */
export type KnownIssue = Readonly<{
  fingerprint: string
  check_id: string
  origin: string
  path_template: string
  login: Report['scan']['login']
  firstSeen: Instant
  fixedAt: Instant | null
  reopenedAt: Instant | null
  triage: TriageState
  triageAt: Instant | null
}>
export type NewIssue = Pick<
  KnownIssue,
  'fingerprint' | 'check_id' | 'origin' | 'path_template' | 'login'
> &
  Readonly<{ title: string; severity: Severity }>

export type LifecycleChange = Readonly<{
  created: readonly NewIssue[]
  fixed: readonly string[]
  /** Seen again after they were fixed, or after somebody called them mitigated. */
  reopened: readonly Readonly<{ fingerprint: string; wasMitigated: boolean }>[]
}>

export type LifecycleScan = Readonly<{
  startedAt: Instant
  /** A re-test touches this finding only. */
  only: string | null
  reachOf: ReachOf
}>

export const isIssue = (row: Finding): boolean =>
  row.status === 'vulnerable' || row.status === 'warning'

/** What an ended scan changes in the lives of an asset's issues. Nothing changes what stays the same. */
export function lifecycleChange(
  known: readonly KnownIssue[],
  report: Report,
  scan: LifecycleScan,
): LifecycleChange {
  const concerns = (fingerprint: string) => scan.only === null || scan.only === fingerprint
  const issues = report.results.vulnerabilities.filter(
    (row) => isIssue(row) && concerns(row.fingerprint),
  )
  const seen = new Set(issues.map((row) => row.fingerprint))
  const byPrint = new Map(known.map((issue) => [issue.fingerprint, issue]))
  return {
    created: issues
      .filter((row) => !byPrint.has(row.fingerprint))
      .map((row) => newIssue(row, report)),
    fixed: known
      .filter((issue) => concerns(issue.fingerprint) && !seen.has(issue.fingerprint))
      .filter((issue) => isFixedBy(issue, report, scan))
      .map((issue) => issue.fingerprint),
    reopened: [...seen].flatMap((fingerprint) => {
      const issue = byPrint.get(fingerprint)
      if (issue === undefined) return []
      const wasMitigated = issue.triage === 'mitigated' && isSince(issue.triageAt, scan)
      const wasFixed = issue.fixedAt !== null && isSince(issue.fixedAt, scan)
      return wasMitigated || wasFixed ? [{ fingerprint, wasMitigated }] : []
    }),
  }
}

/** A scan that was under way when it happened has not seen what came after. */
const isSince = (at: Instant | null, { startedAt }: LifecycleScan): boolean =>
  at !== null && startedAt >= at

function isFixedBy(issue: KnownIssue, report: Report, scan: LifecycleScan): boolean {
  if (report.scan.status !== 'completed' || issue.fixedAt !== null) return false
  if (Math.max(issue.firstSeen, issue.reopenedAt ?? 0) >= scan.startedAt) return false
  return wasLookedFor(issue, report, scan.reachOf(issue.check_id))
}

function newIssue(row: Finding, report: Report): NewIssue {
  const { origin, ...place } = placeOf(row, report)
  return {
    ...place,
    fingerprint: row.fingerprint,
    origin: origin ?? report.scan.origins[0] ?? '',
    title: row.title,
    severity: row.potential_severity ?? row.severity,
  }
}
