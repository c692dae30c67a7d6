import type { SQLOutputValue } from 'node:sqlite'

/** What a connection looks like to those who write SQL for it. */
export type Dialect = 'mysql' | 'postgres' | 'plain'

/** Holds the statement for some seconds. */
export type Pause = (seconds: SQLOutputValue) => void
type Run = (...values: SQLOutputValue[]) => SQLOutputValue

/**
 * The functions that a server of each kind brings and SQLite does not. CONCAT, IF and CASE are
 * in SQLite itself; a pause is impure, so it runs for each row that the statement looks at.
 */
export const FUNCTIONS: Readonly<Record<Dialect, (pause: Pause) => Readonly<Record<string, Run>>>> =
  {
    mysql: (pause) => ({
      SLEEP(seconds) {
        pause(seconds ?? null)
        return 0n
      },
      VERSION: () => '8.0.36',
      DATABASE: () => 'desk',
    }),
    postgres: (pause) => ({
      pg_sleep(seconds) {
        pause(seconds ?? null)
        return ''
      },
      version: () => 'PostgreSQL 16.2',
      current_database: () => 'desk',
    }),
    plain: () => ({}),
  }
