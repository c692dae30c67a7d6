import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

export type Row = Readonly<Record<string, unknown>>
export type Database = Readonly<{
  /** The rows, or the message of what went wrong. */
  rows(sql: string, ...values: SQLInputValue[]): readonly Row[] | string
  close(): void
}>

const PARTS: readonly (readonly [sku: string, name: string, weight: number])[] = [
  ['BX-100', 'Box, small', 2],
  ['BX-200', 'Box, large', 5],
  ['TP-010', 'Tape', 1],
  ['PL-900', 'Pallet', 22],
]

/** Parts of a warehouse, in memory. */
export function openDatabase(): Database {
  // As SQLite is usually built: a text in double quotes that names no column is a text.
  const database = new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: true })
  database.exec('CREATE TABLE parts (sku TEXT PRIMARY KEY, name TEXT, weight INTEGER)')
  const insert = database.prepare('INSERT INTO parts VALUES (?, ?, ?)')
  for (const part of PARTS) insert.run(...part)
  return {
    rows(sql, ...values) {
      try {
        return database.prepare(sql).all(...values)
      } catch (error) {
        return `SQLITE_ERROR: ${error instanceof Error ? error.message : String(error)}`
      }
    },
    close: () => database.close(),
  }
}
