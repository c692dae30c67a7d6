import { and, count, desc, eq, inArray, sql, sum } from 'drizzle-orm'

import type { ScanStatus } from '../report/report.ts'
import type { Instant } from '../report/time.ts'
import type { Database } from './database.ts'
import { COLUMNS, type ScanRow, type Window } from './scans-read.ts'
import { scanCounts, scans, scanTags } from './schema.ts'

export type ScanFilter = Readonly<{
  status?: ScanStatus | undefined
  /** Part of the target URL, upper or lower case (decisions 33). */
  search?: string | undefined
  tag?: string | undefined
}>
/** The last scan of the page before: the next page begins behind it, however deep it is. */
export type ListCursor = Readonly<{ startedAt: Instant; scanId: string }>
export type ListWindow = Window & Readonly<{ after?: ListCursor | undefined }>
export type ScanPage = Readonly<{ rows: readonly ScanRow[]; total: number }>

/** One page, newest first, and how many there are in all. */
export async function pageOfScans(
  db: Database,
  accountId: string,
  filter: ScanFilter,
  window: ListWindow,
): Promise<ScanPage> {
  // Pages are cut on ids, from an index; only the rows that are shown are read in full. The plus
  // keeps SQLite from walking all of the account's rows to find those ids among them.
  const [rows, [counted]] = await db.batch([
    db
      .select(COLUMNS)
      .from(scans)
      .where(
        and(
          sql`+${scans.accountId} = ${accountId}`,
          inArray(scans.id, idsOf(db, accountId, filter, window)),
        ),
      )
      .orderBy(desc(scans.startedAt), desc(scans.id)),
    totalOf(db, accountId, filter),
  ])
  return { rows, total: Number(counted?.total ?? 0) }
}

function idsOf(db: Database, accountId: string, filter: ScanFilter, window: ListWindow) {
  const { offset, limit, after } = window
  if (filter.tag !== undefined && filter.status === undefined && filter.search === undefined) {
    const { startedAt, scanId } = scanTags
    return db
      .select({ id: scanId })
      .from(scanTags)
      .where(and(tagged(accountId, filter.tag), isBehind(startedAt, scanId, after)))
      .orderBy(desc(startedAt), desc(scanId))
      .limit(limit)
      .offset(after === undefined ? offset : 0)
  }
  return db
    .select({ id: scans.id })
    .from(scans)
    .where(and(matching(db, accountId, filter), isBehind(scans.startedAt, scans.id, after)))
    .orderBy(desc(scans.startedAt), desc(scans.id))
    .limit(limit)
    .offset(after === undefined ? offset : 0)
}

/** Kept by triggers where there is nothing to search for; counted over the matching rows else. */
function totalOf(db: Database, accountId: string, filter: ScanFilter) {
  const { status, search, tag } = filter
  if (search === undefined && tag === undefined) {
    return db
      .select({ total: sum(scanCounts.n) })
      .from(scanCounts)
      .where(
        and(
          eq(scanCounts.accountId, accountId),
          status === undefined ? undefined : eq(scanCounts.status, status),
        ),
      )
  }
  if (search === undefined && status === undefined && tag !== undefined) {
    return db
      .select({ total: sql<string | null>`${count()}` })
      .from(scanTags)
      .where(tagged(accountId, tag))
  }
  return db
    .select({ total: sql<string | null>`${count()}` })
    .from(scans)
    .where(matching(db, accountId, filter))
}

const tagged = (accountId: string, tag: string) =>
  and(eq(scanTags.accountId, accountId), eq(scanTags.tag, tag))

const isBehind = (
  startedAt: typeof scans.startedAt | typeof scanTags.startedAt,
  id: typeof scans.id | typeof scanTags.scanId,
  after: ListCursor | undefined,
) =>
  // As a row value, SQLite enters the index there; written out with OR it walks up to it.
  after && sql`(${startedAt}, ${id}) < (${after.startedAt}, ${after.scanId})`

function matching(db: Database, accountId: string, { status, search, tag }: ScanFilter) {
  const ids = db
    .select({ id: scanTags.scanId })
    .from(scanTags)
    .where(tagged(accountId, tag ?? ''))
  return and(
    eq(scans.accountId, accountId),
    status === undefined ? undefined : eq(scans.status, status),
    // instr, not LIKE: D1 refuses patterns over 50 bytes, and % and _ mean themselves.
    search === undefined ? undefined : sql`instr(lower(${scans.targetUrl}), lower(${search})) > 0`,
    tag === undefined ? undefined : inArray(scans.id, ids),
  )
}
