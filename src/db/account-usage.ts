import { and, count, eq, gte, isNull } from 'drizzle-orm'

import type { Instant } from '../report/time.ts'
import type { Database } from './database.ts'
import { apiKeys, assets, scans } from './schema.ts'

/** Named as the limits they are held against (tables.md §11). */
export type AccountUsage = Readonly<{
  concurrent_scans: number
  scans_per_day: number
  assets: number
  keys: number
}>

/** What an account uses now; `today` is the start of the UTC day. Revoked keys do not count. */
export async function accountUsage(
  db: Database,
  accountId: string,
  today: Instant,
): Promise<AccountUsage> {
  const own = eq(scans.accountId, accountId)
  const running = and(own, eq(scans.status, 'running'))
  const started = and(own, gte(scans.startedAt, today))
  const living = and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt))
  const [concurrent, startedToday, hosts, keys] = await db.batch([
    db.select({ n: count() }).from(scans).where(running),
    db.select({ n: count() }).from(scans).where(started),
    db.select({ n: count() }).from(assets).where(eq(assets.accountId, accountId)),
    db.select({ n: count() }).from(apiKeys).where(living),
  ])
  return {
    concurrent_scans: concurrent[0]?.n ?? 0,
    scans_per_day: startedToday[0]?.n ?? 0,
    assets: hosts[0]?.n ?? 0,
    keys: keys[0]?.n ?? 0,
  }
}
