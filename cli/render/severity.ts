import { SEVERITIES, type Severity } from '../../src/report/severity.ts'
import type { Colours } from '../terminal.ts'
import type { Column } from './table.ts'

const PAINT: Readonly<Record<Severity, (colours: Colours) => (text: string) => string>> = {
  critical: (c) => (text) => c.bold(c.inverse(c.red(text))),
  high: (c) => (text) => c.bold(c.red(text)),
  medium: (c) => c.yellow,
  low: (c) => c.cyan,
  info: (c) => c.dim,
}

/** The word in capitals, so that colour never carries the meaning alone. */
export const severityWord = (severity: Severity): string => severity.toUpperCase()

/** Colours a word, and not the blanks that fill its cell. */
export function paintSeverity(severity: Severity, colours: Colours, cell: string): string {
  const word = cell.trimEnd()
  return PAINT[severity](colours)(word) + ' '.repeat(cell.length - word.length)
}

/** A column of tables whose cells are `severityWord`s. */
export const severityColumn = (colours: Colours): Column => ({
  title: 'Severity',
  paint: (cell) => {
    const severity = SEVERITIES.find((severity) => severityWord(severity) === cell.trim())
    return paintSeverity(severity ?? 'info', colours, cell)
  },
})
