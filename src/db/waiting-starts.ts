import type { Instant } from '../report/time.ts'
import type { Database } from './database.ts'

// Starts that wait for a slot: targets of jobs, and due runs of schedules. Only the turns of
// services/jobs take them; the order is by the turn a job had last, then as they came.

export type WaitingStart = Readonly<{
  accountId: string
  parentId: string
  ordinal: number
  kind: 'job' | 'schedule'
  targetUrl: string
  targetNorm: string
  scanId: string
  faults: number
}>
export type Refused = Readonly<{ code: string; error: string }>

/** The start whose turn it is, or null. A schedule waits until its last scan has ended. */
export async function nextWaiting(
  db: Database,
  accountId: string,
  now: Instant,
): Promise<WaitingStart | null> {
  return db.$client
    .prepare(
      `SELECT w.account_id AS accountId, w.parent_id AS parentId, w.ordinal, w.kind,
         w.target_url AS targetUrl, w.target_norm AS targetNorm, w.scan_id AS scanId, w.faults
       FROM waiting_starts w
       WHERE w.account_id = ?1 AND w.state = 'waiting' AND w.not_before <= ?2
       AND (w.kind = 'job' OR NOT EXISTS (
         SELECT 1 FROM schedules s JOIN scans c ON c.account_id = s.account_id
         AND c.id = s.last_scan_id AND c.status = 'running'
         WHERE s.account_id = w.account_id AND s.id = w.parent_id))
       ORDER BY w.turn, w.rowid LIMIT 1`,
    )
    .bind(accountId, now)
    .first<WaitingStart>()
}

/** How many still wait, and when the first of those that wait for a time is due. */
export async function waitingLeft(
  db: Database,
  accountId: string,
  now: Instant,
): Promise<Readonly<{ count: number; nextAt: Instant | null }>> {
  const row = await db.$client
    .prepare(
      `SELECT count(*) AS count, min(CASE WHEN not_before > ?2 THEN not_before END) AS nextAt
       FROM waiting_starts WHERE account_id = ?1 AND state = 'waiting'`,
    )
    .bind(accountId, now)
    .first<{ count: number; nextAt: Instant | null }>()
  return row ?? { count: 0, nextAt: null }
}

/**
 * Settles a target of a job, and its equals in the same job with it: they share what came of it.
 * The job's other targets go behind those of other jobs; its secrets go when nothing waits.
 */
export async function settleTarget(
  db: Database,
  start: WaitingStart,
  outcome: Readonly<{ scanId: string }> | Refused,
): Promise<void> {
  const { accountId, parentId, targetNorm } = start
  const isStarted = 'scanId' in outcome
  const waiting = `account_id = ?1 AND parent_id = ?2 AND state = 'waiting'`
  await db.$client.batch([
    db.$client
      .prepare(
        `UPDATE waiting_starts SET state = ?4, scan_id = coalesce(?5, scan_id), code = ?6, error = ?7
         WHERE ${waiting} AND target_norm = ?3`,
      )
      .bind(
        accountId,
        parentId,
        targetNorm,
        isStarted ? 'started' : 'refused',
        isStarted ? outcome.scanId : null,
        isStarted ? null : outcome.code,
        isStarted ? null : outcome.error,
      ),
    db.$client
      .prepare(
        `UPDATE waiting_starts SET turn = 1 + (SELECT coalesce(max(turn), 0) FROM waiting_starts
         WHERE account_id = ?1 AND state = 'waiting') WHERE ${waiting}`,
      )
      .bind(accountId, parentId),
    db.$client
      .prepare(
        `UPDATE jobs SET secrets_ct = NULL WHERE account_id = ?1 AND id = ?2
         AND NOT EXISTS (SELECT 1 FROM waiting_starts WHERE ${waiting})`,
      )
      .bind(accountId, parentId),
  ])
}

/** A run of a schedule has started, or is refused: the schedule remembers which, the run goes. */
export async function settleRun(
  db: Database,
  start: WaitingStart,
  outcome: Readonly<{ scanId: string }> | Refused,
  now: Instant,
): Promise<void> {
  const { accountId, parentId } = start
  const columns =
    'scanId' in outcome
      ? { scanId: outcome.scanId, code: null, error: null }
      : { scanId: null, ...outcome }
  await db.$client.batch([
    db.$client
      .prepare(
        `UPDATE schedules SET last_run_at = ?3, last_scan_id = coalesce(?4, last_scan_id),
         last_error_code = ?5, last_error = ?6 WHERE account_id = ?1 AND id = ?2`,
      )
      .bind(accountId, parentId, now, columns.scanId, columns.code, columns.error),
    dropStatement(db, start),
  ])
}

/** Forgets a start whose job or schedule is no longer there. */
export async function dropWaiting(db: Database, start: WaitingStart): Promise<void> {
  await dropStatement(db, start).run()
}

const dropStatement = (db: Database, { accountId, parentId, ordinal }: WaitingStart) =>
  db.$client
    .prepare('DELETE FROM waiting_starts WHERE account_id = ?1 AND parent_id = ?2 AND ordinal = ?3')
    .bind(accountId, parentId, ordinal)

/** Lets a start wait; `isFault` counts towards giving it up. */
export async function postpone(
  db: Database,
  { accountId, parentId, ordinal }: WaitingStart,
  until: Instant,
  isFault: boolean,
): Promise<void> {
  await db.$client
    .prepare(
      `UPDATE waiting_starts SET not_before = ?4, faults = faults + ?5
       WHERE account_id = ?1 AND parent_id = ?2 AND ordinal = ?3 AND state = 'waiting'`,
    )
    .bind(accountId, parentId, ordinal, until, isFault ? 1 : 0)
    .run()
}

/** For the cron: accounts of which a start is due, by id. */
export async function accountsWaiting(
  db: Database,
  page: Readonly<{ now: Instant; after: string; size: number }>,
): Promise<readonly string[]> {
  const { results } = await db.$client
    .prepare(
      `SELECT DISTINCT account_id AS id FROM waiting_starts
       WHERE state = 'waiting' AND not_before <= ?1 AND account_id > ?2
       ORDER BY account_id LIMIT ?3`,
    )
    .bind(page.now, page.after, page.size)
    .all<{ id: string }>()
  return results.map(({ id }) => id)
}
