import { and, asc, eq, lte, sql } from 'drizzle-orm'

import type { Instant } from '../report/time.ts'
import { HOUR } from '../report/time.ts'
import type { AuditEntry } from './audit-log.ts'
import { auditStatement, auditStatementIf } from './audit-log.ts'
import type { Database } from './database.ts'
import type { JobKeeper } from './jobs.ts'
import { schedules, waitingStarts } from './schema-jobs.ts'

export type ScheduleRef = Readonly<{ accountId: string; scheduleId: string }>
export type NewSchedule = Readonly<typeof schedules.$inferInsert>
/** `lastScanStatus`: null without a last scan, and when it was deleted. */
export type ScheduleRow = Readonly<typeof schedules.$inferSelect> &
  Readonly<{ lastScanStatus: string | null }>

/** Answers false, and writes nothing, when the account has `most` schedules already. */
export async function insertSchedule(
  db: Database,
  schedule: NewSchedule,
  most: number,
  audit: AuditEntry,
): Promise<boolean> {
  const { id, accountId } = schedule
  const total = sql`(select count(*) from ${schedules} where ${schedules.accountId} = ${accountId})`
  const [{ meta }] = await db.batch([
    db.insert(schedules).select(
      sql`select ${id}, ${accountId}, ${schedule.targetUrl}, ${schedule.targetNorm},
        ${schedule.intervalHours}, 1, ${schedule.options}, ${schedule.secretsCt},
        ${schedule.keyId}, ${schedule.clientIp ?? null}, ${schedule.nextRunAt}, null, null, null,
        null, ${schedule.createdAt} where ${total} < ${most}`,
    ),
    auditStatementIf(db, audit, sql`select 1 from ${schedules} where ${schedules.id} = ${id}`),
  ])
  return meta.changes > 0
}

const ownSchedule = ({ accountId, scheduleId }: ScheduleRef) =>
  and(eq(schedules.accountId, accountId), eq(schedules.id, scheduleId))

const LAST_STATUS = sql<string | null>`(select status from scans
  where scans.account_id = schedules.account_id and scans.id = schedules.last_scan_id)`

/** Every schedule of the account, oldest first: at most LIMITS.schedules. */
export async function listSchedules(
  db: Database,
  accountId: string,
): Promise<readonly ScheduleRow[]> {
  const rows = await db
    .select({ row: schedules, lastScanStatus: LAST_STATUS })
    .from(schedules)
    .where(eq(schedules.accountId, accountId))
    .orderBy(asc(schedules.createdAt), asc(schedules.id))
  return rows.map(({ row, lastScanStatus }) => ({ ...row, lastScanStatus }))
}

export async function findSchedule(db: Database, ref: ScheduleRef): Promise<ScheduleRow | null> {
  const found = await db
    .select({ row: schedules, lastScanStatus: LAST_STATUS })
    .from(schedules)
    .where(ownSchedule(ref))
    .get()
  return found ? { ...found.row, lastScanStatus: found.lastScanStatus } : null
}

/**
 * Sets whether the schedule runs; one that is switched on runs next after its whole interval. What
 * was due and has not started goes when it is switched off.
 */
export async function setScheduleEnabled(
  db: Database,
  ref: ScheduleRef,
  enabled: boolean,
  now: Instant,
  audit: AuditEntry,
): Promise<void> {
  const change = enabled
    ? { enabled: 1, nextRunAt: sql`${now} + ${schedules.intervalHours} * ${HOUR}` }
    : { enabled: 0 }
  await db.batch([
    db.update(schedules).set(change).where(ownSchedule(ref)),
    ...(enabled ? [] : [dropRuns(db, ref)]),
    auditStatement(db, audit),
  ])
}

/** The schedule with its secrets and what was due of it; the scans it started stay. */
export async function deleteSchedule(
  db: Database,
  ref: ScheduleRef,
  audit: AuditEntry,
): Promise<void> {
  await db.batch([
    db.delete(schedules).where(ownSchedule(ref)),
    dropRuns(db, ref),
    auditStatement(db, audit),
  ])
}

const dropRuns = (db: Database, { accountId, scheduleId }: ScheduleRef) =>
  db
    .delete(waitingStarts)
    .where(and(eq(waitingStarts.accountId, accountId), eq(waitingStarts.parentId, scheduleId)))

/** What a run is started with; null for a schedule that is gone or switched off. */
export async function findScheduleKeeper(
  db: Database,
  accountId: string,
  scheduleId: string,
): Promise<JobKeeper | null> {
  const row = await db
    .select({
      options: schedules.options,
      secretsCt: schedules.secretsCt,
      keyId: schedules.keyId,
      clientIp: schedules.clientIp,
    })
    .from(schedules)
    .where(and(ownSchedule({ accountId, scheduleId }), eq(schedules.enabled, 1)))
    .get()
  return row ?? null
}

export type DueSchedule = Readonly<{ id: string; accountId: string; slot: Instant }>

/** For the tick: schedules of every account that are due, the longest due first. */
export async function pageDue(
  db: Database,
  now: Instant,
  size: number,
): Promise<readonly DueSchedule[]> {
  return db
    .select({ id: schedules.id, accountId: schedules.accountId, slot: schedules.nextRunAt })
    .from(schedules)
    .where(and(eq(schedules.enabled, 1), lte(schedules.nextRunAt, now)))
    .orderBy(asc(schedules.nextRunAt))
    .limit(size)
}

/**
 * Puts each due slot among the waiting starts, then moves its schedule on to its next slot after
 * `now`: slots that were missed are one run. A slot is taken once, whoever else ticks; it is passed
 * over while the schedule's last one still waits.
 */
export async function takeSlots(
  db: Database,
  due: readonly (DueSchedule & Readonly<{ scanId: string }>)[],
  now: Instant,
): Promise<void> {
  const slots = JSON.stringify(due)
  // A plus keeps SQLite from an index: each row by its id, not every due one for every slot.
  const isSlot = `s.id = d.value ->> 'id' AND +s.account_id = d.value ->> 'accountId'
    AND +s.next_run_at = d.value ->> 'slot' AND +s.enabled = 1`
  await db.$client.batch([
    db.$client
      .prepare(
        `INSERT INTO waiting_starts (account_id, parent_id, ordinal, kind, target_url, target_norm,
           scan_id, not_before)
         SELECT s.account_id, s.id, s.next_run_at, 'schedule', s.target_url, s.target_norm,
           d.value ->> 'scanId', ?2
         FROM json_each(?1) d JOIN schedules s ON ${isSlot}
         WHERE NOT EXISTS (SELECT 1 FROM waiting_starts w
           WHERE w.account_id = s.account_id AND w.parent_id = s.id)
         ON CONFLICT DO NOTHING`,
      )
      .bind(slots, now),
    db.$client
      .prepare(
        `UPDATE schedules AS s SET next_run_at = next_run_at +
           (CAST((?2 - next_run_at) / (interval_hours * ?3) AS INTEGER) + 1) * interval_hours * ?3
         FROM json_each(?1) d WHERE ${isSlot}`,
      )
      .bind(slots, now, HOUR),
  ])
}
