import type { ITableCellOptions, Paragraph, Table, TableRow } from 'docx'

import type { BlockOf, Rich } from '../document/model.ts'
import { COLOURS } from '../document/palette.ts'
import { WIDTH, type Lib } from './kit.ts'
import { runsOf, type RunLook } from './runs.ts'
import { writtenRow } from './written-row.ts'

const CELL = { top: 45, bottom: 45, left: 80, right: 80 } as const

/** A table as wide as the text, its columns fixed. */
export function grid(
  lib: Lib,
  widths: readonly number[],
  rows: readonly (TableRow | Readonly<{ cells: readonly ITableCellOptions[]; isHead?: boolean }>)[],
  lines: 'rules' | 'gaps' | 'none',
): Table {
  const none = { style: lib.BorderStyle.NONE, size: 0, color: 'auto' }
  const single = lib.BorderStyle.SINGLE
  const line = {
    none,
    rules: { style: single, size: 4, color: COLOURS.rule },
    // Between the bars of a chart.
    gaps: { style: single, size: 24, color: COLOURS.white },
  }[lines]
  return new lib.Table({
    width: { size: WIDTH, type: lib.WidthType.DXA },
    columnWidths: widths,
    layout: lib.TableLayoutType.FIXED,
    borders: {
      top: none,
      left: none,
      right: none,
      insideVertical: none,
      bottom: line,
      insideHorizontal: line,
    },
    margins: { ...CELL, marginUnitType: lib.WidthType.DXA },
    rows: rows.map((row) =>
      row instanceof lib.TableRow
        ? row
        : new lib.TableRow({
            tableHeader: row.isHead ?? false,
            cantSplit: true,
            // The library works their widths out from the columns they span.
            children: row.cells.map((cell) => new lib.TableCell(cell)),
          }),
    ),
  })
}

/** Word wants a paragraph behind every table; a low one keeps the distance. */
export const below = (lib: Lib, after = 80): Paragraph =>
  new lib.Paragraph({
    spacing: { before: 0, after, line: 120, lineRule: lib.LineRuleType.AUTO },
    children: [],
  })

export function table(
  lib: Lib,
  { columns, rows }: BlockOf<'table'>,
): readonly (Table | Paragraph)[] {
  const all = columns.reduce((sum, { share }) => sum + share, 0)
  const widths = columns.map(({ share }) => Math.floor((WIDTH * share) / all))
  const head = columns.map(({ title, align }) => ({
    shading: fill(lib, COLOURS.brand),
    children: [small(lib, [{ text: title }], { bold: true, color: COLOURS.white, align })],
  }))
  const layout = columns.map(({ align }, at) => ({ align, width: widths[at] ?? 0 }))
  const body = rows.map((row) => writtenRow(lib, row, layout))
  return [grid(lib, widths, [{ cells: head, isHead: true }, ...body], 'rules'), below(lib)]
}

export const fill = (lib: Lib, colour: string) =>
  ({ type: lib.ShadingType.CLEAR, color: 'auto', fill: colour }) as const

type CellLook = RunLook & Readonly<{ align?: 'right' | undefined }>

/** The size of letters comes from the style: a run without properties is half the work. */
function small(lib: Lib, rich: Rich, { align, ...look }: CellLook = {}): Paragraph {
  return new lib.Paragraph({
    style: 'Cell',
    ...(align === 'right' ? { alignment: lib.AlignmentType.RIGHT } : {}),
    children: runsOf(lib, rich, look),
  })
}

/**
 * Labels on the left, values behind a tab on the right, all on one page with their heading. Lines,
 * not a table: a cell costs the library three times as much.
 */
export const facts = (lib: Lib, { rows }: BlockOf<'facts'>): readonly Paragraph[] =>
  rows.map(
    ([label, value], at) =>
      new lib.Paragraph({
        style: 'Fact',
        ...(at < rows.length - 1 ? { keepNext: true } : { spacing: { after: 160 } }),
        children: [
          new lib.TextRun({ children: [label, new lib.Tab()], color: COLOURS.muted }),
          ...runsOf(lib, value),
        ],
      }),
  )
