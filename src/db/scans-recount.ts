import type { Summary } from '../report/report.ts'
import type { Suppressions } from '../report/triage.ts'
import type { Instant } from '../report/time.ts'
import { countsOf } from './counts.ts'
import type { Database } from './database.ts'
import { suppressionsStatement, toSuppressions, type AssetRef } from './findings.ts'
import { and, desc, eq, lt, ne, or, sql } from 'drizzle-orm'
import { scans } from './schema.ts'

export type HolderCursor = Readonly<{ startedAt: Instant; scanId: string }>
/** A scan that holds an issue: what its counts are made from, and which version of them it has. */
export type Holder = HolderCursor &
  Readonly<{ packed: string | null; overlayVersion: number; summary: Summary }>

const HOLDER = {
  scanId: scans.id,
  startedAt: scans.startedAt,
  packed: scans.packed,
  overlayVersion: scans.overlayVersion,
  summary: {
    risk_score: scans.riskScore,
    critical: scans.critical,
    high: scans.high,
    medium: scans.medium,
    low: scans.low,
    info: scans.info,
  },
} as const

export type HoldersRead = Readonly<{ holders: readonly Holder[]; suppressions: Suppressions }>

/** The ended scans of an asset that hold an issue, newest first, and its triage at that moment. */
export async function pageHolders(
  db: Database,
  issue: AssetRef & Readonly<{ fingerprint: string }>,
  page: Readonly<{ after: HolderCursor | null; size: number }>,
): Promise<HoldersRead> {
  const { after } = page
  const isOlder =
    after &&
    or(
      lt(scans.startedAt, after.startedAt),
      and(eq(scans.startedAt, after.startedAt), lt(scans.id, after.scanId)),
    )
  const [holders, triaged] = await db.batch([
    db
      .select(HOLDER)
      .from(scans)
      .where(
        and(
          eq(scans.accountId, issue.accountId),
          eq(scans.host, issue.host),
          ne(scans.status, 'running'),
          sql`instr(${scans.packed}, ${issue.fingerprint}) > 0`,
          isOlder ?? undefined,
        ),
      )
      .orderBy(desc(scans.startedAt), desc(scans.id))
      .limit(page.size),
    suppressionsStatement(db, issue),
  ])
  return { holders, suppressions: toSuppressions(triaged) }
}

/** One scan and the triage of its asset, for counting it again. */
export async function findHolder(
  db: Database,
  asset: AssetRef,
  scanId: string,
): Promise<Readonly<{ holder: Holder | null; suppressions: Suppressions }>> {
  const [[holder], triaged] = await db.batch([
    db
      .select(HOLDER)
      .from(scans)
      .where(and(eq(scans.accountId, asset.accountId), eq(scans.id, scanId))),
    suppressionsStatement(db, asset),
  ])
  return { holder: holder ?? null, suppressions: toSuppressions(triaged) }
}

export type Recounted = Readonly<{ scanId: string; overlayVersion: number; summary: Summary }>

/**
 * Writes counts made from the given version of each scan and raises it. Answers the scans that had
 * another version by then: somebody else has counted them from newer facts, or they are gone.
 */
export async function writeCounts(
  db: Database,
  accountId: string,
  counted: readonly Recounted[],
): Promise<readonly string[]> {
  const statements = counted.map(({ scanId, overlayVersion, summary }) =>
    db.$client
      .prepare(
        `UPDATE scans SET risk_score = ?4, critical = ?5, high = ?6, medium = ?7, low = ?8,
         info = ?9, overlay_version = overlay_version + 1
         WHERE account_id = ?1 AND id = ?2 AND overlay_version = ?3`,
      )
      .bind(accountId, scanId, overlayVersion, ...countsOf(summary)),
  )
  if (statements.length === 0) return []
  const results = await db.$client.batch(statements)
  return counted
    .filter((_, index) => (results[index]?.meta.changes ?? 0) === 0)
    .map(({ scanId }) => scanId)
}
