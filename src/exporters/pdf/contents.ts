import { COLOURS } from '../document/palette.ts'
import type { Faces } from './faces.ts'
import { AREA, baselineIn, WIDTH, type Entry } from './flow.ts'
import { breakLines } from './lines.ts'
import { Sheet } from './sheet.ts'

/** Beyond this many entries the contents list sections only; the overview lists the findings. */
const MOST_ENTRIES = 76
const TITLE = { size: 19, height: 44 } as const
const ROWS = {
  1: { size: 10.2, leading: 18, indent: 0, style: 'bold' },
  2: { size: 9, leading: 14, indent: 16, style: 'regular' },
  3: { size: 9, leading: 14, indent: 32, style: 'regular' },
} as const
const NUMBER_WIDTH = 34

export const entriesShown = (entries: readonly Entry[]): readonly Entry[] =>
  [3, 2]
    .map((deepest) => entries.filter(({ level }) => level <= deepest))
    .find(({ length }) => length <= MOST_ENTRIES) ?? entries.filter(({ level }) => level === 1)

/** The pages of the contents; `numberOf` gives the number printed on a page of the body. */
export function contentsSheets(
  faces: Faces,
  entries: readonly Entry[],
  numberOf: (entry: Entry, pages: number) => number,
): readonly Sheet[] {
  const pages = paginate(entries)
  return pages.map((rows, at) => {
    const sheet = new Sheet(faces)
    if (at === 0) {
      const look = { style: 'bold', size: TITLE.size, colour: COLOURS.brand } as const
      sheet.text('Contents', AREA.left, AREA.top + TITLE.size, look)
    }
    let y = AREA.top + (at === 0 ? TITLE.height : 0)
    for (const entry of rows) {
      row(sheet, faces, entry, y, numberOf(entry, pages.length))
      y += ROWS[entry.level].leading
    }
    return sheet
  })
}

function paginate(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const pages: Entry[][] = [[]]
  let room: number = AREA.bottom - AREA.top - TITLE.height
  for (const entry of entries) {
    const { leading } = ROWS[entry.level]
    if (leading > room) {
      pages.push([])
      room = AREA.bottom - AREA.top
    }
    pages.at(-1)?.push(entry)
    room -= leading
  }
  return pages
}

function row(sheet: Sheet, faces: Faces, entry: Entry, y: number, number: number): void {
  const { size, leading, indent, style } = ROWS[entry.level]
  const baseline = y + baselineIn(leading, size)
  const width = WIDTH - indent - NUMBER_WIDTH
  const look = { size, style, colour: COLOURS.text } as const
  const [line = [], more] = breakLines(faces, [{ text: entry.text }], look, width)
  const shown = more === undefined ? line : [...line, { ...look, text: '…', width: size }]
  sheet.line(shown, AREA.left + indent, baseline)
  const end = AREA.left + indent + shown.reduce((sum, span) => sum + span.width, 0)
  leader(sheet, end + 6, AREA.right - NUMBER_WIDTH + 10, baseline)
  sheet.text(String(number), AREA.right, baseline, look, 'right')
  sheet.links.push({ x: AREA.left, y, width: WIDTH, height: leading, to: keyOf(entry) })
}

/** Entries lead to their place in the body, which needs no anchor of its own. */
export const keyOf = ({ page, y }: Entry): string => `@${page}:${y}`

function leader(sheet: Sheet, from: number, to: number, baseline: number): void {
  if (to - from < 12) return
  sheet.path(
    [
      [from, baseline - 1],
      [to, baseline - 1],
    ],
    COLOURS.rule,
    0.5,
  )
}
