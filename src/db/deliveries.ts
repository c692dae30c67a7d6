import { and, asc, eq, inArray, lt, lte, sql } from 'drizzle-orm'

import type { Instant } from '../report/time.ts'
import type { Database } from './database.ts'
import { deliveries } from './schema.ts'

// Every change names the state it starts from, so that a repeated message changes nothing.

export type DeliveryKind = 'scan' | 'chat' | 'test' | 'mail'
export type DeliveryStatus =
  | 'waiting'
  | 'pending'
  | 'delivered'
  | 'failed'
  | 'abandoned'
  | 'skipped'

export type NewDelivery = Readonly<{
  id: string
  accountId: string
  /** Null for a test message. */
  scanId: string | null
  kind: DeliveryKind
  /** `generic`, `slack`, `discord`, `teams` or `mail`. */
  format: string
  /** The URL masked after its host, or the mail address. */
  receiver: string
  /** The whole URL, sealed for `id`; null for mail. */
  urlCt: string | null
  createdAt: Instant
}>
export type DeliveryRef = Readonly<{ accountId: string; id: string }>
export type DeliveryRow = Readonly<typeof deliveries.$inferSelect>
type OfScan = Readonly<{ accountId: string; scanId: string }>

/** A receiver that is told when the scan completes; for a batch with the scan's own row. */
export const planStatement = (db: Database, delivery: NewDelivery) =>
  db
    .insert(deliveries)
    .values({ ...delivery, status: 'waiting', dueAt: delivery.createdAt })
    .onConflictDoNothing()

/** Takes everything planned or told of a scan with the scan; for a batch. */
export const forgetStatement = (db: Database, scan: OfScan) =>
  db.delete(deliveries).where(ownScan(scan))

/** Adds a receiver to a scan that still runs and has room; answers whether it is one now. */
export async function addReceiver(
  db: Database,
  delivery: NewDelivery,
  most: number,
): Promise<boolean> {
  const { id, accountId, scanId, kind, format, receiver, urlCt, createdAt } = delivery
  const row = await db.$client
    .prepare(
      `INSERT INTO deliveries (id, account_id, scan_id, kind, format, receiver, url_ct, status,
       created_at, due_at)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, 'waiting', ?8, ?8
       WHERE EXISTS (SELECT 1 FROM scans WHERE account_id = ?2 AND id = ?3 AND status = 'running')
       AND (SELECT COUNT(*) FROM deliveries WHERE account_id = ?2 AND scan_id = ?3 AND id <> ?1) < ?9
       ON CONFLICT (id) DO UPDATE SET format = excluded.format RETURNING id`,
    )
    .bind(id, accountId, scanId, kind, format, receiver, urlCt, createdAt, most)
    .first()
  return row !== null
}

/** The scan has completed: what was planned is due, and says this. */
export async function makeDue(
  db: Database,
  scan: OfScan,
  due: Readonly<{ facts: string; dueAt: Instant }>,
): Promise<void> {
  await db
    .update(deliveries)
    .set({ status: 'pending', ...due })
    .where(and(ownScan(scan), eq(deliveries.status, 'waiting')))
}

/** The scan has failed: nobody is told (decisions 41). */
export async function dropPlanned(db: Database, scan: OfScan): Promise<void> {
  await db.delete(deliveries).where(and(ownScan(scan), eq(deliveries.status, 'waiting')))
}

/** A delivery that nobody planned; one that exists stays as it is. */
export async function insertDue(
  db: Database,
  delivery: NewDelivery,
  due: Readonly<{ facts: string; dueAt: Instant }>,
): Promise<void> {
  await db
    .insert(deliveries)
    .values({ ...delivery, ...due, status: 'pending' })
    .onConflictDoNothing()
}

/** Deliveries of a scan that were made due and not tried yet. */
export async function listUntried(db: Database, scan: OfScan): Promise<readonly string[]> {
  const rows = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(ownScan(scan), eq(deliveries.status, 'pending'), eq(deliveries.attempts, 0)))
  return rows.map(({ id }) => id)
}

/**
 * Begins the `attempt`-th try, for the first who asks; null for everybody else. Until `leaseUntil`
 * nobody takes the delivery for lost.
 */
export async function claimDelivery(
  db: Database,
  ref: DeliveryRef,
  attempt: number,
  time: Readonly<{ now: Instant; leaseUntil: Instant }>,
): Promise<DeliveryRow | null> {
  const rows = await db
    .update(deliveries)
    .set({ attempts: attempt, lastAttemptAt: time.now, dueAt: time.leaseUntil })
    .where(atAttempt(ref, attempt - 1))
    .returning()
  return rows[0] ?? null
}

export async function findPending(
  db: Database,
  ref: DeliveryRef,
  attempts: number,
): Promise<DeliveryRow | null> {
  const [row] = await db.select().from(deliveries).where(atAttempt(ref, attempts)).limit(1)
  return row ?? null
}

export type Settled = Readonly<{
  status: DeliveryStatus
  lastStatus: number | null
  error: string | null
  dueAt: Instant
  endedAt: Instant | null
}>

/** Writes what came of the `attempt`-th try; an ended delivery forgets its URL. For a batch. */
export const settleStatement = (
  db: Database,
  ref: DeliveryRef,
  attempt: number,
  settled: Settled,
) =>
  db
    .update(deliveries)
    .set({ ...settled, ...(settled.endedAt !== null && { urlCt: null }) })
    .where(atAttempt(ref, attempt))

export type DueDelivery = DeliveryRef & Readonly<{ attempts: number }>

/** For the sweep: deliveries of every account whose message or consumer was lost. */
export function listOverdue(db: Database, now: Instant, size: number): Promise<DueDelivery[]> {
  const { accountId, id, attempts } = deliveries
  return db
    .select({ accountId, id, attempts })
    .from(deliveries)
    .where(and(sql`${deliveries.status} = 'pending'`, lte(deliveries.dueAt, now)))
    .orderBy(asc(deliveries.dueAt))
    .limit(size)
}

/** Gives a message that is sent again time to arrive. */
export async function postpone(db: Database, due: DueDelivery, until: Instant): Promise<void> {
  await db.update(deliveries).set({ dueAt: until }).where(atAttempt(due, due.attempts))
}

/** For the sweep: at most `size` rows of every account that are older than the log is kept. */
export async function pruneDeliveries(db: Database, before: Instant, size: number): Promise<void> {
  const old = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(lt(deliveries.createdAt, before))
    .limit(size)
  await db.delete(deliveries).where(inArray(deliveries.id, old))
}

const ownScan = (scan: OfScan) =>
  and(eq(deliveries.accountId, scan.accountId), eq(deliveries.scanId, scan.scanId))

const atAttempt = (ref: DeliveryRef, attempts: number) =>
  and(
    eq(deliveries.accountId, ref.accountId),
    eq(deliveries.id, ref.id),
    eq(deliveries.status, 'pending'),
    eq(deliveries.attempts, attempts),
  )
