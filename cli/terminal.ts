import { stripVTControlCharacters } from 'node:util'

import pc from 'picocolors'

const DEFAULT_COLUMNS = 100
const LEAST_COLUMNS = 40
const MOST_COLUMNS = 140

export type Colours = ReturnType<typeof pc.createColors>

/** Where a command writes. Results go to `out`, everything else to `err`. */
export type Terminal = Readonly<{
  out(text: string | Uint8Array): void
  err(text: string): void
  /** Whether standard error is a terminal that can show a live line. */
  isLive: boolean
  columns: number
  colours: Colours
  /** Resolves when all of `out` has left the process. */
  flush(): Promise<void>
}>

/** Variables of the process, as far as they are set. */
export type Environment = Readonly<Record<string, string | undefined>>

/** https://no-color.org, FORCE_COLOR, else: a terminal that is not dumb. */
export function wantsColour(env: Environment, isTerminal: boolean): boolean {
  if (env['NO_COLOR']) return false
  if (env['FORCE_COLOR'] && env['FORCE_COLOR'] !== '0') return true
  return isTerminal && env['TERM'] !== 'dumb'
}

export const columnsFor = (columns: number | undefined): number =>
  Math.min(MOST_COLUMNS, Math.max(LEAST_COLUMNS, columns ?? DEFAULT_COLUMNS))

/** The process's own terminal. `plain` is `--no-color`. */
export function processTerminal(plain: boolean): Terminal {
  const { stdout, stderr, env } = process
  const colour = !plain && wantsColour(env, stdout.isTTY)
  const errColour = !plain && wantsColour(env, stderr.isTTY)
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(errColour ? text : stripVTControlCharacters(text)),
    isLive: stderr.isTTY && env['TERM'] !== 'dumb',
    columns: columnsFor(stdout.isTTY ? stdout.columns : undefined),
    colours: pc.createColors(colour),
    flush: () => new Promise((resolve) => stdout.write('', () => resolve())),
  }
}
