import type { AdmissionFacts } from '../accounts/admission.ts'
import { startOfDay } from '../accounts/admission.ts'
import { LIMITS } from '../limits.ts'
import type { Instant } from '../report/time.ts'
import { DAY } from '../report/time.ts'
import type { AdmitRequest } from '../services/ports.ts'
import { AccountAssets } from './account-assets.ts'

/** A start is at once a slot (until `lease_until`), a dedup entry, a cooldown stamp and a daily count. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS windows (name TEXT PRIMARY KEY, stamps TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS starts (
    scan_id TEXT PRIMARY KEY, host TEXT NOT NULL, target_norm TEXT NOT NULL, at INTEGER NOT NULL,
    lease_until INTEGER NOT NULL, dedups INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS starts_at ON starts (at);
  CREATE INDEX IF NOT EXISTS starts_target ON starts (target_norm, at);
  CREATE INDEX IF NOT EXISTS starts_host ON starts (host, at);
  CREATE INDEX IF NOT EXISTS starts_lease ON starts (lease_until);
  CREATE TABLE IF NOT EXISTS answers (
    key TEXT PRIMARY KEY, body_hash TEXT NOT NULL, scan_id TEXT NOT NULL, at INTEGER NOT NULL,
    status INTEGER, body TEXT) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS answers_at ON answers (at);
  CREATE TABLE IF NOT EXISTS revoked_keys (key_id TEXT PRIMARY KEY) WITHOUT ROWID;
`

type AnswerRow = { body_hash: string; at: number; status: number | null; body: string | null }
type StartRow = { scan_id: string; at: number }

/** The tables of one account's object. Every method is synchronous: call them in a transaction. */
export class AccountStore {
  readonly #sql: SqlStorage
  readonly assets: AccountAssets

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(TABLES)
    this.assets = new AccountAssets(sql)
  }

  readFacts(request: AdmitRequest, now: Instant): AdmissionFacts {
    return {
      earlier: request.idempotency && this.earlierAnswer(request.idempotency.key, now),
      duplicate: request.dedup ? this.#newestDuplicate(request.targetNorm, now) : null,
      assets: this.assets.factsOf(request.host, now),
      startsToday: this.#count('starts WHERE at >= ?', startOfDay(now)),
      leases: this.#instants('SELECT lease_until AS at FROM starts WHERE lease_until > ?', now),
      hostStarts: this.#instants(
        'SELECT at FROM starts WHERE host = ? AND at > ? ORDER BY at',
        request.host,
        now - LIMITS.cooldownWindowMs,
      ),
    }
  }

  reserve(request: AdmitRequest, now: Instant): void {
    const { scanId, host, targetNorm, deadline, isRetest = false } = request
    this.#run(
      'INSERT INTO starts VALUES (?, ?, ?, ?, ?, ?)',
      scanId,
      host,
      targetNorm,
      now,
      deadline,
      isRetest ? 0 : 1,
    )
    this.assets.add(host, now, scanId)
  }

  /** When the start of this very scan was admitted, or null. */
  startOf(scanId: string): Instant | null {
    return (
      this.#first<{ at: number }>('SELECT at FROM starts WHERE scan_id = ?', scanId)?.at ?? null
    )
  }

  /** Marks the Idempotency-Key as being answered. */
  holdAnswer({ idempotency, scanId }: AdmitRequest, now: Instant): void {
    if (idempotency === null) return
    this.holdKey(idempotency.key, idempotency.bodyHash, now, scanId)
  }

  /** `scanId` is empty for requests that start none. */
  holdKey(key: string, bodyHash: string, now: Instant, scanId = ''): void {
    const statement =
      'INSERT OR REPLACE INTO answers (key, body_hash, scan_id, at) VALUES (?, ?, ?, ?)'
    this.#run(statement, key, bodyHash, scanId, now)
  }

  dropKey(key: string): void {
    this.#run('DELETE FROM answers WHERE key = ? AND status IS NULL', key)
  }

  saveAnswer(key: string, status: number, body: string): void {
    const statement = 'UPDATE answers SET status = ?, body = ? WHERE key = ? AND status IS NULL'
    this.#run(statement, status, body, key)
  }

  release(scanId: string, keepsDedup: boolean): void {
    const statement = 'UPDATE starts SET lease_until = 0, dedups = min(dedups, ?) WHERE scan_id = ?'
    this.#run(statement, keepsDedup ? 1 : 0, scanId)
  }

  held(before: Instant, now: Instant): readonly string[] {
    const query = 'SELECT scan_id FROM starts WHERE lease_until > ? AND at < ? ORDER BY at'
    const rows = this.#sql.exec<{ scan_id: string }>(query, now, before).toArray()
    return rows.map((row) => row.scan_id)
  }

  /** As if the start had never been asked for. */
  forget(scanId: string): void {
    this.#run('DELETE FROM starts WHERE scan_id = ?', scanId)
    this.#run('DELETE FROM answers WHERE scan_id = ? AND status IS NULL', scanId)
    this.assets.forget(scanId)
  }

  prune(now: Instant): void {
    this.#run('DELETE FROM starts WHERE at < ? AND lease_until < ?', now - 2 * DAY, now)
    this.#run('DELETE FROM answers WHERE at < ?', now - LIMITS.idempotencyTtlMs)
    this.assets.prune(now)
  }

  stampsOf(name: string): Instant[] {
    const row = this.#first<{ stamps: string }>('SELECT stamps FROM windows WHERE name = ?', name)
    return row ? JSON.parse(row.stamps) : []
  }

  saveStamps(name: string, stamps: readonly Instant[]): void {
    this.#run('INSERT OR REPLACE INTO windows VALUES (?, ?)', name, JSON.stringify(stamps))
  }

  isRevoked(keyId: string): boolean {
    return this.#count('revoked_keys WHERE key_id = ?', keyId) > 0
  }

  revoke(keyId: string): void {
    this.#run('INSERT INTO revoked_keys VALUES (?) ON CONFLICT DO NOTHING', keyId)
  }

  earlierAnswer(key: string, now: Instant): AdmissionFacts['earlier'] {
    const oldest = now - LIMITS.idempotencyTtlMs
    const query = 'SELECT * FROM answers WHERE key = ? AND at > ?'
    const row = this.#first<AnswerRow>(query, key, oldest)
    if (!row) return null
    const { status, body } = row
    const answer = status === null || body === null ? null : { status, body }
    return { bodyHash: row.body_hash, at: row.at, answer }
  }

  #newestDuplicate(targetNorm: string, now: Instant): AdmissionFacts['duplicate'] {
    const query = `SELECT scan_id, at FROM starts WHERE target_norm = ? AND at > ? AND dedups = 1
      ORDER BY at DESC LIMIT 1`
    const row = this.#first<StartRow>(query, targetNorm, now - LIMITS.dedupWindowMs)
    return row ? { scanId: row.scan_id, startedAt: row.at } : null
  }

  #run(query: string, ...values: SqlStorageValue[]): void {
    this.#sql.exec(query, ...values)
  }

  // oxlint-disable-next-line no-unnecessary-type-parameters -- names the columns of the query, as exec does
  #first<T extends Record<string, SqlStorageValue>>(query: string, ...values: SqlStorageValue[]) {
    return this.#sql.exec<T>(query, ...values).toArray()[0]
  }

  #count(query: string, ...values: SqlStorageValue[]): number {
    return this.#first<{ n: number }>(`SELECT count(*) AS n FROM ${query}`, ...values)?.n ?? 0
  }

  #instants(query: string, ...values: SqlStorageValue[]): Instant[] {
    return Array.from(this.#sql.exec<{ at: number }>(query, ...values), ({ at }) => at)
  }
}
