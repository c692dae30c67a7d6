import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

// The table and its columns are wrangler's, so that both can be used on one database.
const TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`
const BREAKPOINT = '--> statement-breakpoint'

/** The statements of one drizzle-kit migration, in order. */
export const statementsOf = (sql: string): string[] =>
  sql
    .split(BREAKPOINT)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')

/**
 * Applies every migration that was not applied yet, in the order of the file names, each with its
 * entry in the log as one transaction. Answers the names applied now.
 */
export async function applyMigrations(db: D1Database, directory: string): Promise<string[]> {
  await db.prepare(TABLE.replaceAll('\n', ' ')).run()
  const known = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = new Set(known.results.map((row) => row.name))
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
  const fresh = files.filter((file) => !applied.has(file))
  for (const file of fresh) {
    const statements = statementsOf(await readFile(join(directory, file), 'utf8'))
    await db.batch([
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(file),
    ])
  }
  return fresh
}
