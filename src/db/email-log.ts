import { count, desc, eq, inArray, lt } from 'drizzle-orm'

import type { Instant } from '../report/time.ts'
import type { Database } from './database.ts'
import type { Window } from './scans-read.ts'
import { emailLog } from './schema.ts'

export const EMAIL_KINDS = ['scan_completed', 'webhook_abandoned'] as const
export const EMAIL_STATUSES = ['sent', 'skipped', 'failed'] as const

export type EmailEntry = Readonly<{
  /** Of the delivery it is about: each is logged once. */
  id: string
  accountId: string
  scanId: string | null
  kind: (typeof EMAIL_KINDS)[number]
  to: string
  subject: string
  status: (typeof EMAIL_STATUSES)[number]
  error: string | null
  createdAt: Instant
}>
export type EmailRow = Readonly<typeof emailLog.$inferSelect>

/** The statement alone, for a batch with the delivery's own change. */
export const emailStatement = (db: Database, entry: EmailEntry) =>
  db.insert(emailLog).values(entry).onConflictDoNothing()

/** One page of the account's log, newest first. */
export async function pageOfEmails(
  db: Database,
  accountId: string,
  window: Window,
): Promise<Readonly<{ rows: readonly EmailRow[]; total: number }>> {
  const where = eq(emailLog.accountId, accountId)
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(emailLog)
      .where(where)
      .orderBy(desc(emailLog.createdAt), desc(emailLog.id))
      .limit(window.limit)
      .offset(window.offset),
    db.select({ total: count() }).from(emailLog).where(where),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** For the sweep: at most `size` rows of every account that are older than the log is kept. */
export async function pruneEmails(db: Database, before: Instant, size: number): Promise<void> {
  const old = db
    .select({ id: emailLog.id })
    .from(emailLog)
    .where(lt(emailLog.createdAt, before))
    .limit(size)
  await db.delete(emailLog).where(inArray(emailLog.id, old))
}
