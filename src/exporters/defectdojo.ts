import type { Finding } from '../report/finding.ts'
import type { Report } from '../report/report.ts'
import type { Severity } from '../report/severity.ts'
import { cleanReport } from './clean.ts'
import { cut } from './cut.ts'
import { utf8, type Exporter } from './exporter.ts'
import { codeBlock, codeSpan, markdownBlock, markdownText } from './markdown-text.ts'
import { placeLine } from './place.ts'
import { isIssue, rowsOf, severityAs } from './rows.ts'
import { zoned } from './time-zone.ts'
import { narrativeOf } from './narrative.ts'

const SEVERITY: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Info',
}
/** Least is surest. */
const CONFIDENCE = { confirmed: 1, likely: 4, possible: 7 } as const
/** DefectDojo's columns. */
const TITLE_CHARS = 400
const TEXT_CHARS = 32 * 1024

/** DefectDojo's Generic Findings Import: unknown keys would stop it. */
export const defectdojo: Exporter = {
  name: 'defectdojo',
  contentType: 'application/json',
  extension: 'defectdojo.json',
  version: 1,
  render: (report) => utf8(JSON.stringify(importOf(cleanReport(report)))),
}

function importOf(report: Report) {
  const { issues, suppressed } = rowsOf(report)
  return {
    name: 'Palisade',
    type: 'Palisade',
    version: report.scan.engine_version,
    dynamic_tool: true,
    static_tool: false,
    findings: [...issues, ...suppressed].map((row) => findingOf(row, report.scan)),
  }
}

function findingOf(row: Finding, scan: Report['scan']) {
  return {
    title: cut(`${row.title}: ${placeLine(row)}`, TITLE_CHARS),
    severity: SEVERITY[severityAs(row)],
    description: describe(row),
    date: zoned(row.first_seen ?? scan.completed_at),
    cwe: Number(row.cwe_id.slice(4)) || 0,
    // The model refuses a null here.
    ...(row.cvss_vector === null ? {} : { cvssv3: row.cvss_vector, cvssv3_score: row.cvss_score }),
    mitigation: markdownBlock(row.ai_remediation ?? row.remediation),
    impact: markdownBlock(narrativeOf(row) ?? ''),
    steps_to_reproduce: row.curl === null ? '' : codeBlock(cut(row.curl, TEXT_CHARS), 'sh'),
    severity_justification: markdownBlock(row.confidence_reason),
    references: row.references.map((each) => `- ${each}`).join('\n'),
    param: row.parameter,
    unique_id_from_tool: row.fingerprint,
    vuln_id_from_tool: row.check_id,
    scanner_confidence: CONFIDENCE[row.confidence],
    nb_occurences: Math.max(1, row.instances_count),
    dynamic_finding: true,
    static_finding: false,
    ...triageOf(row),
    ...(row.due_date === null ? {} : { planned_remediation_date: row.due_date.slice(0, 10) }),
    tags: tagsOf(row, scan.tags),
    endpoints: URL.canParse(row.url) ? [new URL(row.url).href] : [],
  }
}

const describe = (row: Finding): string =>
  [
    markdownBlock(row.description),
    `**Where:** ${codeSpan(`${row.method} ${row.url}`)}`,
    `**Class:** ${markdownText(`${row.cwe_id} ${row.cwe_name}, OWASP ${row.owasp_id}`)}`,
    `**Evidence:**\n\n${codeBlock(cut(row.evidence, TEXT_CHARS))}`,
    row.request === null ? '' : `**Request:**\n\n${codeBlock(cut(row.request, TEXT_CHARS))}`,
    row.response === null ? '' : `**Response:**\n\n${codeBlock(cut(row.response, TEXT_CHARS))}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')

const triageOf = (row: Finding) => ({
  active: isIssue(row),
  verified: isIssue(row) && row.confidence === 'confirmed',
  false_p: row.triage.state === 'false_positive',
  risk_accepted: row.triage.state === 'accepted_risk',
  is_mitigated: row.triage.state === 'mitigated',
})

/** A tag with a blank, comma or quote is refused. */
const tagsOf = (row: Finding, tags: readonly string[]): readonly string[] => [
  ...new Set(
    [row.owasp_id, row.category, ...tags]
      .map((tag) => tag.replace(/[\s,'"]+/g, '-').replace(/^-+|-+$/g, ''))
      .filter((tag) => tag !== ''),
  ),
]
