import { and, count, eq, gte } from 'drizzle-orm'

import { startOfDay } from '../accounts/admission.ts'
import type { Instant } from '../report/time.ts'
import { countedKeys } from './api-keys.ts'
import type { Database } from './database.ts'
import { apiKeys, assets, scans } from './schema.ts'

/** Named as the limits they are held against (tables.md §11). */
export type AccountUsage = Readonly<{
  concurrent_scans: number
  scans_per_day: number
  assets: number
  keys: number
}>

/** What an account uses now; `keys that no longer open do not count. */
export async function accountUsage(
  db: Database,
  accountId: string,
  now: Instant,
): Promise<AccountUsage> {
  const own = eq(scans.accountId, accountId)
  const running = and(own, eq(scans.status, 'running'))
  const started = and(own, gte(scans.startedAt, startOfDay(now)))
  const [concurrent, startedToday, hosts, keys] = await db.batch([
    db.select({ n: count() }).from(scans).where(running),
    db.select({ n: count() }).from(scans).where(started),
    db.select({ n: count() }).from(assets).where(eq(assets.accountId, accountId)),
    db.select({ n: count() }).from(apiKeys).where(countedKeys(accountId, now)),
  ])
  return {
    concurrent_scans: concurrent[0]?.n ?? 0,
    scans_per_day: startedToday[0]?.n ?? 0,
    assets: hosts[0]?.n ?? 0,
    keys: keys[0]?.n ?? 0,
  }
}
