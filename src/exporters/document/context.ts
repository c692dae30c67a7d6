import type { Report } from '../../report/report.ts'
import type { Severity } from '../../report/severity.ts'

export type ChangedFinding = Readonly<{
  fingerprint: string
  title: string
  severity: Severity
  method: string
  url: string
}>

/** What changed since the previous comparable scan (tables.md §10). */
export type Changes = Readonly<{
  previous: Readonly<{ scan_id: string; completed_at: string }>
  new_findings: readonly ChangedFinding[]
  fixed_findings: readonly ChangedFinding[]
  unchanged_count: number
}>

/** What a document tells beside its report. */
export type DocumentContext = Readonly<{
  changes: Changes | null
  /** https address of the HTML report, where there is one. */
  html_url: string | null
}>
export type DocumentInput = Readonly<{ report: Report; context: DocumentContext }>

export const NO_CONTEXT: DocumentContext = { changes: null, html_url: null }
