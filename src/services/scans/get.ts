import type { Report } from '../../report/report.ts'
import type { Instant } from '../../report/time.ts'
import { DAY } from '../../report/time.ts'
import { adviseScan, wantsModel } from '../advice/advise-scan.ts'
import type { Deps } from '../deps.ts'
import { entityTag, isUnchanged } from '../etag.ts'
import type { PresentedScan, V1Scan } from './present.ts'
import { presentScan, presentV1 } from './present.ts'
import type { ScanRecord } from './record.ts'
import { overlayTag, ownScan, reportOf } from './record.ts'

// Raised when the shape of the answer changes, so that no client keeps an older shape.
const PRESENTATION = 2

export type ReadRequest = Readonly<{
  accountId: string
  scanId: string
  ifNoneMatch: string | undefined
}>
/** `etag` is null while the scan runs: such an answer is not worth keeping. */
export type ReadAnswer<T> =
  | Readonly<{ kind: 'unchanged'; etag: string }>
  | Readonly<{ kind: 'changed'; etag: string | null; value: T }>

export const readScan = (deps: Deps, request: ReadRequest): Promise<ReadAnswer<PresentedScan>> =>
  read(deps, request, presentScan)

export const readV1Scan = (deps: Deps, request: ReadRequest): Promise<ReadAnswer<V1Scan>> =>
  read(deps, request, presentV1)

type Present<T> = (scan: ScanRecord, report: Report | null, now: Instant) => T

async function read<T>(
  deps: Deps,
  request: ReadRequest,
  present: Present<T>,
): Promise<ReadAnswer<T>> {
  const scan = await ownScan(deps, request.accountId, request.scanId)
  const now = deps.now()
  const etag = scan.status === 'running' ? null : scanTag(scan, now)
  if (etag !== null && isUnchanged(request.ifNoneMatch, etag)) return { kind: 'unchanged', etag }
  const report = await reportOf(deps, scan)
  if (report !== null && wantsModel(deps, scan)) deps.defer(adviseScan(deps, scan))
  return { kind: 'changed', etag, value: present(scan, report, now) }
}

/** The report never changes; its overlays do, and days_remaining with the UTC day (tables.md §8). */
const scanTag = (scan: ScanRecord, now: Instant): string =>
  entityTag(
    PRESENTATION,
    scan.id,
    overlayTag(scan),
    Math.floor(now / DAY),
    JSON.stringify([scan.tags, scan.notes]),
  )
