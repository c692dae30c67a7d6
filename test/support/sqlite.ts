import { DatabaseSync } from 'node:sqlite'

export type Query = Readonly<{
  rows: readonly Readonly<Record<string, unknown>>[]
  error: string | null
}>

/** A shop in memory: what the statement finds, or what SQLite says of it. */
export function makeShop(): (statement: string, ...values: readonly string[]) => Query {
  // As MySQL reads them, and SQLite in its usual build.
  const database = new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: true })
  database.exec(`
    CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT, price INTEGER, about TEXT);
    INSERT INTO products VALUES
      (1, 'lamp', 20, 'A lamp that stands on a desk and turns both ways, with a warm light.'),
      (2, 'chair', 45, 'A chair with four legs of oak and a seat of woven paper cord.'),
      (3, 'table', 120, 'A table for six, oiled, with two leaves that slide out at the ends.');`)
  return (statement, ...values) => {
    try {
      const prepared = database.prepare(statement)
      return { rows: prepared.all(...values), error: null }
    } catch (error) {
      return { rows: [], error: error instanceof Error ? error.message : String(error) }
    }
  }
}
