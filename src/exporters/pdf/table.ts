import type { BlockOf, Cell, Column } from '../document/model.ts'
import { COLOURS } from '../document/palette.ts'
import { AREA, baselineIn, pill, WIDTH, type Flow } from './flow.ts'
import { breakLines, type Line } from './lines.ts'

const ROW = { size: 8.2, leading: 11, pad: 3.2, gutter: 8 } as const
const HEAD = { size: 7.6, leading: 11 } as const
const FACT_LABEL = 92
const FACT = { size: 9, leading: 12.6, pad: 1.4 } as const
/** Lines of a cut row that stay together at a page break. */
const LEAST_LINES = 3

type Box = Readonly<{ x: number; width: number; align?: 'right' | undefined }>

/** Rows under a head that is repeated on every page; a row is cut only where it is higher than what a page leaves. */
export function table(flow: Flow, { columns, rows }: BlockOf<'table'>): void {
  const boxes = boxesOf(columns)
  const set = rows.map((row) => row.map((cell, at) => linesOf(flow, cell, boxes[at])))
  flow.need(headHeight() + heightOf(set[0]) + heightOf(set[1]))
  head(flow, columns, boxes)
  for (const [at, row] of rows.entries()) drawRow(flow, columns, boxes, row, set[at] ?? [])
  flow.y += 10
}

const headHeight = (): number => HEAD.leading + 2 * ROW.pad

const heightOf = (cells: readonly (readonly Line[])[] | undefined): number =>
  cells === undefined
    ? 0
    : Math.max(1, ...cells.map(({ length }) => length)) * ROW.leading + 2 * ROW.pad

function boxesOf(columns: readonly Column[]): readonly Box[] {
  const all = columns.reduce((sum, { share }) => sum + share, 0)
  let x: number = AREA.left
  return columns.map(({ share, align }) => {
    const width = (WIDTH * share) / all
    const box = { x: x + 2, width: width - ROW.gutter, align }
    x += width
    return box
  })
}

function linesOf(flow: Flow, cell: Cell, box: Box | undefined): readonly Line[] {
  if (cell.kind !== 'text' || box === undefined) return [[]]
  return breakLines(flow.faces, cell.text, { size: ROW.size }, box.width)
}

function head(flow: Flow, columns: readonly Column[], boxes: readonly Box[]): void {
  flow.sheet.rect(AREA.left, flow.y, WIDTH, headHeight(), COLOURS.brand)
  const baseline = flow.y + ROW.pad + baselineIn(HEAD.leading, HEAD.size)
  const look = { style: 'bold', size: HEAD.size, colour: COLOURS.white } as const
  for (const [at, { title }] of columns.entries()) {
    const box = boxes[at]
    if (box === undefined) continue
    const isRight = box.align === 'right'
    flow.sheet.text(
      title,
      isRight ? box.x + box.width : box.x,
      baseline,
      look,
      isRight ? 'right' : 'left',
    )
  }
  flow.y += headHeight()
}

function drawRow(
  flow: Flow,
  columns: readonly Column[],
  boxes: readonly Box[],
  row: readonly Cell[],
  set: readonly (readonly Line[])[],
): void {
  const total = Math.max(1, ...set.map(({ length }) => length))
  let from = 0
  while (from < total) {
    const fits = Math.floor((flow.room - 2 * ROW.pad) / ROW.leading)
    if (fits < Math.min(total - from, from === 0 && total <= wholePage() ? total : LEAST_LINES)) {
      flow.newPage()
      head(flow, columns, boxes)
      continue
    }
    const to = Math.min(total, from + fits)
    const top = flow.y
    flow.y += ROW.pad
    for (const [at, cell] of row.entries()) {
      const box = boxes[at]
      if (box === undefined) continue
      if (from === 0) mark(flow, cell, box)
      drawLines(flow, (set[at] ?? []).slice(from, to), box)
    }
    flow.y = top + (to - from) * ROW.leading + 2 * ROW.pad
    flow.sheet.path(
      [
        [AREA.left, flow.y],
        [AREA.right, flow.y],
      ],
      COLOURS.rule,
      0.4,
    )
    from = to
  }
}

/** Lines of a row that a fresh page holds below the head. */
const wholePage = (): number =>
  Math.floor((AREA.bottom - AREA.top - headHeight() - 2 * ROW.pad) / ROW.leading)

function drawLines(flow: Flow, lines: readonly Line[], { x, width, align }: Box): void {
  for (const [at, line] of lines.entries()) {
    const used = line.reduce((sum, span) => sum + span.width, 0)
    const start = align === 'right' ? x + width - used : x
    flow.sheet.line(line, start, flow.y + at * ROW.leading + baselineIn(ROW.leading, ROW.size))
  }
}

function mark(flow: Flow, cell: Cell, { x, width }: Box): void {
  const { y, page } = flow
  if (cell.kind === 'severity') pill(flow.sheet, cell.severity, x, y - 0.5)
  if (cell.kind !== 'page') return
  const baseline = y + baselineIn(ROW.leading, ROW.size)
  flow.pageNumbers.push({ page, x: x + width, baseline, anchor: cell.page })
}
export const PAGE_NUMBER_SIZE = ROW.size

/** Labels on the left, values on the right; values may run over pages. */
export function facts(flow: Flow, { rows }: BlockOf<'facts'>): void {
  const { size, leading, pad } = FACT
  for (const [name, value] of rows) {
    const lines = breakLines(flow.faces, value, { size }, WIDTH - FACT_LABEL)
    flow.need(Math.min(2, lines.length) * leading + pad)
    const look = { style: 'regular', size, colour: COLOURS.muted } as const
    flow.sheet.text(name, AREA.left, flow.y + baselineIn(leading, size), look)
    flow.lines(lines, AREA.left + FACT_LABEL, leading, size)
    flow.y += pad
  }
  flow.y += 5
}
