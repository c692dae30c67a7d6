import type { Finding, TriageState } from './finding.ts'
import { compareFindings } from './order.ts'
import { unpackRow, type PackedRow } from './packed.ts'
import type { Report, Summary } from './report.ts'
import { summarise } from './summary.ts'
import { isoSeconds, type Instant } from './time.ts'

/** A decision of people that an issue does not count (tables.md §1). `until` null: no end. */
export type Suppression = Readonly<{
  fingerprint: string
  state: Exclude<TriageState, 'open'>
  reason: string | null
  by: string | null
  until: Instant | null
}>
/** By fingerprint; of one account and asset. */
export type Suppressions = ReadonlyMap<string, Suppression>

export const NO_SUPPRESSIONS: Suppressions = new Map()

export const isInForce = ({ until }: Pick<Suppression, 'until'>, now: Instant): boolean =>
  until === null || now < until

export const inForce = (suppressions: Suppressions, now: Instant): Suppressions =>
  new Map([...suppressions].filter(([, each]) => isInForce(each, now)))

/** Lays triage over a stored report, which itself never changes (tables.md §8). */
export function withTriage(report: Report, suppressions: Suppressions, now: Instant): Report {
  const rows = report.results.vulnerabilities
  const laid = rows.map((row) => suppressed(row, suppressions.get(row.fingerprint), now))
  if (laid.every((row, index) => row === rows[index])) return report
  const vulnerabilities = laid.toSorted(compareFindings)
  return {
    ...report,
    summary: summarise(vulnerabilities),
    results: { ...report.results, vulnerabilities },
  }
}

/** The row as it is told while it is suppressed; rows that are no issues stay as they are. */
function suppressed(row: Finding, triage: Suppression | undefined, now: Instant): Finding {
  if (triage === undefined || !isInForce(triage, now)) return row
  if (row.status !== 'vulnerable' && row.status !== 'warning') return row
  const { state, reason, by, until } = triage
  return {
    ...row,
    status: 'info',
    severity: 'info',
    cvss_score: 0,
    cvss_vector: null,
    potential_severity: row.potential_severity ?? row.severity,
    due_date: null,
    triage: { state, reason, by, until: until === null ? null : isoSeconds(until) },
  }
}

/** The packed rows of a scan that count now. */
export const countedRows = (
  rows: readonly PackedRow[],
  suppressions: Suppressions,
  now: Instant,
): readonly PackedRow[] =>
  rows.filter(([fingerprint]) => {
    const triage = suppressions.get(fingerprint)
    return triage === undefined || !isInForce(triage, now)
  })

/** The numbers of a scan's row under the triage in force: those of `withTriage` on its report. */
export const recount = (
  rows: readonly PackedRow[],
  suppressions: Suppressions,
  now: Instant,
): Summary => summarise(countedRows(rows, suppressions, now).map(unpackRow))
