import type { ITableCellOptions, Paragraph, Table } from 'docx'

import type { BlockOf } from '../document/model.ts'
import { COLOURS } from '../document/palette.ts'
import { WIDTH, type Lib } from './kit.ts'
import { below, fill, grid } from './tables.ts'

const UNITS = 60
const LABEL = 3_300
const TOLD = 1_900

/** A row of cells per request that span a fine grid: empty, then light, then dark, then empty. */
export function waterfall(
  lib: Lib,
  { title, bars }: BlockOf<'waterfall'>,
): readonly (Table | Paragraph)[] {
  const unit = Math.floor((WIDTH - LABEL - TOLD) / UNITS)
  const rows = bars.map(({ label, from, firstByte, to, told }) => {
    const start = Math.min(UNITS - 2, Math.floor(from * UNITS))
    const first = Math.min(UNITS - 1, Math.max(start + 1, Math.round(firstByte * UNITS)))
    const end = Math.min(UNITS, Math.max(first + 1, Math.round(to * UNITS)))
    const spans: readonly (readonly [units: number, colour: string | null])[] = [
      [start, null],
      [first - start, COLOURS.rule],
      [end - first, COLOURS.brand],
      [UNITS - end, null],
    ]
    const cells = spans
      .filter(([units]) => units > 0)
      .map(([units, colour]): ITableCellOptions => {
        const shading = colour === null ? {} : { shading: fill(lib, colour) }
        return { columnSpan: units, ...shading, children: [line(lib, '')] }
      })
    return { cells: [textCell(lib, label), ...cells, textCell(lib, told)] }
  })
  const widths = [LABEL, ...Array.from({ length: UNITS }, () => unit), TOLD]
  return [
    new lib.Paragraph({ style: 'Label', children: [new lib.TextRun({ text: title })] }),
    grid(lib, widths, rows, 'gaps'),
    below(lib),
  ]
}

const line = (lib: Lib, text: string): Paragraph =>
  new lib.Paragraph({ style: 'Cell', children: [new lib.TextRun({ text })] })

const textCell = (lib: Lib, text: string): ITableCellOptions => ({ children: [line(lib, text)] })
