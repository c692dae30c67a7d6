import { ApiError } from '../../errors.ts'
import type { Exporter, ExportOptions } from '../../exporters/exporter.ts'
import { exporterOf, fileNameOf } from '../../exporters/registry.ts'
import type { Instant } from '../../report/time.ts'
import { VERSION } from '../../version.ts'
import type { Deps } from '../deps.ts'
import { entityTag, isUnchanged } from '../etag.ts'
import { notCompleted } from './ended-report.ts'
import type { ReadAnswer, ReadRequest } from './get.ts'
import type { ScanRecord } from './record.ts'
import { overlayTag, ownScan, reportOf } from './record.ts'

/** `format` is a name of the exporters' registry; each format takes the options it knows. */
export type ExportRequest = ReadRequest &
  Readonly<{ format: string; options: Omit<ExportOptions, 'docsUrl'> }>

export type ExportFile = Readonly<{
  fileName: string
  contentType: string
  headers: Readonly<Record<string, string>>
  bytes: Uint8Array<ArrayBuffer>
}>

/** An ended scan as a file. A scan that failed with a report has one too; it says that it failed. */
export async function exportScan(
  deps: Deps,
  request: ExportRequest,
): Promise<ReadAnswer<ExportFile>> {
  const format = exporterOf(request.format)
  if (format === undefined) throw new ApiError('not_found')
  const scan = await ownScan(deps, request.accountId, request.scanId)
  if (scan.status === 'running') throw notCompleted()
  // No wait is advised: it will never have one.
  if (!scan.hasReport) throw new ApiError('scan_not_completed', { text: NO_REPORT })
  const options = { ...request.options, docsUrl: docsUrlOf(deps) }
  const etag = exportTag(scan, format, options, deps.now())
  if (isUnchanged(request.ifNoneMatch, etag)) return { kind: 'unchanged', etag }
  return { kind: 'changed', etag, value: await fileOf(deps, scan, format, options) }
}

const NO_REPORT = 'The scan failed before there was anything to report.'

const docsUrlOf = ({ settings }: Deps): string => new URL('/api/docs', settings.PUBLIC_URL).href

/** All that decides the bytes: report, overlay, tags, renderer, product, options (tables.md §8). */
const exportTag = (
  scan: ScanRecord,
  format: Exporter,
  options: ExportOptions,
  now: Instant,
): string =>
  entityTag(
    VERSION,
    format.name,
    format.version,
    scan.id,
    overlayTag(scan, now),
    JSON.stringify([scan.tags, options]),
  )

async function fileOf(
  deps: Deps,
  scan: ScanRecord,
  format: Exporter,
  options: ExportOptions,
): Promise<ExportFile> {
  const stored = await reportOf(deps, scan)
  if (stored === null) throw new ApiError('scan_not_completed', { text: NO_REPORT })
  const report = { ...stored, scan: { ...stored.scan, tags: scan.tags } }
  return {
    fileName: fileNameOf(report, format),
    contentType: format.contentType,
    headers: format.headers ?? {},
    bytes: new Uint8Array(format.render(report, options)),
  }
}
