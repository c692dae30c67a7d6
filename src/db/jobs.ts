import { sql } from 'drizzle-orm'

import type { Instant } from '../report/time.ts'
import type { AuditEntry } from './audit-log.ts'
import { auditStatementIf } from './audit-log.ts'
import type { Database } from './database.ts'

export const JOB_KINDS = ['bulk', 'batch'] as const
export type JobKind = (typeof JOB_KINDS)[number]

export type NewJob = Readonly<{
  id: string
  accountId: string
  kind: JobKind
  /** JSON of the options without what is secret. */
  options: string
  secretsCt: string
  keyId: string
  clientIp: string | null
  createdAt: Instant
  targets: readonly Readonly<{ url: string; norm: string; scanId: string }>[]
}>

/**
 * Job, targets and audit entry, or nothing when the account has `most` unfinished jobs already.
 * Those that have ended since the last look are counted out first, in the same transaction.
 */
export async function insertJob(
  db: Database,
  job: NewJob,
  most: number | null,
  audit: AuditEntry,
): Promise<boolean> {
  const client = db.$client
  const { id, accountId, createdAt } = job
  const entry = auditStatementIf(db, audit, sql`select 1 from jobs where id = ${id}`).toSQL()
  const [, inserted] = await client.batch([
    client
      .prepare(
        `UPDATE jobs SET ended_at = ?2 WHERE account_id = ?1 AND ended_at IS NULL AND NOT EXISTS (
         SELECT 1 FROM waiting_starts w WHERE w.account_id = jobs.account_id
         AND w.parent_id = jobs.id AND (w.state = 'waiting' OR w.state = 'started' AND EXISTS (
           SELECT 1 FROM scans s WHERE s.account_id = w.account_id AND s.id = w.scan_id
           AND s.status = 'running')))`,
      )
      .bind(accountId, createdAt),
    client
      .prepare(
        `INSERT INTO jobs (id, account_id, kind, total, options, secrets_ct, key_id, client_ip,
           created_at)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE ?10 IS NULL OR ?10 > (
           SELECT count(*) FROM jobs WHERE account_id = ?2 AND ended_at IS NULL)`,
      )
      .bind(
        id,
        accountId,
        job.kind,
        job.targets.length,
        job.options,
        job.secretsCt,
        job.keyId,
        job.clientIp,
        createdAt,
        most,
      ),
    client
      .prepare(
        `INSERT INTO waiting_starts (account_id, parent_id, ordinal, kind, target_url, target_norm,
           scan_id, not_before)
         SELECT j.account_id, j.id, t.key, 'job', t.value ->> 'url', t.value ->> 'norm',
           t.value ->> 'scanId', j.created_at
         FROM jobs j, json_each(?3) t WHERE j.account_id = ?1 AND j.id = ?2 ORDER BY t.key`,
      )
      .bind(accountId, id, JSON.stringify(job.targets)),
    client.prepare(entry.sql).bind(...entry.params),
  ])
  return (inserted?.meta.changes ?? 0) > 0
}

export type JobKeeper = Readonly<{
  options: string
  secretsCt: string
  keyId: string
  clientIp: string | null
}>

/** What the targets of a job are started with; null when nothing of it waits any more. */
export async function findJobKeeper(
  db: Database,
  accountId: string,
  jobId: string,
): Promise<JobKeeper | null> {
  return db.$client
    .prepare(
      `SELECT options, secrets_ct AS secretsCt, key_id AS keyId, client_ip AS clientIp
       FROM jobs WHERE account_id = ?1 AND id = ?2 AND secrets_ct IS NOT NULL`,
    )
    .bind(accountId, jobId)
    .first<JobKeeper>()
}

/** A target as it stands: `scanStatus` is null before it has started, and once its scan is deleted. */
export type JobTarget = Readonly<{
  url: string
  state: 'waiting' | 'started' | 'refused'
  scanId: string
  code: string | null
  error: string | null
  scanStatus: 'running' | 'completed' | 'failed' | null
}>

/** The targets in the order they were given; empty for an unknown, foreign or other kind of job. */
export async function readJobTargets(
  db: Database,
  job: Readonly<{ accountId: string; jobId: string; kind: JobKind }>,
): Promise<readonly JobTarget[]> {
  const { results } = await db.$client
    .prepare(
      `SELECT w.target_url AS url, w.state, w.scan_id AS scanId, w.code, w.error,
         CASE WHEN w.state = 'started' THEN s.status END AS scanStatus
       FROM jobs j JOIN waiting_starts w ON w.account_id = j.account_id AND w.parent_id = j.id
       LEFT JOIN scans s ON s.account_id = w.account_id AND s.id = w.scan_id
       WHERE j.account_id = ?1 AND j.id = ?2 AND j.kind = ?3 ORDER BY w.ordinal`,
    )
    .bind(job.accountId, job.jobId, job.kind)
    .all<JobTarget>()
  return results
}
