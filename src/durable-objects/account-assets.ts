import type { AssetFacts } from '../accounts/admission.ts'
import { inReplaceLock, overAssets } from '../accounts/admission.ts'
import { LIMITS } from '../limits.ts'
import type { Instant } from '../report/time.ts'
import type { AssetAnswer } from '../services/ports.ts'

/**
 * `freed` holds the places of removed hosts for a day after they are free. Who takes such a place
 * has replaced a host, as by PUT: deleting and adding must not pass the lock by.
 */
const TABLES = `
  CREATE TABLE IF NOT EXISTS assets (host TEXT PRIMARY KEY, scan_id TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS replaced (host TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS freed (id INTEGER PRIMARY KEY, free_from INTEGER NOT NULL);
`
const UNUSED = 'NOT EXISTS (SELECT 1 FROM starts WHERE starts.host = assets.host)'

/** The hosts of one account and the places they take. Synchronous: call it in a transaction. */
export class AccountAssets {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(TABLES)
  }

  factsOf(host: string, now: Instant): AssetFacts {
    const cooling = this.#one(
      'SELECT count(*) AS n, min(free_from) AS at FROM freed WHERE free_from > ?',
      now,
    )
    const hosts = this.#one('SELECT count(*) AS n, NULL AS at FROM assets')
    const count = (hosts?.n ?? 0) + (cooling?.n ?? 0)
    return { count, isKnown: this.#has(host), freeAt: cooling?.at ?? null }
  }

  admit(host: string, limit: number | null, now: Instant): AssetAnswer {
    const facts = this.factsOf(host, now)
    if (facts.isKnown) return { kind: 'known' }
    const refusal = overAssets(limit, facts)
    if (refusal) return refusal
    this.add(host, now, '')
    return { kind: 'done' }
  }

  /** `scanId` names the start that brought the host in; empty when it was added by hand. */
  add(host: string, now: Instant, scanId: string): void {
    if (this.#has(host)) return
    this.#sql.exec('INSERT INTO assets VALUES (?, ?)', host, scanId)
    const taken = this.#sql.exec(
      'DELETE FROM freed WHERE id = (SELECT id FROM freed WHERE free_from <= ? LIMIT 1)',
      now,
    )
    if (taken.rowsWritten > 0) this.#markReplaced(host, now)
  }

  replace(host: string, next: string, now: Instant): AssetAnswer {
    const lock = inReplaceLock(this.#replacedAt(host), now)
    if (lock) return lock
    if (this.#has(next)) return { kind: 'known' }
    this.#erase(host)
    this.#sql.exec('INSERT INTO assets VALUES (?, ?)', next, '')
    this.#markReplaced(next, now)
    return { kind: 'done' }
  }

  remove(host: string, now: Instant): void {
    if (!this.#has(host)) return
    const replacedAt = this.#replacedAt(host)
    const isLocked = inReplaceLock(replacedAt, now) !== null
    const freeFrom = isLocked && replacedAt !== null ? replacedAt + LIMITS.replaceLockMs : now
    this.#erase(host)
    this.#sql.exec('INSERT INTO freed (free_from) VALUES (?)', freeFrom)
  }

  /** As if a start had never brought its host in. */
  forget(scanId: string): void {
    this.#sql.exec(`DELETE FROM assets WHERE scan_id = ? AND ${UNUSED}`, scanId)
  }

  prune(now: Instant): void {
    this.#sql.exec('DELETE FROM freed WHERE free_from < ?', now - LIMITS.replaceLockMs)
    this.#sql.exec('DELETE FROM replaced WHERE at < ?', now - LIMITS.replaceLockMs)
  }

  #has(host: string): boolean {
    return this.#one('SELECT 1 AS n, NULL AS at FROM assets WHERE host = ?', host) !== undefined
  }

  #replacedAt(host: string): Instant | null {
    return this.#one('SELECT 1 AS n, at FROM replaced WHERE host = ?', host)?.at ?? null
  }

  #markReplaced(host: string, now: Instant): void {
    this.#sql.exec('INSERT OR REPLACE INTO replaced VALUES (?, ?)', host, now)
  }

  #erase(host: string): void {
    this.#sql.exec('DELETE FROM assets WHERE host = ?', host)
    this.#sql.exec('DELETE FROM replaced WHERE host = ?', host)
  }

  #one(query: string, ...values: SqlStorageValue[]) {
    return this.#sql.exec<{ n: number; at: number | null }>(query, ...values).toArray()[0]
  }
}
