import { and, asc, eq, gt, lt, or } from 'drizzle-orm'
import { z } from 'zod'

import type { ScanError, ScanStatus } from '../report/report.ts'
import { SCAN_STATUSES } from '../report/report.ts'
import type { Instant } from '../report/time.ts'
import type { ScanOptions } from '../scanner/engine/options.ts'
import type { NewAsset } from './assets.ts'
import { assetStatement } from './assets.ts'
import type { AuditEntry } from './audit-log.ts'
import { auditStatement } from './audit-log.ts'
import type { Database } from './database.ts'
import type { NewDelivery } from './deliveries.ts'
import { forgetStatement, planStatement } from './deliveries.ts'
import { assets, auditLog, scans, scanTags } from './schema.ts'

const Status = z.enum(SCAN_STATUSES)

export type ScanRef = Readonly<{ accountId: string; scanId: string }>

export type NewScan = ScanRef &
  Readonly<{
    targetNorm: string
    host: string
    options: ScanOptions
    tags: readonly string[]
    notes: string
    /** Who confirmed that the target may be scanned, and on what ground. */
    authorization: Readonly<{ basis: string; by: string; at: string; ip: string | null }>
    startedAt: Instant
    deadline: Instant
    /** The scan whose finding is tested again. */
    retestOf?: string
  }>
export type ScanStart = Readonly<{
  scan: NewScan
  audit: AuditEntry
  newAsset: NewAsset | null
  /** Who is told when it completes. */
  receivers: readonly NewDelivery[]
}>

/** Scan row, tags, audit entry, new asset and receivers: all or nothing. */
export async function insertScan(db: Database, start: ScanStart): Promise<void> {
  const { scan, audit, newAsset, receivers } = start
  await db.batch([
    db.insert(scans).values(toRow(scan)),
    ...scan.tags.map((tag) => db.insert(scanTags).values({ ...tagKey(scan), tag })),
    auditStatement(db, audit),
    ...(newAsset ? [assetStatement(db, newAsset)] : []),
    ...receivers.map((receiver) => planStatement(db, receiver)),
  ])
}

/** Takes back what `insertScan` wrote, for a scan that could not be begun. */
export async function removeStart(
  db: Database,
  { scan, audit, newAsset }: ScanStart,
): Promise<void> {
  const asset =
    newAsset && and(eq(assets.accountId, newAsset.accountId), eq(assets.id, newAsset.id))
  const ownEntry = and(eq(auditLog.accountId, scan.accountId), eq(auditLog.id, audit.id))
  await db.batch([
    db.delete(scans).where(ownScan(scan)),
    db.delete(scanTags).where(ownTags(scan)),
    db.delete(auditLog).where(ownEntry),
    forgetStatement(db, scan),
    ...(asset ? [db.delete(assets).where(asset)] : []),
  ])
}

export type ScanState = Readonly<{ status: ScanStatus; host: string; startedAt: Instant }>

/** What the verbs that change a scan need to know of it, or null: unknown and foreign are one. */
export async function findScanState(db: Database, scan: ScanRef): Promise<ScanState | null> {
  const row = await db
    .select({ status: scans.status, host: scans.host, startedAt: scans.startedAt })
    .from(scans)
    .where(ownScan(scan))
    .get()
  return row ? { ...row, status: Status.parse(row.status) } : null
}

/** Ends a row that no object will end. Answers whether it was still running. */
export async function failRunningScan(
  db: Database,
  scan: ScanRef,
  error: ScanError,
  now: Instant,
): Promise<boolean> {
  const rows = await db
    .update(scans)
    .set({ status: 'failed', completedAt: now, errorCode: error.code, errorMessage: error.message })
    .where(and(ownScan(scan), eq(scans.status, 'running')))
    .returning({ id: scans.id })
  return rows.length > 0
}

export type RunningScan = ScanRef & Readonly<{ deadline: Instant }>
export type RunningCursor = Readonly<{ deadline: Instant; scanId: string }>

/** For the sweep: running scans of every account started before `before`, by deadline. */
export async function pageRunningScans(
  db: Database,
  page: Readonly<{ before: Instant; after: RunningCursor | null; size: number }>,
): Promise<RunningScan[]> {
  const { after } = page
  const isLater =
    after &&
    or(
      gt(scans.deadline, after.deadline),
      and(eq(scans.deadline, after.deadline), gt(scans.id, after.scanId)),
    )
  return db
    .select({ scanId: scans.id, accountId: scans.accountId, deadline: scans.deadline })
    .from(scans)
    .where(and(eq(scans.status, 'running'), lt(scans.startedAt, page.before), isLater ?? undefined))
    .orderBy(asc(scans.deadline), asc(scans.id))
    .limit(page.size)
}

const ownScan = (scan: ScanRef) =>
  and(eq(scans.accountId, scan.accountId), eq(scans.id, scan.scanId))
const ownTags = (scan: ScanRef) =>
  and(eq(scanTags.accountId, scan.accountId), eq(scanTags.scanId, scan.scanId))
const tagKey = ({ accountId, scanId, startedAt }: NewScan) => ({ accountId, scanId, startedAt })

const toRow = (scan: NewScan): typeof scans.$inferInsert => ({
  id: scan.scanId,
  accountId: scan.accountId,
  targetUrl: scan.options.target_url,
  targetNorm: scan.targetNorm,
  host: scan.host,
  targetIp: scan.options.target_ip,
  scanType: scan.options.scan_type,
  profile: scan.options.profile,
  status: 'running',
  options: JSON.stringify(scan.options),
  tags: JSON.stringify(scan.tags),
  notes: scan.notes,
  scanAuthorized: 1,
  authorization: JSON.stringify(scan.authorization),
  startedAt: scan.startedAt,
  deadline: scan.deadline,
  retestOf: scan.retestOf ?? null,
})
