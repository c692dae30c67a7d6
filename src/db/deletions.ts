import { and, asc, eq, lt } from 'drizzle-orm'

import type { Instant } from '../report/time.ts'
import type { AuditEntry } from './audit-log.ts'
import { auditStatement } from './audit-log.ts'
import type { Database } from './database.ts'
import { forgetStatement } from './deliveries.ts'
import type { ScanRef } from './scans-write.ts'
import { deletions } from './schema-deletions.ts'
import { scans, scanTags } from './schema.ts'

/**
 * Removes a scan from history, at once for whoever asks, and notes that its files are to go; the
 * lifecycle of its findings stays.
 */
export async function beginDeletion(
  db: Database,
  { accountId, scanId }: ScanRef,
  audit: AuditEntry,
): Promise<void> {
  await db.batch([
    forgetStatement(db, { accountId, scanId }),
    db.delete(scanTags).where(and(eq(scanTags.accountId, accountId), eq(scanTags.scanId, scanId))),
    db.delete(scans).where(and(eq(scans.accountId, accountId), eq(scans.id, scanId))),
    db.insert(deletions).values({ accountId, scanId, askedAt: audit.at }).onConflictDoNothing(),
    auditStatement(db, audit),
  ])
}

export async function endDeletion(db: Database, { accountId, scanId }: ScanRef): Promise<void> {
  await db
    .delete(deletions)
    .where(and(eq(deletions.accountId, accountId), eq(deletions.scanId, scanId)))
}

/** For the cron: deletions of every account that broke off, the oldest first. */
export async function pageDeletions(
  db: Database,
  before: Instant,
  size: number,
): Promise<readonly ScanRef[]> {
  return db
    .select({ accountId: deletions.accountId, scanId: deletions.scanId })
    .from(deletions)
    .where(lt(deletions.askedAt, before))
    .orderBy(asc(deletions.askedAt))
    .limit(size)
}
