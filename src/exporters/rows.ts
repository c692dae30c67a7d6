import type { Finding } from '../report/finding.ts'
import { compareFindings } from '../report/order.ts'
import type { CoverageItem, Report } from '../report/report.ts'
import type { Severity } from '../report/severity.ts'

/** The rows of a report by what an export does with them (tables.md §1). Each list is in order. */
export type Rows = Readonly<{
  /** What every format tells: vulnerable and not suppressed. */
  issues: readonly Finding[]
  /** Triaged away: marked where a format can, absent where it cannot. */
  suppressed: readonly Finding[]
  /** Suspicious, not proved: for people, never for machines that count. */
  warnings: readonly Finding[]
  observations: readonly Finding[]
  passed: readonly CoverageItem[]
  notTested: readonly CoverageItem[]
}>

export function rowsOf(report: Report): Rows {
  const rows = report.results.vulnerabilities.toSorted(compareFindings)
  const found = new Set(withOutcome(report, 'found').map((item) => item.check_id))
  return {
    issues: rows.filter(isIssue),
    suppressed: rows.filter(isSuppressed).toSorted(bySuppressed),
    warnings: rows.filter((row) => row.status === 'warning' && !isSuppressed(row)),
    // Checks that found nothing have an info or safe row too; those are told by the coverage.
    observations: rows.filter(
      (row) => row.status === 'info' && !isSuppressed(row) && found.has(row.check_id),
    ),
    passed: withOutcome(report, 'passed'),
    notTested: [...withOutcome(report, 'not_tested'), ...withOutcome(report, 'error')],
  }
}

type Judged = Pick<Finding, 'status' | 'potential_severity'> &
  Readonly<{ triage: Pick<Finding['triage'], 'state'> }>

export const isIssue = (row: Judged): boolean =>
  row.status === 'vulnerable' && row.triage.state === 'open'

/** A suppressed row has lost its severity but for the potential one. */
export const isSuppressed = (row: Judged): boolean =>
  row.triage.state !== 'open' && (row.status === 'vulnerable' || row.potential_severity !== null)

/** The severity of an issue, and the one that a suppressed or unproved row would have. */
export const severityAs = (row: Pick<Finding, 'severity' | 'potential_severity'>): Severity =>
  row.potential_severity ?? row.severity

const bySuppressed = (a: Finding, b: Finding): number =>
  compareFindings({ ...a, severity: severityAs(a) }, { ...b, severity: severityAs(b) })

const withOutcome = (report: Report, outcome: CoverageItem['outcome']): readonly CoverageItem[] =>
  report.coverage.filter((item) => item.outcome === outcome)

/** Titles by check, for what only the coverage tells: the row that says so has it. */
export function titlesOf(report: Report): ReadonlyMap<string, string> {
  return new Map(
    report.results.vulnerabilities.map((row) => [
      row.check_id,
      row.title.replace(/: not tested$/, ''),
    ]),
  )
}
