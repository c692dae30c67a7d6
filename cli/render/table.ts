import { padEnd, truncate, widthOf } from './text.ts'

const GAP = 2

/** A column: `grow` columns share what is left of the line; the others are as wide as they need. */
export type Column = Readonly<{
  title: string
  grow?: number
  paint?: (text: string) => string
}>

const spaceOf = (columns: readonly Column[]) => GAP * (columns.length - 1)

function widthsOf(columns: readonly Column[], rows: readonly (readonly string[])[], total: number) {
  const needed = columns.map((column, index) =>
    Math.max(widthOf(column.title), ...rows.map((row) => widthOf(row[index] ?? ''))),
  )
  const sum = needed.reduce((all, width) => all + width, 0)
  const excess = sum + spaceOf(columns) - total
  if (excess <= 0) return needed
  const growing = columns.reduce((all, column) => all + (column.grow ?? 0), 0)
  const fixed = needed.filter((_, index) => !columns[index]?.grow).reduce((a, b) => a + b, 0)
  const left = Math.max(0, total - fixed - spaceOf(columns))
  return shareOut(columns, needed, left, growing)
}

/** A growing column that needs less than its share leaves the rest to the others. */
function shareOut(
  columns: readonly Column[],
  needed: readonly number[],
  left: number,
  growing: number,
): number[] {
  const widths = [...needed]
  const order = columns
    .map((column, index) => ({ index, grow: column.grow ?? 0 }))
    .filter(({ grow }) => grow > 0)
    .toSorted((a, b) => (needed[a.index] ?? 0) / a.grow - (needed[b.index] ?? 0) / b.grow)
  let rest = left
  let shares = growing
  for (const { index, grow } of order) {
    const width = Math.min(needed[index] ?? 0, Math.floor((rest * grow) / shares))
    widths[index] = width
    rest -= width
    shares -= grow
  }
  return widths
}

export type Table = Readonly<{ heading: string; lines: readonly string[] }>

/**
 * Rows of cleaned text as lines of at most `total` columns. Cells that do not fit are cut with an
 * ellipsis; painting happens after measuring, so that colours take no space.
 */
export function layOut(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  total: number,
): Table {
  const widths = widthsOf(columns, rows, total)
  const last = columns.length - 1
  const lineOf = (cells: readonly string[], isHeading: boolean) => {
    const painted = columns.map(({ paint }, index) => {
      const width = widths[index] ?? 0
      const cut = truncate(cells[index] ?? '', width)
      const cell = index === last ? cut : padEnd(cut, width)
      return paint && !isHeading ? paint(cell) : cell
    })
    return painted.join(' '.repeat(GAP)).trimEnd()
  }
  return {
    heading: lineOf(
      columns.map(({ title }) => title),
      true,
    ),
    lines: rows.map((row) => lineOf(row, false)),
  }
}
