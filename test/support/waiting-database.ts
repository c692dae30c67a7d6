import { DatabaseSync } from 'node:sqlite'

export type WaitingEngine = 'MySQL' | 'PostgreSQL' | 'SQLite' | 'Oracle'

/** How fast the made-up machine counts rows. */
const ROWS_PER_MS = 4000

/** Waits of the engines, written so that SQLite calls a function once where they would wait. */
const WAITS: Readonly<Record<WaitingEngine, readonly [wait: RegExp, call: string]>> = {
  MySQL: [/\(SELECT SLEEP\(([\d.]+)\)\)/g, '(SELECT 1 WHERE wait_seconds($1)=0)'],
  PostgreSQL: [/FROM pg_sleep\(([\d.]+)\)/g, 'FROM (SELECT 1 WHERE wait_seconds($1)=0)'],
  Oracle: [/DBMS_PIPE\.RECEIVE_MESSAGE\('\w+',(\d)\)/g, 'wait_seconds($1)'],
  SQLite: [/ WHERE x<(\d+)\)/g, ' WHERE x<count_rows($1))'],
}

export type WaitingQuery = Readonly<{
  rows: readonly Readonly<Record<string, unknown>>[]
  waitedMs: number
}>

/** A shop whose statements are read by SQLite; how long the engine would have waited is added up. */
export function makeWaitingShop(engine: WaitingEngine): (statement: string) => WaitingQuery {
  const database = new DatabaseSync(':memory:', {
    enableDoubleQuotedStringLiterals: engine !== 'PostgreSQL' && engine !== 'Oracle',
  })
  database.exec(`
    CREATE TABLE dual (dummy TEXT);
    INSERT INTO dual VALUES ('X');
    CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT, price INTEGER);
    INSERT INTO products VALUES (1, 'lamp', 20), (2, 'chair', 45), (3, 'table', 120);`)
  let waited = 0
  const wait = (ms: number): void => {
    waited += ms
  }
  database.function('wait_seconds', (seconds) => {
    wait(Number(seconds) * 1000)
    return 0
  })
  database.function('count_rows', (rows) => {
    wait(Number(rows) / ROWS_PER_MS)
    return 1
  })
  return (statement) => {
    waited = 0
    try {
      const isForeign = engine !== 'SQLite' && statement.includes('RECURSIVE')
      if (isForeign) return { rows: [], waitedMs: 0 }
      const rows = database.prepare(statement.replaceAll(...WAITS[engine])).all()
      return { rows, waitedMs: waited }
    } catch {
      // A statement that does not parse is answered at once and by nothing.
      return { rows: [], waitedMs: 0 }
    }
  }
}
