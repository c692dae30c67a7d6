import type { Finding, TriageState } from '../report/finding.ts'
import type { Report } from '../report/report.ts'
import { narrativeOf } from './narrative.ts'

/** What a CSV tells of a scan. */
export type CsvScan = Pick<
  Report['scan'],
  'id' | 'target_url' | 'scan_type' | 'completed_at' | 'tags'
>

/** What a CSV tells of a finding: flat, so that it can be kept apart from its report. */
export type CsvRow = Pick<
  Finding,
  | 'id'
  | 'fingerprint'
  | 'title'
  | 'category'
  | 'owasp_id'
  | 'cwe_id'
  | 'severity'
  | 'potential_severity'
  | 'status'
  | 'confidence'
  | 'cvss_score'
  | 'url'
  | 'method'
  | 'parameter'
  | 'description'
  | 'evidence'
  | 'remediation'
  | 'first_seen'
  | 'due_date'
> &
  Readonly<{
    impact: string
    /** One a line. */
    references: string
    triage: Readonly<{ state: TriageState }>
  }>

export const csvRowOf = (row: Finding): CsvRow => ({
  ...row,
  remediation: row.ai_remediation ?? row.remediation,
  impact: narrativeOf(row) ?? '',
  references: row.references.join('\n'),
})

/** Lays triage over a row that was kept without it (tables.md §1); other rows stay as they are. */
export function triagedRow(row: CsvRow, state: TriageState | undefined): CsvRow {
  if (state === undefined || state === 'open') return row
  if (row.status !== 'vulnerable' && row.status !== 'warning') return row
  return {
    ...row,
    status: 'info',
    severity: 'info',
    cvss_score: 0,
    potential_severity: row.potential_severity ?? row.severity,
    due_date: null,
    triage: { state },
  }
}
