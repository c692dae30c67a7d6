import { gradeOf } from '../../src/report/grade.ts'
import { SEVERITIES, type Severity } from '../../src/report/severity.ts'
import type { Colours } from '../terminal.ts'
import type { CoverageItem, Finding, Opportunity, Scan } from '../wire.ts'
import { apiLines } from './api.ts'
import { findingBlock, kindBlock, placeOf } from './finding.ts'
import { paintSeverity, severityColumn, severityWord } from './severity.ts'
import { layOut, type Column } from './table.ts'
import { clean, widthOf, wrap } from './text.ts'

const REASONS_SHOWN = 6
const OPPORTUNITIES_SHOWN = 3
const TEN_SECONDS_MS = 10_000
const number = new Intl.NumberFormat('en-US')

export type ReportView = Readonly<{
  scan: Scan
  /** Null when it could not be had. */
  coverage: readonly CoverageItem[] | null
  requestsSent: number | null
  /** As the progress told it; the scan's own timestamps are whole seconds. */
  elapsedMs: number | null
  columns: number
  colours: Colours
}>

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${number.format(count)} ${count === 1 ? one : many}`

const severityOf = (finding: Finding): Severity => finding.potential_severity ?? finding.severity

function findingTable(findings: readonly Finding[], { columns, colours }: ReportView): string[] {
  const layout: Column[] = [
    severityColumn(colours),
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

const elapsedOf = ({ started_at, completed_at }: Scan): number | null =>
  completed_at === null ? null : Date.parse(completed_at) - Date.parse(started_at)

/** `1.3 s`, `45 s`, `3 min 5 s`. */
export function durationText(ms: number): string {
  if (ms < TEN_SECONDS_MS) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`
}

/** Joins parts with dots, as many to a line as fit; colours take no space. */
function flowParts(
  parts: readonly Readonly<{ text: string; painted: string }>[],
  columns: number,
): string[] {
  const lines: { text: string; painted: string }[] = []
  for (const part of parts) {
    const line = lines.at(-1)
    const text = line && `${line.text} · ${part.text}`
    if (!line || !text || widthOf(text) > columns) lines.push(part)
    else lines.splice(-1, 1, { text, painted: `${line.painted} · ${part.painted}` })
  }
  return lines.map(({ painted }) => painted)
}

function countLines({ scan, columns, colours }: ReportView): string[] {
  const risk = `Risk ${scan.summary.risk_score} of 100`
  const grade = `grade ${gradeOf(scan.summary)}`
  const counts = SEVERITIES.slice(0, 4).map((severity) => {
    const text = `${number.format(scan.summary[severity])} ${severity}`
    const isNone = scan.summary[severity] === 0
    return { text, painted: isNone ? colours.dim(text) : paintSeverity(severity, colours, text) }
  })
  const bold = [risk, grade].map((text) => ({ text, painted: colours.bold(text) }))
  return flowParts([...bold, ...counts], columns)
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

function effortLine({ scan, requestsSent, elapsedMs }: ReportView): string[] {
  const duration = elapsedMs ?? elapsedOf(scan)
  const parts = [
    requestsSent === null ? null : plural(requestsSent, 'request'),
    duration === null ? null : durationText(duration),
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
    ...(speed.details?.opportunities ?? []).slice(0, OPPORTUNITIES_SHOWN).map(opportunityLine),
  ]
}

function opportunityLine({ title, saves_ms: ms, saves_kb: kb }: Opportunity): string {
  const saves = [ms === null ? '' : `${Math.round(ms)} ms`, kb === null ? '' : `${kb} kB`]
  return clean(`${title}: saves ${saves.filter(Boolean).join(', ')}`)
}

function endingLines({ scan, columns, colours }: ReportView): string[] {
  if (scan.error) {
    const { code, message } = scan.error
    return wrap(clean(`The scan failed (${code}): ${message}`), columns).map(colours.red)
  }
  if (!scan.results?.partial) return []
  const text = 'The scan is partial: a budget was met before everything was tested.'
  return wrap(text, columns).map(colours.yellow)
}

/** Every finding in full, those of one check together, numbered throughout. */
function details(findings: readonly Finding[], { columns, colours }: ReportView): string[] {
  const kinds = Map.groupBy(findings, ({ check_id }) => check_id)
  let count = 0
  return [...kinds.values()].flatMap((group) => {
    const [first] = group
    const blocks = group.flatMap((finding) => {
      count += 1
      return ['', ...findingBlock(finding, count, columns, colours)]
    })
    return first ? ['', ...kindBlock(first, columns, colours), ...blocks] : []
  })
}

/** The whole result as lines for a person: a table, each finding in full, a summary. */
export function reportLines(view: ReportView): string[] {
  const { scan, columns, colours } = view
  const rows = scan.results?.vulnerabilities ?? []
  const findings = rows.filter(({ status }) => status === 'vulnerable')
  const warnings = rows.filter(({ status }) => status === 'warning')
  const title = wrap(clean(`Palisade scanned ${scan.target_url}`), columns).map(colours.bold)
  const none = scan.results === null ? [] : [colours.green('No findings.')]
  const table = findings.length > 0 ? findingTable(findings, view) : none
  const unproven =
    warnings.length > 0
      ? ['', colours.dim('Worth a look: not proved, not counted'), ...findingTable(warnings, view)]
      : []
  return [
    ...title,
    '',
    ...table,
    ...unproven,
    ...details([...findings, ...warnings], view),
    '',
    ...endingLines(view),
    ...countLines(view),
    ...performanceLines(scan).flatMap((line) => wrap(line, columns)),
    ...coverageLines(view),
    ...apiLines(scan, columns),
    ...effortLine(view).flatMap((line) => wrap(line, columns)),
  ]
}
