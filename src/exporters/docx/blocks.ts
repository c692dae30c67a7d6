import type { Paragraph, Table, TextRun } from 'docx'

import type { Block, BlockOf, Mark } from '../document/model.ts'
import { COLOURS, SEVERITY_COLOURS } from '../document/palette.ts'
import { bars, trend } from './charts.ts'
import { bookmarkName, type Lib } from './kit.ts'
import { runsOf } from './runs.ts'
import { facts, fill, table } from './tables.ts'
import { waterfall } from './waterfall.ts'

export const NUMBERED = 'steps'
export const BULLETS = 'points'
const TONES = { lead: 'Lead', small: 'Small', notice: 'Notice' } as const

export function blockOf(
  lib: Lib,
  block: Block,
  startsPage: boolean,
): readonly (Paragraph | Table)[] {
  switch (block.kind) {
    case 'heading':
      return [heading(lib, block, startsPage)]
    case 'label':
      return [new lib.Paragraph({ style: 'Label', children: runsOf(lib, [{ text: block.text }]) })]
    case 'paragraph':
      return [
        new lib.Paragraph({
          ...(block.tone === undefined ? {} : { style: TONES[block.tone] }),
          children: runsOf(lib, block.text),
        }),
      ]
    case 'list':
      return list(lib, block)
    case 'facts':
      return facts(lib, block)
    case 'table':
      return table(lib, block)
    case 'code':
      return [code(lib, block)]
    case 'bars':
      return bars(lib, block)
    case 'trend':
      return trend(lib, block)
    case 'waterfall':
      return waterfall(lib, block)
  }
}

function heading(
  lib: Lib,
  { level, text, anchor, severity }: BlockOf<'heading'>,
  pageBreakBefore: boolean,
): Paragraph {
  const levels = {
    1: lib.HeadingLevel.HEADING_1,
    2: lib.HeadingLevel.HEADING_2,
    3: lib.HeadingLevel.HEADING_3,
  } as const
  const style = lib.BorderStyle.SINGLE
  return new lib.Paragraph({
    heading: levels[level],
    pageBreakBefore,
    ...(severity === undefined
      ? {}
      : { border: { left: { style, size: 36, space: 6, color: SEVERITY_COLOURS[severity] } } }),
    children: [
      new lib.Bookmark({ id: bookmarkName(anchor), children: [new lib.TextRun({ text })] }),
    ],
  })
}

const list = (lib: Lib, { items, isNumbered }: BlockOf<'list'>): readonly Paragraph[] =>
  items.map(
    (item) =>
      new lib.Paragraph({
        style: 'ListParagraph',
        numbering: { reference: isNumbered ? NUMBERED : BULLETS, level: 0 },
        children: runsOf(lib, item),
      }),
  )

/** One paragraph with a break per line, so that its ground is one area. */
function code(lib: Lib, { text, marks }: BlockOf<'code'>): Paragraph {
  let at = 0
  const runs = text.split('\n').flatMap((line, number) => {
    const start = at
    at += line.length + 1
    return lineRuns(lib, line, marksWithin(marks, start, start + line.length), number > 0)
  })
  return new lib.Paragraph({ style: 'Code', children: runs })
}

const marksWithin = (marks: readonly Mark[], start: number, end: number): readonly Mark[] =>
  marks
    .filter(([from, to]) => from < end && to > start)
    .map(([from, to]) => [Math.max(from, start) - start, Math.min(to, end) - start])

function lineRuns(
  lib: Lib,
  line: string,
  marks: readonly Mark[],
  isBroken: boolean,
): readonly TextRun[] {
  const ends = [...marks.flat(), line.length]
  let from = 0
  const parts = ends.map((to) => {
    const part = { text: line.slice(from, to), isMarked: marks.some(([start]) => start === from) }
    from = to
    return part
  })
  return parts
    .filter(({ text }, number) => text !== '' || number === 0)
    .map(
      ({ text, isMarked }, number) =>
        new lib.TextRun({
          text: text.replaceAll('\t', '    '),
          ...(isBroken && number === 0 ? { break: 1 } : {}),
          ...(isMarked ? { shading: fill(lib, COLOURS.mark), underline: {} } : {}),
        }),
    )
}
