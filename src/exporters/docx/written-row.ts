import type { TableRow } from 'docx'

import type { Cell, Inline } from '../document/model.ts'
import { COLOURS, ON_SEVERITY, SEVERITY_COLOURS } from '../document/palette.ts'
import { SEVERITY_WORDS } from '../facts.ts'
import { bookmarkName, FONTS, type Lib } from './kit.ts'

// A report of a thousand findings has thousands of cells, and the library makes a dozen objects for each
// paragraph of text. The rows of tables are therefore written here as WordprocessingML (ISO/IEC 29500-1).

type Xml = Readonly<{ [name: string]: XmlContent }>
type XmlContent = Readonly<Record<'_attr', Attributes>> | readonly (Xml | Attr | string)[]
type Attributes = Readonly<Record<string, string | number>>
type Attr = Readonly<{ _attr: Attributes }>

/** A row of the body of a table; its columns have these widths in twentieths of a point. */
export function writtenRow(
  lib: Lib,
  cells: readonly Cell[],
  columns: readonly Readonly<{ width: number; align?: 'right' | undefined }>[],
): TableRow {
  const row = element('w:tr', [
    element('w:trPr', [empty('w:cantSplit')]),
    ...cells.map((cell, at) => cellXml(cell, columns[at] ?? { width: 0 })),
  ])
  return new (class extends lib.TableRow {
    override prepForXml() {
      return row
    }
  })({ children: [] })
}

const element = (
  name: string,
  children: readonly (Xml | string)[],
  attributes?: Attributes,
): Xml => ({
  [name]: attributes === undefined ? children : [{ _attr: attributes }, ...children],
})
const empty = (name: string, attributes: Attributes = {}): Xml => ({
  [name]: { _attr: attributes },
})

function cellXml(
  cell: Cell,
  { width, align }: Readonly<{ width: number; align?: 'right' | undefined }>,
): Xml {
  const properties = [empty('w:tcW', { 'w:type': 'dxa', 'w:w': width })]
  switch (cell.kind) {
    case 'text':
      return element('w:tc', [element('w:tcPr', properties), paragraph(runs(cell.text), align)])
    case 'severity': {
      const fill = SEVERITY_COLOURS[cell.severity]
      const shade = empty('w:shd', { 'w:fill': fill, 'w:color': 'auto', 'w:val': 'clear' })
      const look = [...BOLD, colour(ON_SEVERITY[cell.severity])]
      const text = run(SEVERITY_WORDS[cell.severity], look)
      return element('w:tc', [element('w:tcPr', [...properties, shade]), paragraph([text])])
    }
    case 'page':
      return element('w:tc', [
        element('w:tcPr', properties),
        paragraph([pageOf(bookmarkName(cell.page))], 'right'),
      ])
  }
}

const paragraph = (children: readonly Xml[], align?: 'right'): Xml =>
  element('w:p', [
    element('w:pPr', [
      empty('w:pStyle', { 'w:val': 'Cell' }),
      ...(align === undefined ? [] : [empty('w:jc', { 'w:val': align })]),
    ]),
    ...children,
  ])

const BOLD: readonly Xml[] = [empty('w:b'), empty('w:bCs')]
const colour = (value: string): Xml => empty('w:color', { 'w:val': value })
const CODE: readonly Xml[] = [
  empty('w:rFonts', {
    'w:ascii': FONTS.code,
    'w:cs': FONTS.code,
    'w:eastAsia': FONTS.code,
    'w:hAnsi': FONTS.code,
  }),
  empty('w:noProof'),
]

const runs = (rich: readonly Omit<Inline, 'link'>[]): readonly Xml[] =>
  rich.filter(({ text }) => text !== '').map(inlineXml)

function inlineXml({ text, style, to }: Omit<Inline, 'link'>): Xml {
  const look = [
    ...(style === 'code' ? CODE : []),
    ...(style === 'bold' ? BOLD : []),
    ...(style === 'muted' && to === undefined ? [colour(COLOURS.muted)] : []),
    ...(to === undefined ? [] : [colour(COLOURS.link)]),
  ]
  const written = run(text.replaceAll(/[\n\t]/g, ' '), look)
  if (to === undefined) return written
  return element('w:hyperlink', [written], { 'w:anchor': bookmarkName(to), 'w:history': 1 })
}

const run = (text: string, look: readonly Xml[]): Xml =>
  element('w:r', [
    ...(look.length === 0 ? [] : [element('w:rPr', look)]),
    element('w:t', [text], { 'xml:space': 'preserve' }),
  ])

/** A field that Word fills with the number of the page that the bookmark stands on. */
const pageOf = (bookmark: string): Xml =>
  element('w:r', [
    empty('w:fldChar', { 'w:fldCharType': 'begin', 'w:dirty': 'true' }),
    element('w:instrText', [`PAGEREF ${bookmark} \\h`], { 'xml:space': 'preserve' }),
    empty('w:fldChar', { 'w:fldCharType': 'separate' }),
    empty('w:fldChar', { 'w:fldCharType': 'end' }),
  ])
