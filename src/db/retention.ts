import type { Instant } from '../report/time.ts'
import type { Database } from './database.ts'

// For the cron: at most a page of rows of every account at a time.

/** Jobs of which nothing waits any more, with what became of their targets; their scans stay. */
export async function pruneJobs(db: Database, before: Instant, size: number): Promise<void> {
  const old = `SELECT j.account_id, j.id FROM jobs j WHERE j.created_at < ?1 AND NOT EXISTS (
      SELECT 1 FROM waiting_starts w WHERE w.account_id = j.account_id AND w.parent_id = j.id
      AND w.state = 'waiting') ORDER BY j.created_at, j.id LIMIT ?2`
  await db.$client.batch(
    [
      `DELETE FROM waiting_starts WHERE (account_id, parent_id) IN (${old})`,
      `DELETE FROM jobs WHERE (account_id, id) IN (${old})`,
    ].map((text) => db.$client.prepare(text).bind(before, size)),
  )
}

export async function pruneAudit(db: Database, before: Instant, size: number): Promise<void> {
  await db.$client
    .prepare(
      `DELETE FROM audit_log WHERE (account_id, id) IN (
         SELECT account_id, id FROM audit_log WHERE at < ?1 ORDER BY at LIMIT ?2)`,
    )
    .bind(before, size)
    .run()
}
