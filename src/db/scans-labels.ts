import { and, eq, inArray } from 'drizzle-orm'

import type { Database } from './database.ts'
import { scans, scanTags } from './schema.ts'
import type { ScanRef } from './scans-write.ts'

/** Tags and notes of a scan, and the index of its tags: all or nothing. False: no such scan. */
export async function changeLabels(
  db: Database,
  { accountId, scanId }: ScanRef,
  { tags, notes }: Readonly<{ tags?: readonly string[]; notes?: string }>,
): Promise<boolean> {
  const own = and(eq(scans.accountId, accountId), eq(scans.id, scanId))
  const row = await db
    .select({ startedAt: scans.startedAt, tags: scans.tags })
    .from(scans)
    .where(own)
    .get()
  if (row === undefined) return false
  if (tags === undefined && notes === undefined) return true
  const { startedAt } = row
  const before: string[] = JSON.parse(row.tags)
  await db.batch([
    db
      .update(scans)
      .set({
        ...(tags !== undefined && { tags: JSON.stringify(tags) }),
        ...(notes !== undefined && { notes }),
      })
      .where(own),
    ...(tags === undefined
      ? []
      : [
          db
            .delete(scanTags)
            .where(
              and(
                eq(scanTags.accountId, accountId),
                inArray(scanTags.tag, before),
                eq(scanTags.startedAt, startedAt),
                eq(scanTags.scanId, scanId),
              ),
            ),
          ...tags.map((tag) => db.insert(scanTags).values({ accountId, scanId, startedAt, tag })),
        ]),
  ])
  return true
}
