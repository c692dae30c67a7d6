import type { Colours } from '../terminal.ts'
import type { Finding } from '../wire.ts'
import { paintSeverity, severityWord } from './severity.ts'
import { shellLines } from './shell.ts'
import { clean, cleanLines, widthOf, wrap } from './text.ts'

const LABEL_COLUMNS = 10
const INDENT = '   '
const EVIDENCE_LINES = 8

/** `GET /search q`: short enough for a table; the host is the same in every row. */
export function placeOf(finding: Pick<Finding, 'method' | 'url' | 'parameter'>): string {
  const url = URL.parse(finding.url)
  const path = url ? `${url.pathname}${finding.parameter === '' ? url.search : ''}` : finding.url
  return clean([finding.method, path, finding.parameter].filter((part) => part !== '').join(' '))
}

function whereOf(finding: Finding): string {
  const more = finding.instances_count - 1
  const parameter = finding.parameter === '' ? '' : ` · ${finding.parameter} (${finding.location})`
  const others = more > 0 ? ` · and ${more} more ${more === 1 ? 'place' : 'places'}` : ''
  return clean(`${finding.method} ${finding.url}${parameter}${others}`.trim())
}

/** The advice for this one place: what holds for all of its kind is said once, above. */
export function ownAdvice(finding: Pick<Finding, 'ai_remediation' | 'remediation'>): string {
  const advice = finding.ai_remediation ?? ''
  return advice.endsWith(finding.remediation)
    ? advice.slice(0, advice.length - finding.remediation.length).trim()
    : advice
}

const flow = (text: string, columns: number): string[] =>
  cleanLines(text)
    .filter((line) => line.trim() !== '')
    .flatMap((line) => wrap(line, columns))

type Part = Readonly<{ label: string; lines: readonly string[] }>

function labelled(parts: readonly Part[], colours: Colours): string[] {
  return parts.flatMap(({ label, lines }) =>
    lines.map((line, index) => {
      const head = (index === 0 ? label : '').padEnd(LABEL_COLUMNS)
      return `${INDENT}${colours.dim(head)}${line}`.trimEnd()
    }),
  )
}

const bodyColumns = (columns: number): number => columns - INDENT.length - LABEL_COLUMNS

function partsOf(finding: Finding, columns: number): Part[] {
  const evidence = flow(finding.evidence, columns)
  const kept = evidence.slice(0, EVIDENCE_LINES)
  return [
    { label: 'evidence', lines: evidence.length > EVIDENCE_LINES ? [...kept, '…'] : kept },
    { label: 'why', lines: flow(finding.confidence_reason, columns) },
    { label: 'fix', lines: flow(ownAdvice(finding), columns) },
    {
      label: 'curl',
      lines: finding.curl === null ? [] : shellLines(clean(finding.curl), columns),
    },
    { label: 'id', lines: wrap(clean(finding.id), columns) },
  ]
}

/** One finding: where, the proof, why it is believed, how to mend and repeat it. */
export function findingBlock(
  finding: Finding,
  number: number,
  columns: number,
  colours: Colours,
): string[] {
  const severity = finding.potential_severity ?? finding.severity
  const word = severityWord(severity)
  const lead = `${number}. `
  const where = wrap(whereOf(finding), columns - widthOf(lead) - word.length - 1)
  const [first = '', ...more] = where.map((line) => colours.bold(line))
  return [
    `${lead}${paintSeverity(severity, colours, word)} ${first}`,
    ...more.map((line) => `${INDENT}${line}`),
    ...labelled(partsOf(finding, bodyColumns(columns)), colours),
  ]
}

/** What findings of one check have in common: what it is called, its classes, its general cure. */
export function kindBlock(finding: Finding, columns: number, colours: Colours): string[] {
  const score = finding.cvss_score > 0 ? [`CVSS ${finding.cvss_score}`] : []
  const facts = [finding.check_id, finding.cwe_id, finding.cwe_name, finding.owasp_id, ...score]
  const room = bodyColumns(columns)
  const title = wrap(clean(finding.title), columns)
  return [
    ...title.map((line) => colours.bold(colours.underline(line))),
    ...labelled(
      [
        { label: 'class', lines: wrap(clean(facts.join(' · ')), room) },
        { label: 'fix', lines: flow(finding.remediation, room) },
      ],
      colours,
    ),
  ]
}
