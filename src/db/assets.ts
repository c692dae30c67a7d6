import { and, eq, isNotNull } from 'drizzle-orm'

import type { Instant } from '../report/time.ts'
import type { Database } from './database.ts'
import { assets } from './schema.ts'

export type NewAsset = Readonly<{ id: string; accountId: string; host: string; createdAt: Instant }>

/** The statement alone, for a batch. A host that is known already stays as it is. */
export const assetStatement = (db: Database, asset: NewAsset) =>
  db.insert(assets).values(asset).onConflictDoNothing()

/** Whether the account has proved that the host is its own (tables.md §7). */
export async function isHostProven(
  db: Database,
  accountId: string,
  host: string,
): Promise<boolean> {
  const row = await db
    .select({ id: assets.id })
    .from(assets)
    .where(
      and(eq(assets.accountId, accountId), eq(assets.host, host), isNotNull(assets.verifiedAt)),
    )
    .get()
  return row !== undefined
}
