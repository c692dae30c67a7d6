import type { Paragraph } from 'docx'

import type { Doc } from '../document/model.ts'
import { bookmarkName, type Lib } from './kit.ts'

/** Beyond this many headings the contents list sections only; the overview lists the findings. */
const MOST_ENTRIES = 76

/**
 * The contents as lines with references to pages. A field of the kind TOC would be filled by Word
 * alone; these numbers LibreOffice works out too.
 */
export function contentsOf(lib: Lib, { blocks }: Doc): readonly Paragraph[] {
  const headings = blocks.filter((block) => block.kind === 'heading')
  const deepest =
    [3, 2].find((depth) => headings.filter(({ level }) => level <= depth).length <= MOST_ENTRIES) ??
    1
  return headings
    .filter(({ level }) => level <= deepest)
    .map(
      ({ level, text, anchor }) =>
        new lib.Paragraph({
          style: `TOC${level}`,
          children: [
            new lib.InternalHyperlink({
              anchor: bookmarkName(anchor),
              children: [new lib.TextRun({ children: [text, new lib.Tab()] })],
            }),
            new lib.PageReference(bookmarkName(anchor), { hyperlink: true }),
          ],
        }),
    )
}
