import type { ParagraphChild } from 'docx'

import type { Inline, Rich } from '../document/model.ts'
import { COLOURS } from '../document/palette.ts'
import { bookmarkName, FONTS, type Lib } from './kit.ts'

export type RunLook = Readonly<{ size?: number; color?: string; bold?: boolean }>

/** Styled text of a paragraph. A line feed in it is a blank: paragraphs are cut before. */
export const runsOf = (lib: Lib, rich: Rich, look: RunLook = {}): readonly ParagraphChild[] =>
  rich.filter(({ text }) => text !== '').map((inline) => childOf(lib, inline, look))

function childOf(lib: Lib, inline: Inline, look: RunLook): ParagraphChild {
  const isLink = inline.link !== undefined || inline.to !== undefined
  const run = new lib.TextRun({
    text: inline.text.replaceAll(/[\n\t]/g, ' '),
    ...look,
    ...(inline.style === 'bold' ? { bold: true } : {}),
    ...(inline.style === 'muted' ? { color: COLOURS.muted } : {}),
    ...(isLink ? { color: COLOURS.link } : {}),
    ...(inline.style === 'code' ? { font: FONTS.code, noProof: true } : {}),
  })
  if (inline.link !== undefined) {
    return new lib.ExternalHyperlink({ link: inline.link, children: [run] })
  }
  if (inline.to === undefined) return run
  return new lib.InternalHyperlink({ anchor: bookmarkName(inline.to), children: [run] })
}
