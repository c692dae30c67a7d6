import type { ListCursor, ScanFilter } from '../../db/scans-list.ts'
import { pageOfScans } from '../../db/scans-list.ts'
import { ApiError } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import type { Deps } from '../deps.ts'
import type { Page, PageRequest } from './paging.ts'
import { offsetOf, pageCount } from './paging.ts'
import type { PresentedScan, V1Item } from './present.ts'
import { presentScan, presentV1Item } from './present.ts'
import type { ScanRecord } from './record.ts'
import { ownScan, reportOf, toRecord } from './record.ts'

export type ListRequest = ScanFilter & PageRequest & Readonly<{ after?: ListCursor | undefined }>

/** One page of the account's scans, newest first (decisions 33). */
export async function listScans(
  deps: Deps,
  accountId: string,
  request: ListRequest,
): Promise<Page<ScanRecord>> {
  const { page, per_page, after, ...filter } = request
  const offset = offsetOf(request)
  if (after === undefined && offset >= LIMITS.listDepth) {
    const message = `Only the first ${LIMITS.listDepth} scans can be paged through; filter them.`
    throw new ApiError('invalid_request', { text: message, fields: [{ path: 'page', message }] })
  }
  const { rows, total } = await pageOfScans(deps.db, accountId, filter, {
    offset,
    limit: per_page,
    after,
  })
  const pages = pageCount(total, per_page)
  return { items: rows.map((row) => toRecord(row)), total, page, per_page, pages }
}

/** The Scan object of a list item: the key `results` is there, and null unless asked for. */
export const presentListed = (deps: Deps, scan: ScanRecord): PresentedScan =>
  presentScan(scan, null, deps.now())

/** Whole scans one after the other, so that a page of large reports never sits in memory. */
export async function* presentInFull(
  deps: Deps,
  scans: readonly ScanRecord[],
): AsyncGenerator<PresentedScan> {
  for (const listed of scans) {
    const scan = await stillThere(presentOne(deps, listed))
    if (scan !== null) yield scan
  }
}

async function presentOne(deps: Deps, { accountId, id }: ScanRecord): Promise<PresentedScan> {
  const scan = await ownScan(deps, accountId, id)
  return presentScan(scan, await reportOf(deps, scan), deps.now())
}

/** Null for a scan that was deleted since the list was read. */
const stillThere = (scan: Promise<PresentedScan>): Promise<PresentedScan | null> =>
  scan.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  })

/** The last LIMITS.v1ListSize scans; `total` counts all of the account's (decisions 61). */
export async function listV1Scans(
  deps: Deps,
  accountId: string,
): Promise<Readonly<{ items: readonly V1Item[]; total: number }>> {
  const window = { offset: 0, limit: LIMITS.v1ListSize }
  const { rows, total } = await pageOfScans(deps.db, accountId, {}, window)
  return { items: rows.map((row) => presentV1Item(toRecord(row))), total }
}
