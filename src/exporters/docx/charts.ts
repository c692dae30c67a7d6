import type { ITableCellOptions, Paragraph, Table } from 'docx'

import { SEVERITIES, type Severity } from '../../report/severity.ts'
import type { Bar, BlockOf } from '../document/model.ts'
import { COLOURS, SEVERITY_COLOURS } from '../document/palette.ts'
import { grouped } from '../document/words.ts'
import { SEVERITY_WORDS } from '../facts.ts'
import { WIDTH, type Lib } from './kit.ts'
import { below, fill, grid } from './tables.ts'

/** A bar is a row of cells that span a fine grid: it needs no picture and prints in any Word. */
type Scale = Readonly<{ units: number; bar: number }>
/** The last units of a scale hold the number behind the longest bar. */
const BARS: Scale = { units: 60, bar: 54 }
const TREND: Scale = { units: 30, bar: 24 }
const LABEL = { bars: 3_700, date: 1_500, grade: 900 } as const
const LEGEND_BOX = 260

type Part = Bar['parts'][number]

export function bars(
  lib: Lib,
  { title, bars, hasLegend }: BlockOf<'bars'>,
): readonly (Table | Paragraph)[] {
  const most = Math.max(1, ...bars.map(({ parts }) => totalOf(parts)))
  const rows = bars.map(({ label, parts }) => ({
    cells: [textCell(lib, label), ...barCells(lib, coloured(parts), totalOf(parts), most, BARS)],
  }))
  const widths = [LABEL.bars, ...unitWidths(WIDTH - LABEL.bars, BARS)]
  return [
    chartTitle(lib, title),
    grid(lib, widths, rows, 'gaps'),
    ...(hasLegend ? [below(lib, 0), legend(lib)] : []),
    below(lib),
  ]
}

/** A row per scan: its date, grade, risk score and findings. */
export function trend(
  lib: Lib,
  { title, points }: BlockOf<'trend'>,
): readonly (Table | Paragraph)[] {
  const partsOf = (summary: Readonly<Record<Severity, number>>): readonly Part[] =>
    SEVERITIES.map((severity) => ({ severity, count: summary[severity] }))
  const most = Math.max(1, ...points.map(({ summary }) => totalOf(partsOf(summary))))
  const spans = [1, 1, TREND.units, TREND.units]
  const head = ['Scan', 'Grade', 'Risk score', 'Findings'].map((word, at) => ({
    columnSpan: spans[at] ?? 1,
    shading: fill(lib, COLOURS.brand),
    children: [line(lib, word, { bold: true, color: COLOURS.white })],
  }))
  const rows = points.map(({ date, grade, summary }) => {
    const risk = [{ count: summary.risk_score, colour: COLOURS.brand }]
    const parts = partsOf(summary)
    return {
      cells: [
        textCell(lib, date),
        textCell(lib, grade, true),
        ...barCells(lib, risk, summary.risk_score, 100, TREND),
        ...barCells(lib, coloured(parts), totalOf(parts), most, TREND),
      ],
    }
  })
  const half = unitWidths((WIDTH - LABEL.date - LABEL.grade) / 2, TREND)
  return [
    chartTitle(lib, title),
    grid(
      lib,
      [LABEL.date, LABEL.grade, ...half, ...half],
      [{ cells: head, isHead: true }, ...rows],
      'gaps',
    ),
    below(lib, 0),
    legend(lib),
    below(lib),
  ]
}

const totalOf = (parts: readonly Part[]): number => parts.reduce((sum, { count }) => sum + count, 0)

const coloured = (parts: readonly Part[]) =>
  parts.map(({ severity, count }) => ({ count, colour: SEVERITY_COLOURS[severity] }))

const unitWidths = (width: number, { units }: Scale): readonly number[] =>
  Array.from({ length: units }, () => Math.floor(width / units))

const chartTitle = (lib: Lib, title: string): Paragraph =>
  new lib.Paragraph({ style: 'Label', children: [new lib.TextRun({ text: title })] })

/** Rows of a chart stay on one page: each keeps the next. */
const line = (lib: Lib, text: string, look: Readonly<{ bold?: boolean; color?: string }> = {}) =>
  new lib.Paragraph({
    style: 'Cell',
    keepNext: true,
    children: [new lib.TextRun({ text, ...look })],
  })

const textCell = (lib: Lib, text: string, bold = false): ITableCellOptions => ({
  children: [line(lib, text, { bold })],
})

/** The parts of a bar, each one unit wide at least, then its number in what is left of the scale. */
function barCells(
  lib: Lib,
  parts: readonly Readonly<{ count: number; colour: string }>[],
  total: number,
  most: number,
  { units, bar }: Scale,
): readonly ITableCellOptions[] {
  const shown = parts
    .filter(({ count }) => count > 0)
    .map(({ count, colour }) => ({ colour, span: Math.max(1, Math.floor((count / most) * bar)) }))
  const used = shown.reduce((sum, { span }) => sum + span, 0)
  return [
    ...shown.map(({ colour, span }) => ({
      columnSpan: span,
      shading: fill(lib, colour),
      children: [line(lib, '')],
    })),
    { columnSpan: units - used, children: [line(lib, grouped(total), { bold: total > 0 })] },
  ]
}

function legend(lib: Lib): Table {
  const words = Math.floor(WIDTH / 8) - LEGEND_BOX
  const cells = SEVERITIES.flatMap((severity) => [
    { shading: fill(lib, SEVERITY_COLOURS[severity]), children: [line(lib, '')] },
    { children: [line(lib, SEVERITY_WORDS[severity], { color: COLOURS.muted })] },
  ])
  return grid(
    lib,
    SEVERITIES.flatMap(() => [LEGEND_BOX, words]),
    [{ cells }],
    'none',
  )
}
