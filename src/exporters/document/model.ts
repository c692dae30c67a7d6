import type { Grade } from '../../report/grade.ts'
import type { Summary } from '../../report/report.ts'
import type { Severity } from '../../report/severity.ts'
import type { WaterfallBar } from '../performance-words.ts'

/** What PDF and DOCX show: made once from a report, laid out by each format. */
export type Doc = Readonly<{
  title: string
  subject: string
  keywords: readonly string[]
  /** `isoSeconds`: the date of the file, so that equal reports give equal bytes. */
  created_at: string
  cover: Cover
  blocks: readonly Block[]
}>

export type Cover = Readonly<{
  title: string
  target: string
  date: string
  /** Null on a document of several scans. */
  grade: Grade | null
  summary: Summary
  facts: readonly Fact[]
  notice: string
}>

/** A stretch of text in one style. `link` is an https address, `to` an anchor of this document. */
export type Inline = Readonly<{
  text: string
  style?: 'bold' | 'code' | 'muted'
  link?: string
  to?: string
}>
export type Rich = readonly Inline[]
export type Fact = readonly [label: string, value: Rich]

/** Widths are shares of the row. */
export type Column = Readonly<{ title: string; share: number; align?: 'right' }>
/** `page` is an anchor whose page number stands in the cell. */
export type Cell =
  /** Nothing in a table links out of the document. */
  | Readonly<{ kind: 'text'; text: readonly Omit<Inline, 'link'>[] }>
  | Readonly<{ kind: 'severity'; severity: Severity }>
  | Readonly<{ kind: 'page'; page: string }>

export type Bar = Readonly<{
  label: string
  parts: readonly Readonly<{ severity: Severity; count: number }>[]
}>
/** One scan of the target, for the trend: counts by severity and risk, 0-100. */
export type TrendPoint = Readonly<{ date: string; grade: Grade; summary: Summary }>
/** Offsets into the text of a code block that are highlighted. */
export type Mark = readonly [from: number, to: number]

export type Block =
  | Readonly<{
      kind: 'heading'
      level: 1 | 2 | 3
      text: string
      anchor: string
      severity?: Severity
      /** Room in points that must be free below it on the page. */
      keep?: number
    }>
  | Readonly<{ kind: 'label'; text: string }>
  | Readonly<{ kind: 'paragraph'; text: Rich; tone?: 'lead' | 'small' | 'notice' }>
  | Readonly<{ kind: 'list'; isNumbered: boolean; items: readonly Rich[] }>
  | Readonly<{ kind: 'facts'; rows: readonly Fact[] }>
  | Readonly<{
      kind: 'table'
      columns: readonly Column[]
      rows: readonly (readonly Cell[])[]
    }>
  | Readonly<{ kind: 'code'; text: string; marks: readonly Mark[] }>
  /** With a legend where the labels do not name the severities. */
  | Readonly<{ kind: 'bars'; title: string; bars: readonly Bar[]; hasLegend: boolean }>
  | Readonly<{ kind: 'waterfall'; title: string; bars: readonly WaterfallBar[] }>
  | Readonly<{ kind: 'trend'; title: string; points: readonly TrendPoint[] }>

export type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

export const plain = (text: string): Rich => [{ text }]
export const textCell = (text: string, style?: 'bold' | 'code' | 'muted'): Cell => ({
  kind: 'text',
  text: [style === undefined ? { text } : { text, style }],
})
