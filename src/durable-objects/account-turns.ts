import { LIMITS } from '../limits.ts'
import type { Instant } from '../report/time.ts'
import type { NextTurn } from '../services/ports.ts'

/** One row. `changes` counts what a running turn may not have seen; `until` is its lease. */
const TABLE = `
  CREATE TABLE IF NOT EXISTS turns (
    account_id TEXT PRIMARY KEY, changes INTEGER NOT NULL, wake_at INTEGER,
    on_release INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
`
type Row = {
  account_id: string
  changes: number
  wake_at: number | null
  on_release: number
  until: number
}

/**
 * When the account's waiting starts get their next turn. What waits is in D1; here is only the
 * alarm clock, so that one turn runs at a time and none is forgotten.
 */
export class AccountTurns {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(TABLE)
  }

  wake(accountId: string, now: Instant): void {
    this.#sql.exec(
      `INSERT INTO turns VALUES (?, 1, ?, 0, 0)
       ON CONFLICT DO UPDATE SET changes = changes + 1, wake_at = excluded.wake_at`,
      accountId,
      now,
    )
  }

  /** A slot came back. Answers whether something waits for it. */
  released(now: Instant): boolean {
    const row = this.#row()
    if (row === null || (row.on_release === 0 && row.until <= now)) return false
    this.#sql.exec('UPDATE turns SET changes = changes + 1, wake_at = ?, on_release = 0', now)
    return true
  }

  /** The account whose turn it is, or null. The message may be lost: it is due again soon. */
  takeDue(now: Instant): string | null {
    const row = this.#row()
    if (row === null || row.wake_at === null || row.wake_at > now) return null
    this.#sql.exec('UPDATE turns SET wake_at = ?', now + LIMITS.turnResendMs)
    return row.account_id
  }

  /** Null while another turn runs: that one is followed by one more. */
  begin(accountId: string, now: Instant): number | null {
    const row = this.#row()
    if (row !== null && row.until > now) {
      this.#sql.exec('UPDATE turns SET changes = changes + 1')
      return null
    }
    this.#sql.exec(
      `INSERT INTO turns VALUES (?1, 0, ?2, 0, ?3)
       ON CONFLICT DO UPDATE SET wake_at = ?2, on_release = 0, until = ?3`,
      accountId,
      now + LIMITS.turnResendMs,
      now + LIMITS.turnLeaseMs,
    )
    return row?.changes ?? 0
  }

  /** What changed during the turn comes before what the turn itself asks for. */
  end(turn: number, { at, onRelease }: NextTurn, now: Instant): void {
    const row = this.#row()
    if (row === null) return
    const isStale = row.changes !== turn
    this.#sql.exec(
      'UPDATE turns SET wake_at = ?, on_release = ?, until = 0',
      isStale ? now : at,
      onRelease ? 1 : 0,
    )
  }

  nextAt(): Instant | null {
    return this.#row()?.wake_at ?? null
  }

  #row(): Row | null {
    return this.#sql.exec<Row>('SELECT * FROM turns').toArray()[0] ?? null
  }
}
