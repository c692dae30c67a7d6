import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const BUSY_MS = 5000
const Running = z.array(z.object({ account_id: z.string(), n: z.number() }))
const Rows = z.array(
  z.object({
    id: z.string(),
    account_id: z.string(),
    status: z.string(),
    partial: z.number(),
    error_code: z.string().nullable(),
    started_at: z.number(),
    completed_at: z.number().nullable(),
  }),
)
const Count = z.object({ n: z.number() })
export type LedgerRow = z.infer<typeof Rows>[number]

/** The instance's D1 as its file has it, read beside the running service: all accounts at one moment. */
export type Ledger = Readonly<{
  /** Scans that run now, by account. */
  running(): ReadonlyMap<string, number>
  ended(): number
  waiting(): number
  rows(): readonly LedgerRow[]
  close(): void
}>

export async function openLedger(state: string): Promise<Ledger> {
  const database = new DatabaseSync(await fileOf(state), { readOnly: true, timeout: BUSY_MS })
  const count = (query: string): number => Count.parse(database.prepare(query).get()).n
  return {
    running() {
      const query = `SELECT account_id, count(*) AS n FROM scans WHERE status = 'running' GROUP BY 1`
      const rows = Running.parse(database.prepare(query).all())
      return new Map(rows.map(({ account_id: id, n }) => [id, n]))
    },
    ended: () => count(`SELECT count(*) AS n FROM scans WHERE status <> 'running'`),
    waiting: () => count(`SELECT count(*) AS n FROM waiting_starts WHERE state = 'waiting'`),
    rows: () =>
      Rows.parse(
        database
          .prepare(
            `SELECT id, account_id, status, partial, error_code, started_at, completed_at FROM scans`,
          )
          .all(),
      ),
    close: () => database.close(),
  }
}

/** Miniflare names the file by a hash; it is the one that has our tables. */
async function fileOf(state: string): Promise<string> {
  const names = await readdir(state, { recursive: true })
  for (const name of names.filter((each) => each.endsWith('.sqlite'))) {
    const file = join(state, name)
    const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS })
    const isOurs = database
      .prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'waiting_starts'`)
      .get()
    database.close()
    if (isOurs !== undefined) return file
  }
  throw new Error(`No database under ${state}`)
}
