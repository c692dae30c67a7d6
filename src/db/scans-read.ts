import { and, eq } from 'drizzle-orm'

import type { Database } from './database.ts'
import type { Suppressions } from '../report/triage.ts'
import { suppressionsOfScan, toSuppressions } from './findings.ts'
import { scans } from './schema.ts'

/** Everything but `packed`, which can be large and is read by the gate alone. */
export const COLUMNS = {
  id: scans.id,
  accountId: scans.accountId,
  targetUrl: scans.targetUrl,
  targetNorm: scans.targetNorm,
  host: scans.host,
  targetIp: scans.targetIp,
  scanType: scans.scanType,
  profile: scans.profile,
  status: scans.status,
  options: scans.options,
  tags: scans.tags,
  notes: scans.notes,
  scanAuthorized: scans.scanAuthorized,
  startedAt: scans.startedAt,
  completedAt: scans.completedAt,
  errorCode: scans.errorCode,
  errorMessage: scans.errorMessage,
  riskScore: scans.riskScore,
  critical: scans.critical,
  high: scans.high,
  medium: scans.medium,
  low: scans.low,
  info: scans.info,
  partial: scans.partial,
  overlayVersion: scans.overlayVersion,
  advised: scans.advised,
  r2Key: scans.r2Key,
  previousScanId: scans.previousScanId,
  retestOf: scans.retestOf,
} as const

type Selected = Pick<typeof scans.$inferSelect, keyof typeof COLUMNS>
/** A scan's row as the read side needs it. JSON columns are still text. */
export type ScanRow = Readonly<Selected>

const ownScan = (accountId: string, scanId: string) =>
  and(eq(scans.accountId, accountId), eq(scans.id, scanId))

export type TriagedScanRow = Readonly<{ row: ScanRow; suppressions: Suppressions }>

/** A scan's row and what of its asset is triaged away, as of one moment. */
export async function findScan(
  db: Database,
  accountId: string,
  scanId: string,
): Promise<TriagedScanRow | null> {
  const [[row], triaged] = await db.batch([
    db.select(COLUMNS).from(scans).where(ownScan(accountId, scanId)).limit(1),
    suppressionsOfScan(db, { accountId, scanId }),
  ])
  return row === undefined ? null : { row, suppressions: toSuppressions(triaged) }
}

/** A part of a list, counted from its start. */
export type Window = Readonly<{ offset: number; limit: number }>
