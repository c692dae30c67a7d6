import type { Finding } from '../report/finding.ts'
import type { CoverageItem, Performance, Report } from '../report/report.ts'
import { cleanReport } from './clean.ts'
import { cut } from './cut.ts'
import { utf8, type Exporter } from './exporter.ts'
import {
  byOwasp,
  bySeverity,
  METHOD,
  scanFacts,
  SEVERITY_WORDS,
  sincePrevious,
  summarySentences,
  type Fact,
} from './facts.ts'
import { codeBlock, codeCell, codeSpan, markdownBlock, markdownText } from './markdown-text.ts'
import { performanceFacts, savingOf } from './performance-words.ts'
import { placeLine } from './place.ts'
import { rowsOf, severityAs, titlesOf, type Rows } from './rows.ts'
import { uriOf } from './uri.ts'
import { narrativeOf } from './narrative.ts'

/** A message of a finding in full is a page; the HTML and JSON reports have it whole. */
const MESSAGE_CHARS = 4000
const EVIDENCE_CHARS = 16 * 1024

/** GitHub-flavoured Markdown for issues, wikis and pull requests. */
export const markdown: Exporter = {
  name: 'markdown',
  contentType: 'text/markdown; charset=utf-8',
  extension: 'md',
  version: 1,
  render: (report) => utf8(documentOf(cleanReport(report))),
}

function documentOf(report: Report): string {
  const rows = rowsOf(report)
  const blocks = [
    `# Security report: ${codeSpan(report.scan.target_url)}`,
    summarySentences(report).map(markdownText).join(' '),
    table(['Severity', 'Count'], bySeverity(report).map(countedRow)),
    ...section('Scan', factTable(scanFacts(report))),
    ...section('By OWASP category', countedTable(rows.issues)),
    ...section('Since the previous scan', sincePrevious(report).map(markdownText).join(' ')),
    ...section('Findings', rows.issues.map(finding).join('\n\n') || 'None.'),
    ...lists(report, rows),
    ...section('Performance', performance(report.results.performance)),
    ...section('Technology', report.results.tech_stack.map(item).join('\n')),
    ...section('Method and limits', METHOD.map(markdownText).join('\n\n')),
  ]
  return `${blocks.join('\n\n')}\n`
}

function lists(report: Report, rows: Rows): readonly string[] {
  const titles = titlesOf(report)
  const checked = ({ check_id, reason }: CoverageItem) =>
    `- ${markdownText(titles.get(check_id) ?? check_id)} (${codeSpan(check_id)})${reason === null ? '' : `: ${markdownText(reason)}`}`
  return [
    ...section('Suspicious, not proved', rows.warnings.map(line).join('\n')),
    ...section('Suppressed', rows.suppressed.map(suppressedLine).join('\n')),
    ...section('Observations', rows.observations.map(line).join('\n')),
    ...section('Passed', rows.passed.map(checked).join('\n')),
    ...section('Not tested', rows.notTested.map(checked).join('\n')),
  ]
}

/** Heading and text; nothing at all where there is no text. */
const section = (heading: string, text: string): readonly string[] =>
  text === '' ? [] : [`## ${heading}`, text]

function finding(row: Finding, index: number): string {
  const message = (label: string, text: string | null) =>
    text ? [`**${label}**`, codeBlock(cut(text, MESSAGE_CHARS), 'http')] : []
  return [
    `### ${index + 1}. ${markdownText(row.title)} (${SEVERITY_WORDS[row.severity]})`,
    findingTable(row),
    markdownBlock(row.description),
    '**Evidence**',
    codeBlock(cut(row.evidence, EVIDENCE_CHARS)),
    ...message('Request', row.request),
    ...message('Response', row.response),
    ...(row.curl === null ? [] : ['**Reproduce**', codeBlock(cut(row.curl, MESSAGE_CHARS), 'sh')]),
    '**What to do**',
    markdownBlock(row.ai_remediation ?? row.remediation),
    markdownBlock(narrativeOf(row) ?? ''),
    row.references.map(reference).join('\n'),
  ]
    .filter((block) => block !== '')
    .join('\n\n')
}

function reference(text: string): string {
  const uri = uriOf(text)
  return uri !== null && /^https?:/.test(uri) ? `- <${uri}>` : `- ${codeSpan(text)}`
}

function findingTable(row: Finding): string {
  const rows: readonly (readonly [string, string])[] = [
    ['Where', codeCell(`${row.method} ${row.url}`)],
    ['Parameter', codeCell(row.parameter)],
    ['Class', markdownText(`${row.cwe_id} ${row.cwe_name}, OWASP ${row.owasp_id}`)],
    ['CVSS', markdownText(`${row.cvss_score.toFixed(1)} ${row.cvss_vector ?? ''}`)],
    ['Confidence', markdownText(`${row.confidence}: ${row.confidence_reason}`)],
    ['Places', String(row.instances_count)],
    ['First seen, due', [row.first_seen, row.due_date].filter(Boolean).join(', ')],
    ['Fingerprint', codeCell(row.fingerprint)],
  ]
  return table(
    ['', ''],
    rows.filter(([, value]) => value !== ''),
  )
}

const line = (row: Finding): string =>
  `- ${markdownText(row.title)} (${severityAs(row)}): ${codeSpan(placeLine(row))}`

const suppressedLine = (row: Finding): string => {
  const { state, reason, by, until } = row.triage
  const why = [state.replaceAll('_', ' '), reason, by && `by ${by}`, until && `until ${until}`]
  return `${line(row)}: ${markdownText(why.filter(Boolean).join(', '))}`
}

function performance(measured: Performance | null): string {
  const rows = measured?.details?.opportunities ?? []
  const todo = rows.map(
    (row) => `- **${markdownText(row.title)}**: ${savingOf(row)}. ${markdownText(row.advice)}`,
  )
  return [factTable(performanceFacts(measured)), todo.join('\n')].filter(Boolean).join('\n\n')
}

const item = (text: string): string => `- ${markdownText(text)}`

const countedRow = ({ label, count }: Readonly<{ label: string; count: number }>) =>
  [markdownText(label), String(count)] as const

const countedTable = (issues: readonly Finding[]): string =>
  issues.length === 0 ? '' : table(['Category', 'Count'], byOwasp(issues).map(countedRow))

const factTable = (facts: readonly Fact[]): string =>
  facts.length === 0
    ? ''
    : table(
        ['', ''],
        facts.map(([label, value]) => [label, markdownText(value)]),
      )

const table = (head: readonly string[], rows: readonly (readonly [string, string])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
