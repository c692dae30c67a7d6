import type { ScanType, Summary, TrendPoint } from '../report/report.ts'
import { SCAN_TYPES } from '../report/report.ts'
import type { Instant } from '../report/time.ts'
import { isoSeconds } from '../report/time.ts'
import type { Database } from './database.ts'

/** What a scan of each type can be compared with: scans that tested some of the same. */
const OVERLAPPING: Readonly<Record<ScanType, readonly ScanType[]>> = {
  vuln: ['vuln', 'both'],
  both: ['vuln', 'both', 'perf'],
  perf: ['perf', 'both'],
  api: ['api'],
}

type Compared = Readonly<{
  accountId: string
  targetNorm: string
  startedAt: Instant
  scanType: ScanType
}>

/** Completed scans that count as earlier ones of a scan: bound to the four values below. */
const EARLIER = `FROM scans
       WHERE account_id = ?1 AND target_norm = ?2 AND started_at < ?3 AND status = 'completed'
       AND retest_of IS NULL AND scan_type IN (SELECT value FROM json_each(?4))
       ORDER BY started_at DESC`

const bindingOf = (scan: Compared) =>
  [
    scan.accountId,
    scan.targetNorm,
    scan.startedAt,
    JSON.stringify(OVERLAPPING[scan.scanType]),
  ] as const

/** How the target stood at its last completed scans, oldest first (tables.md §10). */
export async function trendBefore(
  db: Database,
  scan: Compared,
  most: number,
): Promise<readonly TrendPoint[]> {
  const { results } = await db.$client
    .prepare(
      `SELECT id, completed_at AS completedAt, risk_score, critical, high, medium, low, info
       ${EARLIER} LIMIT ?5`,
    )
    .bind(...bindingOf(scan), most)
    .all<Summary & { id: string; completedAt: Instant }>()
  return results
    .map(({ id, completedAt, ...summary }) => ({
      scan_id: id,
      completed_at: isoSeconds(completedAt),
      summary,
    }))
    .toReversed()
}

/** The newest completed scan of the same target, started earlier (tables.md §10). */
export async function previousScan(
  db: Database,
  scan: Compared,
): Promise<Readonly<{ id: string; completedAt: Instant }> | null> {
  const row = await db.$client
    .prepare(`SELECT id, completed_at AS completedAt ${EARLIER} LIMIT 1`)
    .bind(...bindingOf(scan))
    .first<{ id: string; completedAt: Instant }>()
  return row
}

/**
 * The previous scan of an ended one: the one it was compared with when it ended, while that is still
 * there, else what counts as previous now. Null when there is none.
 */
export async function findPreviousScan(
  db: Database,
  scan: Readonly<{ accountId: string; scanId: string }>,
): Promise<string | null> {
  const row = await db.$client
    .prepare(
      `SELECT own.target_norm AS targetNorm, own.started_at AS startedAt, own.scan_type AS scanType,
       known.id AS knownId FROM scans AS own
       LEFT JOIN scans AS known ON known.id = own.previous_scan_id
       AND known.account_id = own.account_id AND known.status = 'completed'
       WHERE own.account_id = ?1 AND own.id = ?2`,
    )
    .bind(scan.accountId, scan.scanId)
    .first<{ targetNorm: string; startedAt: Instant; scanType: string; knownId: string | null }>()
  if (row === null || row.knownId !== null) return row?.knownId ?? null
  const scanType = SCAN_TYPES.find((type) => type === row.scanType)
  if (scanType === undefined) return null
  const found = await previousScan(db, { accountId: scan.accountId, ...row, scanType })
  return found?.id ?? null
}
