import type { Colours } from '../terminal.ts'
import type { Finding } from '../wire.ts'
import { paintSeverity, severityWord } from './severity.ts'
import { clean, cleanLines, truncate, widthOf, wrap } from './text.ts'

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

/** The words of a shell line; blanks inside single quotes belong to their word. */
const shellWords = (line: string): string[] =>
  line.match(/(?:'[^']*'|[^\s'])+/g)?.map((word) => word) ?? []

/** A command over several lines that can still be pasted: broken between words only. */
export function shellLines(command: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of shellWords(command)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || widthOf(longer) <= columns - 2) {
      line = longer
      continue
    }
    lines.push(`${line} \\`)
    line = `  ${word}`
  }
  return [...lines, line]
}

type Part = Readonly<{ label: string; lines: readonly string[] }>

function partsOf(finding: Finding, columns: number): Part[] {
  const flow = (text: string) => cleanLines(text.trim()).flatMap((line) => wrap(line, columns))
  const evidence = flow(finding.evidence)
  const kept = evidence.slice(0, EVIDENCE_LINES)
  const shown = evidence.length > EVIDENCE_LINES ? [...kept, '…'] : kept
  const facts = [finding.cwe_id, finding.cwe_name, finding.owasp_id, `CVSS ${finding.cvss_score}`]
  return [
    { label: 'where', lines: wrap(whereOf(finding), columns) },
    { label: 'evidence', lines: shown },
    { label: 'why', lines: flow(finding.confidence_reason) },
    { label: 'fix', lines: flow(finding.ai_remediation ?? finding.remediation) },
    { label: 'class', lines: wrap(clean(facts.join(' · ')), columns) },
    {
      label: 'curl',
      lines: finding.curl === null ? [] : shellLines(clean(finding.curl), columns),
    },
    { label: 'id', lines: wrap(clean(`${finding.id} (${finding.check_id})`), columns) },
  ]
}

/** One finding in full: what, where, the proof, why it is believed, how to mend and repeat it. */
export function findingBlock(
  finding: Finding,
  number: number,
  columns: number,
  colours: Colours,
): string[] {
  const severity = finding.potential_severity ?? finding.severity
  const word = paintSeverity(severity, colours, severityWord(severity))
  const lead = `${number}. `
  const room = columns - widthOf(lead) - severityWord(severity).length - 1
  const title = colours.bold(truncate(clean(finding.title), room))
  const bodyColumns = columns - INDENT.length - LABEL_COLUMNS
  const body = partsOf(finding, bodyColumns).flatMap(({ label, lines }) =>
    lines.map((line, index) => {
      const head = (index === 0 ? label : '').padEnd(LABEL_COLUMNS)
      return `${INDENT}${colours.dim(head)}${line}`.trimEnd()
    }),
  )
  return [`${lead}${word} ${title}`, ...body]
}
