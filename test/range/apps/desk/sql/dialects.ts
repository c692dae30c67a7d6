import { createHash } from 'node:crypto'
import type { SQLOutputValue } from 'node:sqlite'

/** What a connection looks like to those who write SQL for it. */
export type Dialect = 'mysql' | 'postgres' | 'plain'

/** Holds the statement for some seconds. */
export type Pause = (seconds: SQLOutputValue | undefined) => void
type Run = (...values: SQLOutputValue[]) => SQLOutputValue

const NOW = '2026-03-30 12:00:00'
const md5 = (value: SQLOutputValue = null): SQLOutputValue =>
  value === null ? null : createHash('md5').update(String(value)).digest('hex')

/**
 * What a server of each kind brings and SQLite does not; CONCAT, IF and CASE are in SQLite
 * itself. A pause is impure, so it runs for each row that the statement looks at.
 */
const FUNCTIONS: Readonly<Record<Dialect, (pause: Pause) => Readonly<Record<string, Run>>>> = {
  mysql: (pause) => ({
    SLEEP(seconds) {
      pause(seconds)
      return 0n
    },
    VERSION: () => '8.0.36',
    DATABASE: () => 'desk',
    NOW: () => NOW,
    SYSDATE: () => NOW,
    MD5: (value) => md5(value),
  }),
  postgres: (pause) => ({
    pg_sleep(seconds) {
      pause(seconds)
      return ''
    },
    version: () => 'PostgreSQL 16.2',
    current_database: () => 'desk',
    now: () => NOW,
    chr: (code) => String.fromCodePoint(Number(code)),
    md5: (value) => md5(value),
  }),
  plain: () => ({}),
}

export const functionsOf = (dialect: Dialect, pause: Pause): Readonly<Record<string, Run>> =>
  FUNCTIONS[dialect](pause)

/** Tables that every server of the kind has. */
export const TABLES: Readonly<Record<Dialect, string>> = {
  mysql: 'CREATE TABLE dual (dummy TEXT); INSERT INTO dual VALUES (NULL);',
  postgres: '',
  plain: '',
}
