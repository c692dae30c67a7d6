import { z } from 'zod'

import type { DeliveryFilter } from '../../db/deliveries-read.ts'
import { pageOfDeliveries } from '../../db/deliveries-read.ts'
import type { DeliveryRow } from '../../db/deliveries.ts'
import { BODY_FORMATS } from '../../notify/receiver.ts'
import { isoSeconds, type Instant } from '../../report/time.ts'
import type { Deps } from '../deps.ts'
import { offsetOf, pageCount, type Page, type PageRequest } from '../scans/paging.ts'

export const SHOWN_STATUSES = ['pending', 'delivered', 'failed', 'abandoned'] as const
export const SHOWN_KINDS = ['scan', 'chat', 'test'] as const

const Words = z.object({
  kind: z.enum(SHOWN_KINDS),
  format: z.enum(BODY_FORMATS),
  status: z.enum(SHOWN_STATUSES),
})
const Event = z.object({ event: z.enum(['scan_completed', 'ping']) })

/** One page of the delivery log, newest first. */
export async function listDeliveries(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  { page, per_page, ...filter }: DeliveryFilter & PageRequest,
): Promise<Page<ReturnType<typeof presentDelivery>>> {
  const window = { offset: offsetOf({ page, per_page }), limit: per_page }
  const { rows, total } = await pageOfDeliveries(db, accountId, filter, window)
  const items = rows.map(presentDelivery)
  return { items, total, page, per_page, pages: pageCount(total, per_page) }
}

function presentDelivery(row: DeliveryRow) {
  const { kind, format, status } = Words.parse(row)
  return {
    id: row.id,
    scan_id: row.scanId,
    kind,
    event: Event.parse(JSON.parse(row.facts ?? 'null')).event,
    webhook_url: row.receiver,
    webhook_format: format,
    status,
    attempts: row.attempts,
    last_status_code: row.lastStatus,
    error: row.error,
    created_at: isoSeconds(row.createdAt),
    last_attempt_at: textOf(row.lastAttemptAt),
    ended_at: textOf(row.endedAt),
  }
}

const textOf = (at: Instant | null): string | null => (at === null ? null : isoSeconds(at))
