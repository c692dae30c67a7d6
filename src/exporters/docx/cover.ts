import type { ITableCellOptions, Paragraph, Table } from 'docx'

import { SEVERITIES } from '../../report/severity.ts'
import type { Cover } from '../document/model.ts'
import { COLOURS, GRADE_COLOURS, ON_SEVERITY, SEVERITY_COLOURS } from '../document/palette.ts'
import { grouped } from '../document/words.ts'
import { SEVERITY_WORDS } from '../facts.ts'
import { WIDTH, type Lib } from './kit.ts'
import { below, facts, fill, grid } from './tables.ts'

const GRADE_WIDTH = 2_000
const MOST_FACTS = 16

export function coverOf(lib: Lib, cover: Cover): readonly (Paragraph | Table)[] {
  const { facts: rows } = cover
  const more = rows.length - MOST_FACTS
  return [
    banner(lib, cover),
    below(lib, 300),
    ...grade(lib, cover),
    counts(lib, cover),
    below(lib, 200),
    ...facts(lib, { kind: 'facts', rows: rows.slice(0, MOST_FACTS) }),
    ...(more > 0 ? [line(lib, `and ${more} more`, 20, COLOURS.muted)] : []),
    new lib.Paragraph({ style: 'Small', children: [new lib.TextRun({ text: cover.notice })] }),
  ]
}

function banner(lib: Lib, { title, target, date }: Cover): Table {
  const white = COLOURS.white
  const cell: ITableCellOptions = {
    shading: fill(lib, COLOURS.brand),
    margins: {
      top: 1_100,
      bottom: 1_900,
      left: 400,
      right: 400,
      marginUnitType: lib.WidthType.DXA,
    },
    children: [
      line(lib, 'Palisade', 26, white, true),
      new lib.Paragraph({
        style: 'Title',
        spacing: { before: 1_500, after: 200 },
        children: [new lib.TextRun({ text: title })],
      }),
      line(lib, target, 28, white),
      line(lib, date, 22, white),
    ],
  }
  return grid(lib, [WIDTH], [{ cells: [cell] }], 'none')
}

const line = (lib: Lib, text: string, size: number, color: string, bold = false): Paragraph =>
  new lib.Paragraph({
    style: 'Cell',
    spacing: { before: 40, after: 40 },
    children: [new lib.TextRun({ text, size, color, bold })],
  })

function grade(lib: Lib, { grade, summary }: Cover): readonly (Paragraph | Table)[] {
  if (grade === null) return []
  const cells: readonly ITableCellOptions[] = [
    {
      shading: fill(lib, GRADE_COLOURS[grade]),
      verticalAlign: lib.VerticalAlignTable.CENTER,
      children: [
        new lib.Paragraph({
          style: 'Cell',
          alignment: lib.AlignmentType.CENTER,
          children: [new lib.TextRun({ text: grade, size: 96, bold: true, color: COLOURS.white })],
        }),
      ],
    },
    {
      verticalAlign: lib.VerticalAlignTable.CENTER,
      margins: { left: 300, marginUnitType: lib.WidthType.DXA },
      children: [
        line(lib, `Grade ${grade}`, 28, COLOURS.text, true),
        line(lib, `Risk score ${summary.risk_score} of 100 (0 is best)`, 24, COLOURS.text),
      ],
    },
  ]
  return [grid(lib, [GRADE_WIDTH, WIDTH - GRADE_WIDTH], [{ cells }], 'none'), below(lib, 200)]
}

function counts(lib: Lib, { summary }: Cover): Table {
  const width = Math.floor(WIDTH / SEVERITIES.length)
  const cells = SEVERITIES.map((severity) => ({
    shading: fill(lib, SEVERITY_COLOURS[severity]),
    children: [
      line(lib, grouped(summary[severity]), 40, ON_SEVERITY[severity], true),
      line(lib, SEVERITY_WORDS[severity], 19, ON_SEVERITY[severity]),
    ],
  }))
  return grid(
    lib,
    SEVERITIES.map(() => width),
    [{ cells }],
    'none',
  )
}
