import { and, eq, inArray, sql } from 'drizzle-orm'

import type { Database } from './database.ts'
import { scans } from './schema.ts'

/** Those of the ids that are scans of the account. */
export async function knownScans(
  db: Database,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const listed = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
  const rows = await db
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.accountId, accountId), inArray(scans.id, listed)))
  return new Set(rows.map(({ id }) => id))
}
