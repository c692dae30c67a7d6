import type { Finding } from '../../report/finding.ts'
import { rowsOf, titlesOf, type Rows } from '../rows.ts'
import type { Block, BlockOf } from './model.ts'
import type { DocumentInput } from './context.ts'

/** Findings told in full; the others are rows of a table that points to the HTML report. */
const FULL_FINDINGS = 200
/** The same of several scans together, each with its share: a file must fit into memory. */
const FULL_FINDINGS_TOGETHER = 600

/** How many findings of each of so many scans are told in full. */
export const fullOf = (scans: number): number =>
  Math.min(FULL_FINDINGS, Math.floor(FULL_FINDINGS_TOGETHER / scans))

/** One scan within a document, its rows sorted into what they are. */
export type Part = DocumentInput &
  Readonly<{
    /** 1 in a document of several scans, whose own heading stands above all others. */
    depth: 0 | 1
    prefix: string
    rows: Rows
    full: readonly Finding[]
    rest: readonly Finding[]
    /** Titles by check, for what only the coverage tells. */
    titles: ReadonlyMap<string, string>
  }>

export function partOf(
  input: DocumentInput,
  depth: 0 | 1,
  prefix: string,
  most: number = FULL_FINDINGS,
): Part {
  const rows = rowsOf(input.report)
  return {
    ...input,
    depth,
    prefix,
    rows,
    full: rows.issues.slice(0, most),
    rest: rows.issues.slice(most),
    titles: titlesOf(input.report),
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
