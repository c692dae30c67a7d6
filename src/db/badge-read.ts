import { and, desc, eq, exists, isNotNull } from 'drizzle-orm'

import type { Database } from './database.ts'
import { assets, scans } from './schema.ts'

/**
 * The packed rows of the newest scan that may speak for a host in public. The one read that is bound
 * to no account: it asks instead that the scan's own account has proven the host, unless the caller
 * knows that the host needs no proof.
 */
export async function newestBadgeRows(
  db: Database,
  host: string,
  isProven: boolean,
): Promise<string | null> {
  const proof = db
    .select({ id: assets.id })
    .from(assets)
    .where(
      and(
        eq(assets.accountId, scans.accountId),
        eq(assets.host, scans.host),
        isNotNull(assets.verifiedAt),
      ),
    )
  const [row] = await db
    .select({ packed: scans.packed })
    .from(scans)
    .where(
      and(
        eq(scans.host, host),
        eq(scans.badgeEligible, 1),
        eq(scans.status, 'completed'),
        isProven ? undefined : exists(proof),
      ),
    )
    .orderBy(desc(scans.completedAt))
    .limit(1)
  return row === undefined ? null : (row.packed ?? '[]')
}
