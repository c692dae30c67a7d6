import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'

import type { ScanStatus } from '../report/report.ts'
import type { Database } from './database.ts'
import { scans, scanTags } from './schema.ts'

// Everything but `packed`, which can be large and is read by the gate alone.
const COLUMNS = {
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
  r2Key: scans.r2Key,
  previousScanId: scans.previousScanId,
  retestOf: scans.retestOf,
} as const

type Selected = Pick<typeof scans.$inferSelect, keyof typeof COLUMNS>
/** A scan's row as the read side needs it. JSON columns are still text. */
export type ScanRow = Readonly<Selected>

const ownScan = (accountId: string, scanId: string) =>
  and(eq(scans.accountId, accountId), eq(scans.id, scanId))

export async function findScan(
  db: Database,
  accountId: string,
  scanId: string,
): Promise<ScanRow | null> {
  const [row] = await db.select(COLUMNS).from(scans).where(ownScan(accountId, scanId)).limit(1)
  return row ?? null
}

/** What the gate judges: the packed rows of a scan and the scan they are compared with. */
export type GateRow = Readonly<
  Pick<
    typeof scans.$inferSelect,
    'id' | 'status' | 'partial' | 'packed' | 'previousScanId' | 'errorCode'
  >
>

export async function findGateRow(
  db: Database,
  accountId: string,
  scanId: string,
): Promise<GateRow | null> {
  const [row] = await db
    .select({
      id: scans.id,
      status: scans.status,
      partial: scans.partial,
      packed: scans.packed,
      previousScanId: scans.previousScanId,
      errorCode: scans.errorCode,
    })
    .from(scans)
    .where(ownScan(accountId, scanId))
    .limit(1)
  return row ?? null
}

export type ScanFilter = Readonly<{
  status?: ScanStatus | undefined
  /** Part of the target URL, upper or lower case (decisions 33). */
  search?: string | undefined
  tag?: string | undefined
}>
export type Window = Readonly<{ offset: number; limit: number }>
export type ScanPage = Readonly<{ rows: readonly ScanRow[]; total: number }>

/** One page, newest first, and how many there are in all. */
export async function pageOfScans(
  db: Database,
  accountId: string,
  filter: ScanFilter,
  window: Window,
): Promise<ScanPage> {
  const where = matching(db, accountId, filter)
  const order = [desc(scans.startedAt), desc(scans.id)]
  // Pages are cut on ids, from the index; only the rows that are shown are read in full.
  const ids = db
    .select({ id: scans.id })
    .from(scans)
    .where(where)
    .orderBy(...order)
    .limit(window.limit)
    .offset(window.offset)
  const [rows, [counted]] = await db.batch([
    db
      .select(COLUMNS)
      .from(scans)
      .where(and(eq(scans.accountId, accountId), inArray(scans.id, ids)))
      .orderBy(...order),
    db.select({ total: count() }).from(scans).where(where),
  ])
  return { rows, total: counted?.total ?? 0 }
}

function matching(db: Database, accountId: string, { status, search, tag }: ScanFilter) {
  const tagged = db
    .select({ id: scanTags.scanId })
    .from(scanTags)
    .where(and(eq(scanTags.accountId, accountId), eq(scanTags.tag, tag ?? '')))
  return and(
    eq(scans.accountId, accountId),
    status === undefined ? undefined : eq(scans.status, status),
    // instr, not LIKE: D1 refuses patterns over 50 bytes, and % and _ mean themselves.
    search === undefined ? undefined : sql`instr(lower(${scans.targetUrl}), lower(${search})) > 0`,
    tag === undefined ? undefined : inArray(scans.id, tagged),
  )
}
