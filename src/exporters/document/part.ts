import type { Finding } from '../../report/finding.ts'
import { compareFindings } from '../../report/order.ts'
import type { Block, BlockOf } from './model.ts'
import type { DocumentInput } from './context.ts'

/** Findings told in full; the others are rows of a table that points to the HTML report. */
export const FULL_FINDINGS = 200

/** One scan within a document, its rows sorted into what they are. */
export type Part = DocumentInput &
  Readonly<{
    /** 1 in a document of several scans, whose own heading stands above all others. */
    depth: 0 | 1
    prefix: string
    /** Vulnerable and not suppressed: what every counter counts (tables.md §1). */
    issues: readonly Finding[]
    full: readonly Finding[]
    rest: readonly Finding[]
    suppressed: readonly Finding[]
    unproved: number
  }>

export function partOf(input: DocumentInput, depth: 0 | 1, prefix: string): Part {
  const rows = input.report.results.vulnerabilities
  const issues = rows.filter(isIssue).toSorted(compareFindings)
  return {
    ...input,
    depth,
    prefix,
    issues,
    full: issues.slice(0, FULL_FINDINGS),
    rest: issues.slice(FULL_FINDINGS),
    suppressed: rows.filter(isSuppressed).toSorted(bySuppressed),
    unproved: rows.filter((row) => row.status === 'warning').length,
  }
}

export const findingAnchor = (part: Part, finding: Finding): string =>
  `${part.prefix}f-${finding.id}`

/** A heading of the part: 1 is a section of it. */
export const heading = (
  part: Part,
  level: 1 | 2,
  text: string,
  name: string,
): BlockOf<'heading'> => ({
  kind: 'heading',
  level: part.depth === 0 ? level : deeper(level),
  text,
  anchor: `${part.prefix}${name}`,
})

const deeper = (level: 1 | 2): 2 | 3 => (level === 1 ? 2 : 3)

export type Section = (part: Part) => readonly Block[]

const isIssue = (row: Finding): boolean =>
  row.status === 'vulnerable' && row.triage.state === 'open'

/** A suppressed row has lost its severity but for the potential one. */
const isSuppressed = (row: Finding): boolean =>
  row.triage.state !== 'open' && (row.status === 'vulnerable' || row.potential_severity !== null)

const bySuppressed = (a: Finding, b: Finding): number => compareFindings(asWas(a), asWas(b))
const asWas = (row: Finding): Finding => ({
  ...row,
  severity: row.potential_severity ?? row.severity,
})
