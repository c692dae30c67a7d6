import type { PDFDocument, PDFRef } from 'pdf-lib'

import { fromIsoSeconds } from '../../report/time.ts'
import type { DocumentInput } from '../document/context.ts'
import { documentOf } from '../document/build.ts'
import type { Doc } from '../document/model.ts'
import { COLOURS } from '../document/palette.ts'
import { shortTitle } from '../document/words.ts'
import type { FontSource } from '../fonts.ts'
import { layOut } from './blocks.ts'
import { contentsSheets, entriesShown, keyOf } from './contents.ts'
import { coverSheet } from './cover.ts'
import { Faces } from './faces.ts'
import { AREA, Flow, type Place } from './flow.ts'
import { outlineOf } from './outline.ts'
import { PAGE, type LinkArea, type Sheet } from './sheet.ts'
import { PAGE_NUMBER_SIZE } from './table.ts'

type Lib = typeof import('pdf-lib')
const FOOTER = { size: 7.6, y: PAGE.height - 34 } as const

/** One PDF of one scan, or of several in the order given. Equal input gives equal bytes. */
export async function renderPdf(
  inputs: readonly [DocumentInput, ...DocumentInput[]],
  fonts: FontSource,
): Promise<Uint8Array> {
  const [lib, fontkit] = await Promise.all([import('pdf-lib'), import('@cantoo/fontkit')])
  const pdf = await lib.PDFDocument.create({ updateMetadata: false })
  pdf.registerFontkit(fontkit.default)
  const doc = documentOf(inputs)
  const faces = await Faces.load(JSON.stringify(doc), fonts, (bytes, name) =>
    pdf.embedFont(bytes, { subset: true, customName: name }),
  )
  const book = bind(faces, doc)
  write(lib, pdf, faces, book)
  describe(pdf, doc)
  return pdf.save({ addDefaultPage: false, objectsPerTick: Number.POSITIVE_INFINITY })
}

/** All pages in their order; places of the body are counted from `bodyStart`. */
type Book = Readonly<{ sheets: readonly Sheet[]; flow: Flow; bodyStart: number }>

function bind(faces: Faces, doc: Doc): Book {
  const flow = new Flow(faces)
  for (const block of doc.blocks) layOut(flow, block)
  for (const entry of flow.entries) flow.anchors.set(keyOf(entry), entry)
  const contents = contentsSheets(
    faces,
    entriesShown(flow.entries),
    ({ page }, pages) => page + pages + 2,
  )
  const bodyStart = 1 + contents.length
  for (const { page, x, baseline, anchor } of flow.pageNumbers) {
    const place = flow.anchors.get(anchor)
    if (place === undefined) continue
    const look = { style: 'regular', size: PAGE_NUMBER_SIZE, colour: COLOURS.link } as const
    const number = String(place.page + bodyStart + 1)
    flow.sheets[page]?.text(number, x, baseline, { ...look, to: anchor }, 'right')
  }
  const sheets = [coverSheet(faces, doc.cover), ...contents, ...flow.sheets]
  for (const [at, sheet] of sheets.entries()) if (at > 0) footer(sheet, doc, at + 1, sheets.length)
  return { sheets, flow, bodyStart }
}

function footer(sheet: Sheet, { title }: Doc, number: number, pages: number): void {
  const look = { style: 'regular', size: FOOTER.size, colour: COLOURS.muted } as const
  sheet.path(
    [
      [AREA.left, FOOTER.y - 14],
      [AREA.right, FOOTER.y - 14],
    ],
    COLOURS.rule,
    0.5,
  )
  sheet.text(shortTitle(title), AREA.left, FOOTER.y, look)
  sheet.text(`Page ${number} of ${pages}`, AREA.right, FOOTER.y, look, 'right')
}

function write(lib: Lib, pdf: PDFDocument, faces: Faces, { sheets, flow, bodyStart }: Book): void {
  const { context } = pdf
  const fonts = Object.fromEntries(faces.fonts().map(([key, font]) => [key, font.ref]))
  const resources = context.register(context.obj({ Font: fonts }))
  const pages = sheets.map(() => pdf.addPage([PAGE.width, PAGE.height]))
  const refOf = ({ page }: Place): PDFRef | undefined => pages[page + bodyStart]?.ref
  const annotation = ({ x, y, width, height, link, to }: LinkArea): readonly PDFRef[] => {
    const place = to === undefined ? undefined : flow.anchors.get(to)
    const ref = place === undefined ? undefined : refOf(place)
    const target =
      place !== undefined && ref !== undefined
        ? { Dest: [ref, 'XYZ', 0, PAGE.height - place.y + 6, null] }
        : link !== undefined
          ? { A: { Type: 'Action', S: 'URI', URI: lib.PDFString.of(escaped(link)) } }
          : null
    if (target === null) return []
    const box = [x, PAGE.height - y - height, x + width, PAGE.height - y]
    const entry = { Type: 'Annot', Subtype: 'Link', Rect: box, Border: [0, 0, 0], ...target }
    return [context.register(context.obj(entry))]
  }
  for (const [at, sheet] of sheets.entries()) {
    const node = pages[at]?.node
    if (node === undefined) continue
    node.set(lib.PDFName.of('Resources'), resources)
    node.set(lib.PDFName.of('Contents'), context.register(context.flateStream(sheet.content())))
    const annotations = sheet.links.flatMap(annotation)
    if (annotations.length > 0) node.set(lib.PDFName.of('Annots'), context.obj(annotations))
  }
  const bookmarks = flow.entries.flatMap((entry) => {
    const page = refOf(entry)
    const title = lib.PDFHexString.fromText(entry.text)
    return page === undefined
      ? []
      : [{ title, level: entry.level, page, y: PAGE.height - entry.y + 6 }]
  })
  if (bookmarks.length > 0)
    pdf.catalog.set(lib.PDFName.of('Outlines'), outlineOf(context, bookmarks))
  pdf.catalog.set(lib.PDFName.of('PageMode'), lib.PDFName.of('UseOutlines'))
}

/** As a literal string of PDF wants it. Only https addresses of checks come here. */
const escaped = (address: string): string =>
  (URL.parse(address)?.href ?? '').replaceAll(/[\\()]/g, (char) => `\\${char}`)

function describe(pdf: PDFDocument, doc: Doc): void {
  // oxlint-disable-next-line no-restricted-globals -- the date of the scan; reads no clock
  const date = new Date(fromIsoSeconds(doc.created_at))
  pdf.setTitle(doc.title, { showInWindowTitleBar: true })
  pdf.setSubject(doc.subject)
  pdf.setKeywords([...doc.keywords])
  pdf.setAuthor('Palisade')
  pdf.setCreator('Palisade')
  pdf.setProducer('Palisade, pdf-lib')
  pdf.setLanguage('en')
  pdf.setCreationDate(date)
  pdf.setModificationDate(date)
}
