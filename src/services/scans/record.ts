import { z } from 'zod'

import type { ScanRow } from '../../db/scans-read.ts'
import { findScan } from '../../db/scans-read.ts'
import { findScanState } from '../../db/scans-write.ts'
import { ApiError } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import { FAIL_CODES, PROFILES, SCAN_STATUSES, SCAN_TYPES } from '../../report/report.ts'
import type {
  Profile,
  ScanError,
  ScanStatus,
  ScanType,
  Report,
  Summary,
} from '../../report/report.ts'
import type { Instant } from '../../report/time.ts'
import type { Suppressions } from '../../report/triage.ts'
import { withAdvice } from '../../report/advice.ts'
import { inForce, NO_SUPPRESSIONS, withTriage } from '../../report/triage.ts'
import type { ScanOptions } from '../../scanner/engine/options.ts'
import { fromKept } from '../advice/kept.ts'
import type { Deps } from '../deps.ts'
import { replicaFirst } from '../replica.ts'

/** A scan's row with its columns parsed: what every read starts from. */
export type ScanRecord = Readonly<{
  id: string
  accountId: string
  targetUrl: string
  targetNorm: string
  host: string
  targetIp: string | null
  scanType: ScanType
  profile: Profile
  status: ScanStatus
  options: ScanOptions
  tags: readonly string[]
  notes: string
  scanAuthorized: boolean
  startedAt: Instant
  completedAt: Instant | null
  error: ScanError | null
  summary: Summary
  partial: boolean
  overlayVersion: number
  isAdvised: boolean
  hasReport: boolean
  /** The scan whose finding this one tests again; null for every other scan. */
  retestOf: string | null
  /** What of the asset is triaged away now; empty in lists, which show counts only. */
  suppressions: Suppressions
}>

const Words = z.object({
  scanType: z.enum(SCAN_TYPES),
  profile: z.enum(PROFILES),
  status: z.enum(SCAN_STATUSES),
  errorCode: z.enum(FAIL_CODES).nullable(),
})
const Tags = z.array(z.string())

export function toRecord(row: ScanRow, suppressions = NO_SUPPRESSIONS): ScanRecord {
  const { scanType, profile, status, errorCode } = Words.parse(row)
  // The start verb wrote this column from a ScanOptions; nothing else ever does.
  const options: ScanOptions = JSON.parse(row.options)
  return {
    id: row.id,
    accountId: row.accountId,
    targetUrl: row.targetUrl,
    targetNorm: row.targetNorm,
    host: row.host,
    targetIp: row.targetIp,
    scanType,
    profile,
    status,
    options,
    tags: Tags.parse(JSON.parse(row.tags)),
    notes: row.notes,
    scanAuthorized: row.scanAuthorized === 1,
    startedAt: row.startedAt,
    completedAt: row.completedAt,
    error: errorCode && { code: errorCode, message: row.errorMessage ?? '' },
    summary: {
      risk_score: row.riskScore,
      critical: row.critical,
      high: row.high,
      medium: row.medium,
      low: row.low,
      info: row.info,
    },
    partial: row.partial === 1,
    overlayVersion: row.overlayVersion,
    isAdvised: row.advised === 1,
    hasReport: row.r2Key !== null,
    retestOf: row.retestOf,
    suppressions,
  }
}

/** The account's scan; null alike for an unknown and a foreign id (decisions 48). */
export async function findOwnScan(
  deps: Deps,
  accountId: string,
  scanId: string,
): Promise<ScanRecord | null> {
  const found = await replicaFirst(
    deps,
    (db) => findScan(db, accountId, scanId),
    ({ row }) => row.status !== 'running',
  )
  return found && toRecord(found.row, inForce(found.suppressions, deps.now()))
}

/** The account's scan, or 404. */
export async function ownScan(deps: Deps, accountId: string, scanId: string): Promise<ScanRecord> {
  const scan = await findOwnScan(deps, accountId, scanId)
  if (scan === null) throw new ApiError('not_found')
  return scan
}

/** Whether a scan that was read a moment ago is gone: its rows go before its files do. */
export const isDeleted = async (
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  scanId: string,
): Promise<boolean> => (await findScanState(db, { accountId, scanId })) === null

/**
 * The report of an ended scan under the triage in force; null when it is running, or failed before
 * there was one. Throws `not_found` where it was deleted meanwhile, `unavailable` where it is lost.
 */
export async function reportOf(deps: Deps, scan: ScanRecord): Promise<Report | null> {
  if (scan.status === 'running' || !scan.hasReport) return null
  const report = await deps.reports.get(scan.accountId, scan.id)
  if (report === null) {
    if (await isDeleted(deps, scan.accountId, scan.id)) throw new ApiError('not_found')
    deps.log('report_missing', { scan_id: scan.id })
    throw new ApiError('unavailable', {
      text: 'The results of this scan cannot be read now.',
      retryAfterS: LIMITS.pollAfterS,
    })
  }
  const advices = scan.isAdvised ? await deps.advice.get(scan.accountId, scan.id) : null
  return withTriage(withAdvice(report, fromKept(advices)), scan.suppressions, deps.now())
}

/** What may change in the report as it is told: part of every entity tag (tables.md §8). */
export const overlayTag = ({ overlayVersion, suppressions }: ScanRecord): string =>
  JSON.stringify([overlayVersion, [...suppressions.values()]])
