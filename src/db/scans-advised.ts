import { and, eq, sql } from 'drizzle-orm'

import type { Database } from './database.ts'
import { scans } from './schema.ts'

/**
 * Notes that a model's advice on the scan is kept, and raises its overlay version (tables.md §8).
 * Answers the new version, or null when the scan is gone.
 */
export async function markAdvised(
  db: Database,
  accountId: string,
  scanId: string,
): Promise<number | null> {
  const [row] = await db
    .update(scans)
    .set({ advised: 1, overlayVersion: sql`${scans.overlayVersion} + 1` })
    .where(and(eq(scans.accountId, accountId), eq(scans.id, scanId)))
    .returning({ version: scans.overlayVersion })
  return row?.version ?? null
}
