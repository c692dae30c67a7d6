import type { Severity } from '../report/severity.ts'
import type { Cell } from './csv-cell.ts'
import type { CsvRow, CsvScan } from './csv-row.ts'
import type { CsvProfile } from './exporter.ts'
import { isIssue, isSuppressed, severityAs } from './rows.ts'

export type Columns = Readonly<{
  /** Excel takes a file without it for Latin-1; a reader of UTF-8 takes it for part of a name. */
  mark: '\ufeff' | ''
  columns: readonly (readonly [name: string, cell: (row: CsvRow, scan: CsvScan) => Cell])[]
}>

const SEVERITY_NAMES: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Info',
}

/** Suppressed rows have a status of their own, so that nobody counts them. */
const statusOf = (row: CsvRow): string => (isSuppressed(row) ? row.triage.state : row.status)

const yesNo = (value: boolean): string => (value ? 'TRUE' : 'FALSE')

export const PROFILES: Readonly<Record<CsvProfile, Columns>> = {
  palisade: {
    mark: '\ufeff',
    columns: [
      ['scan_id', (_, scan) => scan.id],
      ['target_url', (_, scan) => scan.target_url],
      ['scan_type', (_, scan) => scan.scan_type],
      ['completed_at', (_, scan) => scan.completed_at],
      ['finding_id', (row) => row.id],
      ['fingerprint', (row) => row.fingerprint],
      ['title', (row) => row.title],
      ['category', (row) => row.category],
      ['owasp_id', (row) => row.owasp_id],
      ['cwe_id', (row) => row.cwe_id],
      ['severity', (row) => row.severity],
      ['status', statusOf],
      ['confidence', (row) => row.confidence],
      ['cvss_score', (row) => row.cvss_score],
      ['url', (row) => row.url],
      ['method', (row) => row.method],
      ['parameter', (row) => row.parameter],
      ['description', (row) => row.description],
      ['evidence', (row) => row.evidence],
      ['remediation', (row) => row.remediation],
      ['first_seen', (row) => row.first_seen],
      ['due_date', (row) => row.due_date],
      ['tags', (_, scan) => scan.tags.join(';')],
    ],
  },
  // What DefectDojo's Generic Findings Import reads, with types it cannot fail on.
  defectdojo: {
    mark: '',
    columns: [
      ['Date', (_, scan) => scan.completed_at.slice(0, 10)],
      ['Title', (row) => row.title],
      ['CweId', (row) => Number(row.cwe_id.slice(4)) || 0],
      ['Url', (row) => (URL.canParse(row.url) ? row.url : '')],
      ['Severity', (row) => SEVERITY_NAMES[severityAs(row)]],
      ['Description', (row) => `${row.description}\n\n${row.evidence}`],
      ['Mitigation', (row) => row.remediation],
      ['Impact', (row) => row.impact],
      ['References', (row) => row.references],
      ['Active', (row) => yesNo(isIssue(row))],
      ['Verified', (row) => yesNo(isIssue(row) && row.confidence === 'confirmed')],
      ['FalsePositive', (row) => yesNo(row.triage.state === 'false_positive')],
      ['Duplicate', () => yesNo(false)],
    ],
  },
}
