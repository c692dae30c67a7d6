import type { ScanError, Summary } from '../report/report.ts'
import type { Instant } from '../report/time.ts'
import { countsOf } from './counts.ts'
import type { Database } from './database.ts'

// What a scan writes about itself. Every statement is bound to the account and to the state it
// expects, so that running it twice changes nothing.

export type FinishedScan = Readonly<{
  accountId: string
  scanId: string
  status: 'completed' | 'failed'
  completedAt: Instant
  error: ScanError | null
  summary: Summary
  isPartial: boolean
  packed: string
  r2Key: string
  pagesAnswered: number
  isBadgeEligible: boolean
  previousScanId: string | null
}>

/** Sets the row once: a second call finds no running row and changes nothing. */
export async function finishScan(db: Database, scan: FinishedScan): Promise<void> {
  const { summary } = scan
  await db.$client
    .prepare(
      `UPDATE scans SET status = ?3, completed_at = ?4, error_code = ?5, error_message = ?6,
       risk_score = ?7, critical = ?8, high = ?9, medium = ?10, low = ?11, info = ?12, partial = ?13,
       packed = ?14, r2_key = ?15, pages_answered = ?16, badge_eligible = ?17, previous_scan_id = ?18
       WHERE account_id = ?1 AND id = ?2 AND status = 'running'`,
    )
    .bind(
      scan.accountId,
      scan.scanId,
      scan.status,
      scan.completedAt,
      scan.error?.code ?? null,
      scan.error?.message ?? null,
      ...countsOf(summary),
      scan.isPartial ? 1 : 0,
      scan.packed,
      scan.r2Key,
      scan.pagesAnswered,
      scan.isBadgeEligible ? 1 : 0,
      scan.previousScanId,
    )
    .run()
}

/** The counts so far of a running scan, for pollers and lists (decisions 68). */
export async function updateRunningCounts(
  db: Database,
  accountId: string,
  scanId: string,
  summary: Summary,
): Promise<void> {
  await db.$client
    .prepare(
      `UPDATE scans SET risk_score = ?3, critical = ?4, high = ?5, medium = ?6, low = ?7, info = ?8
       WHERE account_id = ?1 AND id = ?2 AND status = 'running'`,
    )
    .bind(accountId, scanId, ...countsOf(summary))
    .run()
}
