import { gradeOf } from '../../src/report/grade.ts'
import { SEVERITIES, type Severity } from '../../src/report/severity.ts'
import type { Colours } from '../terminal.ts'
import type { CoverageItem, Finding, Scan } from '../wire.ts'
import { findingBlock, placeOf } from './finding.ts'
import { paintSeverity, severityWord } from './severity.ts'
import { layOut, type Column } from './table.ts'
import { clean, wrap } from './text.ts'

const REASONS_SHOWN = 6
const number = new Intl.NumberFormat('en-US')

export type ReportView = Readonly<{
  scan: Scan
  /** Null when it could not be had. */
  coverage: readonly CoverageItem[] | null
  requestsSent: number | null
  columns: number
  colours: Colours
}>

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${number.format(count)} ${count === 1 ? one : many}`

const severityOf = (finding: Finding): Severity => finding.potential_severity ?? finding.severity

function findingTable(findings: readonly Finding[], { columns, colours }: ReportView): string[] {
  const bySeverity = new Map(SEVERITIES.map((severity) => [severityWord(severity), severity]))
  const layout: Column[] = [
    {
      title: 'Severity',
      paint: (cell) => paintSeverity(bySeverity.get(cell.trim()) ?? 'info', colours, cell),
    },
    { title: 'Finding', grow: 3 },
    { title: 'Where', grow: 2 },
    { title: 'Confidence' },
  ]
  const rows = findings.map((finding) => [
    severityWord(severityOf(finding)),
    clean(finding.title),
    placeOf(finding),
    finding.confidence,
  ])
  const { heading, lines } = layOut(layout, rows, columns)
  return [colours.dim(heading), ...lines]
}

/** `12 s`, `3 min 5 s`, from two timestamps of the API. */
function durationOf(scan: Scan): string | null {
  if (scan.completed_at === null) return null
  const seconds = Math.round((Date.parse(scan.completed_at) - Date.parse(scan.started_at)) / 1000)
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`
}

function countsLine(scan: Scan, colours: Colours): string {
  const counts = SEVERITIES.slice(0, 4).map((severity) => {
    const text = `${scan.summary[severity]} ${severity}`
    return scan.summary[severity] > 0 ? paintSeverity(severity, colours, text) : colours.dim(text)
  })
  const risk = `Risk ${scan.summary.risk_score} of 100 · grade ${gradeOf(scan.summary)}`
  return `${colours.bold(risk)} · ${counts.join(' · ')}`
}

function coverageLines({ coverage, columns, colours }: ReportView): string[] {
  if (coverage === null) return []
  const passed = coverage.filter(({ outcome }) => outcome === 'passed').length
  const untested = coverage.filter(({ outcome }) => outcome === 'not_tested' || outcome === 'error')
  const reasons = untested
    .slice(0, REASONS_SHOWN)
    .map(({ check_id, reason }) => `${check_id}: ${reason ?? 'no reason given'}`)
  const more = untested.length - reasons.length
  const notes = more > 0 ? [...reasons, `and ${more} more`] : reasons
  return [
    `${plural(passed, 'check')} passed · ${number.format(untested.length)} not tested`,
    ...notes.flatMap((note) =>
      wrap(clean(note), columns - 2).map((line) => colours.dim(`  ${line}`)),
    ),
  ]
}

function effortLine({ scan, requestsSent }: ReportView): string[] {
  const parts = [
    requestsSent === null ? null : plural(requestsSent, 'request'),
    durationOf(scan),
    scan.results?.tech_stack.length ? `seen: ${scan.results.tech_stack.join(', ')}` : null,
  ]
  const text = parts.filter((part) => part !== null).join(' · ')
  return text === '' ? [] : [clean(text)]
}

function performanceLines(scan: Scan): string[] {
  const speed = scan.results?.performance
  if (!speed) return []
  const yes = (flag: boolean) => (flag ? 'yes' : 'no')
  return [
    `Performance ${speed.performance_score} of 100 · DNS ${speed.dns_ms} ms · first byte ${speed.ttfb_ms} ms · ` +
      `${speed.page_size_kb} kB · HTTP/2 ${yes(speed.http2)} · gzip ${yes(speed.gzip)}`,
  ]
}

function endingLines(scan: Scan, colours: Colours): string[] {
  if (scan.error) {
    const { code, message } = scan.error
    return [colours.red(clean(`The scan failed (${code}): ${message}`))]
  }
  if (!scan.results?.partial) return []
  return [colours.yellow('The scan is partial: a budget was met before everything was tested.')]
}

/** The whole result as lines for a person: a table, each finding in full, a summary. */
export function reportLines(view: ReportView): string[] {
  const { scan, columns, colours } = view
  const rows = scan.results?.vulnerabilities ?? []
  const findings = rows.filter(({ status }) => status === 'vulnerable')
  const warnings = rows.filter(({ status }) => status === 'warning')
  const blocks = [...findings, ...warnings].map((finding, index) =>
    findingBlock(finding, index + 1, columns, colours),
  )
  const head = [colours.bold(clean(`Palisade scanned ${scan.target_url}`)), '']
  const none = scan.results === null ? [] : [colours.green('No findings.')]
  const table = findings.length > 0 ? findingTable(findings, view) : none
  const unproven =
    warnings.length > 0
      ? ['', colours.dim('Worth a look: not proved, not counted'), ...findingTable(warnings, view)]
      : []
  return [
    ...head,
    ...table,
    ...unproven,
    ...blocks.flatMap((block) => ['', ...block]),
    '',
    ...endingLines(scan, colours),
    countsLine(scan, colours),
    ...performanceLines(scan).flatMap((line) => wrap(line, columns)),
    ...coverageLines(view),
    ...effortLine(view).flatMap((line) => wrap(line, columns)),
  ]
}
