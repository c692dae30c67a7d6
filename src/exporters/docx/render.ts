import { documentOf } from '../document/build.ts'
import type { DocumentInput } from '../document/context.ts'
import type { Doc } from '../document/model.ts'
import { shortTitle } from '../document/words.ts'
import { blockOf, BULLETS, NUMBERED } from './blocks.ts'
import { contentsOf } from './contents.ts'
import { coverOf } from './cover.ts'
import { PAGE, SIZES, type Lib } from './kit.ts'
import { settle, type Parts } from './settle.ts'
import { stylesOf } from './styles.ts'

/** One Word document of one scan. Equal input gives equal bytes. */
export async function renderDocx(input: DocumentInput): Promise<Uint8Array> {
  const lib = await import('docx')
  const doc = documentOf([input])
  const file = new lib.Document({
    title: doc.title,
    subject: doc.subject,
    creator: 'Palisade',
    lastModifiedBy: 'Palisade',
    keywords: doc.keywords.join(', '),
    styles: stylesOf(lib),
    numbering: numberingOf(lib),
    // Word fills page numbers in as it opens the file: the library's own layout takes half a minute.
    features: { updateFields: true },
    sections: [sectionOf(lib, doc)],
  })
  return settle(partsOf(lib, file), doc.created_at)
}

/** `Packer` gives the file zipped only, and to zip a report twice takes a quarter of a second. */
function partsOf(lib: Lib, file: InstanceType<Lib['Document']>): Parts {
  // oxlint-disable-next-line no-unsafe-type-assertion -- private and without a type; pinned, and tests read its parts
  const { compiler } = lib.Packer as unknown as Readonly<{
    compiler: Readonly<{ compile: (file: InstanceType<Lib['Document']>) => Parts }>
  }>
  return compiler.compile(file)
}

const numberingOf = (lib: Lib) => ({
  config: [
    levelOf(NUMBERED, lib.LevelFormat.DECIMAL, '%1.'),
    levelOf(BULLETS, lib.LevelFormat.BULLET, '•'),
  ],
})

const levelOf = <Format>(reference: string, format: Format, text: string) => ({
  reference,
  levels: [
    { level: 0, format, text, style: { paragraph: { indent: { left: 360, hanging: 260 } } } },
  ],
})

const sectionOf = (lib: Lib, doc: Doc) => ({
  properties: {
    titlePage: true,
    page: {
      size: { width: PAGE.width, height: PAGE.height },
      margin: { top: PAGE.margin, bottom: PAGE.margin, left: PAGE.margin, right: PAGE.margin },
    },
  },
  footers: {
    default: footer(lib, doc),
    first: new lib.Footer({ children: [new lib.Paragraph('')] }),
  },
  children: [
    ...coverOf(lib, doc.cover),
    new lib.Paragraph({ style: 'ContentsTitle', pageBreakBefore: true, text: 'Contents' }),
    ...contentsOf(lib, doc),
    ...doc.blocks.flatMap((block, at) => blockOf(lib, block, at === 0)),
  ],
})

function footer(lib: Lib, { title }: Doc) {
  const { PageNumber } = lib
  return new lib.Footer({
    children: [
      new lib.Paragraph({
        style: 'Small',
        tabStops: [{ type: lib.TabStopType.RIGHT, position: PAGE.width - 2 * PAGE.margin }],
        children: [
          new lib.TextRun({ text: shortTitle(title), size: SIZES.small }),
          new lib.TextRun({
            size: SIZES.small,
            children: ['\tPage ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES],
          }),
        ],
      }),
    ],
  })
}
