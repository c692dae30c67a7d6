import { and, eq } from 'drizzle-orm'

import type { Suppressions } from '../report/triage.ts'
import type { Database } from './database.ts'
import { suppressionsOfScan, toSuppressions } from './findings.ts'
import { findPreviousScan } from './scans-previous.ts'
import { scans } from './schema.ts'
import type { ScanRef } from './scans-write.ts'

/** What the gate judges: the packed rows of a scan and the triage of its asset, as of one moment. */
export type GateRow = Readonly<{
  status: string
  partial: number
  packed: string | null
  suppressions: Suppressions
}>

const own = (scan: ScanRef) => and(eq(scans.accountId, scan.accountId), eq(scans.id, scan.scanId))

export async function findGateRow(db: Database, scan: ScanRef): Promise<GateRow | null> {
  const [[row], triaged] = await db.batch([
    db
      .select({ status: scans.status, partial: scans.partial, packed: scans.packed })
      .from(scans)
      .where(own(scan)),
    suppressionsOfScan(db, scan),
  ])
  return row === undefined ? null : { ...row, suppressions: toSuppressions(triaged) }
}

/** The previous scan's packed rows, or null when there is none. */
export async function findPreviousRows(
  db: Database,
  scan: ScanRef,
): Promise<Readonly<{ id: string; packed: string | null }> | null> {
  const scanId = await findPreviousScan(db, scan)
  if (scanId === null) return null
  const row = await db
    .select({ id: scans.id, packed: scans.packed })
    .from(scans)
    .where(own({ ...scan, scanId }))
    .get()
  return row ?? null
}
