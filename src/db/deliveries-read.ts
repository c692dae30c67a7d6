import { and, count, desc, eq, ne } from 'drizzle-orm'

import type { Database } from './database.ts'
import type { DeliveryRow, DeliveryStatus } from './deliveries.ts'
import { deliveries } from './schema.ts'
import type { Window } from './scans-read.ts'

export type DeliveryFilter = Readonly<{
  status?: DeliveryStatus | undefined
  scan_id?: string | undefined
}>

/** One page of the account's webhook deliveries, newest first; planned ones and mail are left out. */
export async function pageOfDeliveries(
  db: Database,
  accountId: string,
  filter: DeliveryFilter,
  window: Window,
): Promise<Readonly<{ rows: readonly DeliveryRow[]; total: number }>> {
  const where = and(
    eq(deliveries.accountId, accountId),
    ne(deliveries.status, 'waiting'),
    ne(deliveries.kind, 'mail'),
    filter.status === undefined ? undefined : eq(deliveries.status, filter.status),
    filter.scan_id === undefined ? undefined : eq(deliveries.scanId, filter.scan_id),
  )
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(deliveries)
      .where(where)
      .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
      .limit(window.limit)
      .offset(window.offset),
    db.select({ total: count() }).from(deliveries).where(where),
  ])
  return { rows, total: counted?.total ?? 0 }
}
