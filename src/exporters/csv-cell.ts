import { cleanText } from './clean.ts'
import { cut } from './cut.ts'

/** First characters that make a spreadsheet compute a cell, also in their full-width forms. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]|^[\t\r\n]/
/** A spreadsheet's cell holds 32,767 characters; the rest would run into the next rows. */
const CELL_CHARS = 32_000

export type Cell = string | number | null

/** RFC 4180. A text that looks like a formula gets an apostrophe; numbers of ours do not. */
export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = cut(cleanText(cell), CELL_CHARS)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`
