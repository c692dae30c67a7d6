import { z } from 'zod'

import type { ScheduleRow } from '../../db/schedules.ts'
import { maskedUrl } from '../../notify/receiver.ts'
import type { ScanStatus, ScanType } from '../../report/report.ts'
import { SCAN_STATUSES } from '../../report/report.ts'
import { isoSeconds } from '../../report/time.ts'
import type { ScanOptions } from '../../scanner/engine/options.ts'
import type { Deps } from '../deps.ts'
import { effectiveOptions } from '../scans/start-options.ts'
import { openOptions } from '../scans/stowed-options.ts'

/** Decisions 17, then the additive fields. */
export type PresentedSchedule = Readonly<{
  id: string
  target_url: string
  url: string
  scan_type: ScanType
  interval_hours: number
  enabled: boolean
  notify_email: string | null
  webhook_url: string | null
  last_run_at: string | null
  /** Null while the schedule is switched off. */
  next_run_at: string | null
  last_scan_id: string | null
  last_status: ScanStatus | null
  created_at: string
  /** Why the last run started no scan. */
  last_error: Readonly<{ code: string; error: string }> | null
  tags: readonly string[]
  notes: string
  options: ScanOptions
}>

const Status = z.enum(SCAN_STATUSES).nullable()
const when = (at: number | null): string | null => (at === null ? null : isoSeconds(at))

export async function presentSchedule(
  deps: Pick<Deps, 'vault'>,
  row: ScheduleRow,
): Promise<PresentedSchedule> {
  const options = await openOptions(deps.vault, row.id, row)
  const isEnabled = row.enabled === 1
  const refused =
    row.lastErrorCode === null ? null : { code: row.lastErrorCode, error: row.lastError ?? '' }
  return {
    id: row.id,
    target_url: row.targetUrl,
    url: row.targetUrl,
    scan_type: options.scanType,
    interval_hours: row.intervalHours,
    enabled: isEnabled,
    notify_email: options.notifyEmail,
    webhook_url: options.webhook && maskedUrl(new URL(options.webhook.url)),
    last_run_at: when(row.lastRunAt),
    next_run_at: isEnabled ? when(row.nextRunAt) : null,
    last_scan_id: row.lastScanId,
    last_status: refused === null ? Status.parse(row.lastScanStatus) : 'failed',
    created_at: isoSeconds(row.createdAt),
    last_error: refused,
    tags: options.tags,
    notes: options.notes,
    options: effectiveOptions({ ...options, target: row.targetUrl }, row.targetUrl),
  }
}
