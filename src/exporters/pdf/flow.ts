import type { Severity } from '../../report/severity.ts'
import { COLOURS, ON_SEVERITY, SEVERITY_COLOURS } from '../document/palette.ts'
import { SEVERITY_WORDS } from '../facts.ts'
import type { Faces } from './faces.ts'
import type { Line } from './lines.ts'
import { PAGE, Sheet } from './sheet.ts'

/** Where text stands on a page, in points. */
export const AREA = { left: 54, right: PAGE.width - 54, top: 62, bottom: PAGE.height - 64 } as const
export const WIDTH = AREA.right - AREA.left

const TOGETHER = 2

/** Pages are counted from 0 within the body, which begins behind the contents. */
export type Place = Readonly<{ page: number; y: number }>
export type Entry = Place & Readonly<{ text: string; level: 1 | 2 | 3 }>
/** A page number that is known when all is laid out; it ends at x. */
export type PageNumber = Readonly<{ page: number; x: number; baseline: number; anchor: string }>

/** The body of a document as it grows: sheets, a cursor, and what refers to places. */
export class Flow {
  readonly faces: Faces
  readonly sheets: Sheet[] = []
  readonly anchors = new Map<string, Place>()
  readonly entries: Entry[] = []
  readonly pageNumbers: PageNumber[] = []
  y: number = AREA.bottom

  constructor(faces: Faces) {
    this.faces = faces
  }

  get sheet(): Sheet {
    const sheet = this.sheets.at(-1)
    return sheet ?? this.newPage()
  }

  get page(): number {
    return this.sheets.length - 1
  }

  get room(): number {
    return this.sheets.length === 0 ? 0 : AREA.bottom - this.y
  }

  newPage(): Sheet {
    const sheet = new Sheet(this.faces)
    this.sheets.push(sheet)
    this.y = AREA.top
    return sheet
  }

  /** Begins a page unless `height` points are free on this one. */
  need(height: number): void {
    if (height > this.room) this.newPage()
  }

  /** Space above a block; none at the top of a page. */
  gap(height: number): void {
    if (this.y > AREA.top) this.y += height
  }

  /** Running text: two lines at least stand together at the end of a page and at the start of the next. */
  prose(lines: readonly Line[], x: number, leading: number, size: number): void {
    const fitting = Math.floor(this.room / leading)
    const here = fitting >= lines.length ? lines.length : Math.min(fitting, lines.length - TOGETHER)
    if (here < Math.min(TOGETHER, lines.length)) {
      this.newPage()
      this.lines(lines, x, leading, size)
      return
    }
    this.lines(lines.slice(0, here), x, leading, size)
    if (here === lines.length) return
    this.newPage()
    this.lines(lines.slice(here), x, leading, size)
  }

  lines(lines: readonly Line[], x: number, leading: number, size: number): void {
    for (const line of lines) {
      this.need(leading)
      this.sheet.line(line, x, this.y + baselineIn(leading, size))
      this.y += leading
    }
  }
}

/** How far below the top of a line its letters stand. */
export const baselineIn = (leading: number, size: number): number =>
  (leading - size) / 2 + size * 0.82

const PILL = { width: 47, height: 12, size: 7.2 } as const

/** The word of a severity on its colour; returns nothing, takes 47 × 12 points. */
export function pill(sheet: Sheet, severity: Severity, x: number, y: number): void {
  sheet.rect(x, y, PILL.width, PILL.height, SEVERITY_COLOURS[severity])
  sheet.text(
    SEVERITY_WORDS[severity],
    x + PILL.width / 2,
    y + baselineIn(PILL.height, PILL.size),
    { style: 'bold', size: PILL.size, colour: ON_SEVERITY[severity] },
    'centre',
  )
}
export const PILL_WIDTH = PILL.width

export const rule = (flow: Flow, colour: string = COLOURS.rule): void =>
  flow.sheet.path(
    [
      [AREA.left, flow.y],
      [AREA.right, flow.y],
    ],
    colour,
  )
