import type { Instant } from '../report/time.ts'
import type { PageLook } from '../scanner/crawl/look.ts'
import type { ScanState } from '../scanner/engine/scan-state.ts'
import type { CheckTally, CrawlEntry, UnitPlan, UnitResult } from '../scanner/engine/unit.ts'
import { readDiscovered, readLooks } from './scan-discovered.ts'

export type UnitStatus = 'ready' | 'sent' | 'claimed' | 'done'
export type UnitRow = Readonly<{
  id: string
  ordinal: number
  level: number
  plan: UnitPlan
  status: UnitStatus
  attempts: number
  /** How often its message went out. */
  sends: number
  /** When a sent message or a lease counts as lost. */
  due: Instant
  /** Requests it may send, taken from the scan's budget while it is claimed. */
  granted: number
  /** Requests it has reported. */
  requests: number
}>

const TABLES = [
  'CREATE TABLE IF NOT EXISTS meta (k TEXT PRIMARY KEY, v TEXT NOT NULL) WITHOUT ROWID',
  `CREATE TABLE IF NOT EXISTS units (id TEXT PRIMARY KEY, ordinal INTEGER NOT NULL,
    level INTEGER NOT NULL, plan TEXT NOT NULL, status TEXT NOT NULL, attempts INTEGER NOT NULL,
    sends INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL, granted INTEGER NOT NULL, requests INTEGER NOT NULL) WITHOUT ROWID`,
  'CREATE TABLE IF NOT EXISTS results (unit_id TEXT PRIMARY KEY, v TEXT NOT NULL) WITHOUT ROWID',
  'CREATE TABLE IF NOT EXISTS events (seq INTEGER PRIMARY KEY, v TEXT NOT NULL)',
] as const

type ValueRow = { v: string }
type CountRow = { n: number }
type PlanRow = { plan: string }
type UnitColumns = {
  id: string
  ordinal: number
  level: number
  plan: string
  status: UnitStatus
  attempts: number
  sends: number
  due: number
  granted: number
  requests: number
}

/** The SQLite of one scan: one row per unit, none per probe (rows written are what it costs). */
export class ScanStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    this.createTables()
  }

  createTables(): void {
    for (const table of TABLES) this.#sql.exec(table)
  }

  getText(key: string): string | null {
    const [row] = this.#sql.exec<ValueRow>('SELECT v FROM meta WHERE k = ?', key)
    return row?.v ?? null
  }
  putText(key: string, value: string): void {
    this.#sql.exec('INSERT OR REPLACE INTO meta (k, v) VALUES (?, ?)', key, value)
  }
  deleteText(key: string): void {
    this.#sql.exec('DELETE FROM meta WHERE k = ?', key)
  }

  state(): ScanState | null {
    const text = this.getText('state')
    // oxlint-disable-next-line no-unsafe-type-assertion -- written by putState and nothing else
    return text === null ? null : (JSON.parse(text) as ScanState)
  }
  putState(state: ScanState): void {
    this.putText('state', JSON.stringify(state))
  }

  addUnit(id: string, ordinal: number, level: number, plan: UnitPlan): void {
    this.#sql.exec(
      `INSERT INTO units (id, ordinal, level, plan, status, attempts, due, granted, requests)
       VALUES (?, ?, ?, ?, 'ready', 0, 0, 0, 0) ON CONFLICT DO NOTHING`,
      id,
      ordinal,
      level,
      JSON.stringify(plan),
    )
  }
  unit(id: string): UnitRow | null {
    const [row] = this.#sql.exec<UnitColumns>('SELECT * FROM units WHERE id = ?', id)
    return row === undefined ? null : toUnit(row)
  }
  units(status: UnitStatus): UnitRow[] {
    return this.#sql
      .exec<UnitColumns>('SELECT * FROM units WHERE status = ? ORDER BY ordinal', status)
      .toArray()
      .map(toUnit)
  }
  plansOf(phase: UnitPlan['phase']): UnitPlan[] {
    return this.#sql
      .exec<PlanRow>('SELECT plan FROM units WHERE plan LIKE ?', `{"phase":"${phase}"%`)
      .toArray()
      .map((row) => planOf(row.plan))
  }
  count(statuses: readonly UnitStatus[]): number {
    const row = this.#sql
      .exec<CountRow>(
        'SELECT COUNT(*) AS n FROM units WHERE status IN (SELECT value FROM json_each(?))',
        JSON.stringify(statuses),
      )
      .one()
    return row.n
  }
  /** Units of a phase: how many are done, and how many there are. */
  progressOf(phase: UnitPlan['phase']): { done: number; total: number } {
    return this.#sql
      .exec<{ done: number; total: number }>(
        `SELECT COUNT(*) AS total, COALESCE(SUM(status = 'done'), 0) AS done FROM units
         WHERE plan LIKE ?`,
        `{"phase":"${phase}"%`,
      )
      .one()
  }
  /** Requests promised to claimed units and not handed in yet. */
  granted(): number {
    const row = this.#sql
      .exec<CountRow>(`SELECT COALESCE(SUM(granted), 0) AS n FROM units WHERE status = 'claimed'`)
      .one()
    return row.n
  }
  reported(): number {
    const row = this.#sql
      .exec<CountRow>(`SELECT COALESCE(SUM(requests), 0) AS n FROM units WHERE status = 'claimed'`)
      .one()
    return row.n
  }
  markSent(id: string, due: Instant): void {
    this.#sql.exec(
      `UPDATE units SET status = 'sent', sends = sends + 1, due = ? WHERE id = ?`,
      due,
      id,
    )
  }
  markUnit(id: string, status: UnitStatus, due: Instant): void {
    this.#sql.exec('UPDATE units SET status = ?, due = ? WHERE id = ?', status, due, id)
  }
  claimUnit(id: string, due: Instant, granted: number): void {
    this.#sql.exec(
      `UPDATE units SET status = 'claimed', attempts = attempts + 1, due = ?, granted = ?,
       requests = 0 WHERE id = ?`,
      due,
      granted,
      id,
    )
  }
  putBack(id: string, status: 'ready' | 'sent', due: Instant): void {
    this.#sql.exec(
      `UPDATE units SET status = ?, attempts = attempts - 1, due = ?, granted = 0
       WHERE id = ? AND status = 'claimed'`,
      status,
      due,
      id,
    )
  }
  touchUnit(id: string, due: Instant, requests: number): void {
    this.#sql.exec('UPDATE units SET due = ?, requests = ? WHERE id = ?', due, requests, id)
  }
  /** True only for the first caller: what makes `complete` happen once. */
  finishUnit(id: string): boolean {
    const rows = this.#sql.exec(
      `UPDATE units SET status = 'done', granted = 0, requests = 0 WHERE id = ? AND status <> 'done'
       RETURNING id`,
      id,
    )
    return rows.toArray().length === 1
  }
  earliestDue(): Instant | null {
    const query = `SELECT MIN(due) AS due FROM units WHERE status IN ('sent', 'claimed')`
    return this.#sql.exec<{ due: number | null }>(query).one().due
  }

  addResult(unitId: string, result: StoredResult): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO results (unit_id, v) VALUES (?, ?)',
      unitId,
      JSON.stringify(result),
    )
  }
  hasResult(unitId: string): boolean {
    return this.#sql.exec('SELECT 1 FROM results WHERE unit_id = ?', unitId).toArray().length > 0
  }
  results(): StoredResult[] {
    return this.#sql
      .exec<ValueRow>('SELECT v FROM results ORDER BY unit_id')
      .toArray()
      .map(toResult)
  }
  resultsOfLevel(level: number): StoredResult[] {
    return this.#sql
      .exec<ValueRow>(
        'SELECT r.v FROM results r JOIN units u ON u.id = r.unit_id WHERE u.level = ? ORDER BY u.id',
        level,
      )
      .toArray()
      .map(toResult)
  }
  looks(): PageLook[] {
    return readLooks(this.#sql)
  }
  discovered(): CrawlEntry[] {
    return readDiscovered(this.#sql)
  }
  dropWork(): void {
    this.#sql.exec('DELETE FROM results')
    this.#sql.exec('DELETE FROM units')
  }

  addEvent(seq: number, text: string): void {
    this.#sql.exec('INSERT OR REPLACE INTO events (seq, v) VALUES (?, ?)', seq, text)
  }
  deleteEvent(seq: number): void {
    this.#sql.exec('DELETE FROM events WHERE seq = ?', seq)
  }
  eventsAfter(seq: number): { seq: number; text: string }[] {
    return this.#sql
      .exec<{ seq: number; v: string }>('SELECT seq, v FROM events WHERE seq > ? ORDER BY seq', seq)
      .toArray()
      .map((row) => ({ seq: row.seq, text: row.v }))
  }
  lastSeq(): number {
    return this.#sql.exec<CountRow>('SELECT COALESCE(MAX(seq), 0) AS n FROM events').one().n
  }
}

/** A result as it is kept: the plan it came from says what `rest` was. */
export type StoredResult = Omit<UnitResult, 'rest' | 'failure'> &
  Readonly<{ tallies: readonly CheckTally[] }>

// Rows are written by this class alone; their JSON is what went in.
// oxlint-disable-next-line no-unsafe-type-assertion -- see above
const planOf = (text: string): UnitPlan => JSON.parse(text) as UnitPlan
// oxlint-disable-next-line no-unsafe-type-assertion -- see above
const toResult = (row: ValueRow): StoredResult => JSON.parse(row.v) as StoredResult
const toUnit = (row: UnitColumns): UnitRow => ({ ...row, plan: planOf(row.plan) })
