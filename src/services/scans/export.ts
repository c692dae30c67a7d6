import { ApiError } from '../../errors.ts'
import type { ExportOptions, Format } from '../../exporters/exporter.ts'
import { fileNameOf, formatOf, largeNameOf, textExporterOf } from '../../exporters/registry.ts'
import type { Deps } from '../deps.ts'
import { entityTag, isUnchanged } from '../etag.ts'
import { awaitFile } from '../reports/await-file.ts'
import { exportedReport, mustHaveReport } from '../reports/input.ts'
import { exportName } from '../reports/key.ts'
import type { ReadRequest } from './get.ts'
import type { ScanRecord } from './record.ts'
import { isDeleted, ownScan } from './record.ts'

/** `format` is a name of the exporters' registry; each format takes the options it knows. */
export type ExportRequest = ReadRequest &
  Readonly<{ format: string; options: Omit<ExportOptions, 'docsUrl'> }>

export type ExportFile = Readonly<{
  fileName: string
  contentType: string
  headers: Readonly<Record<string, string>>
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>
}>
export type ExportAnswer =
  | Readonly<{ kind: 'unchanged'; etag: string }>
  | Readonly<{ kind: 'file'; etag: string; file: ExportFile }>
  /** It is still being made: ask again. */
  | Readonly<{ kind: 'later' }>

/** An ended scan as a file. A scan that failed with a report has one too; it says that it failed. */
export async function exportScan(deps: Deps, request: ExportRequest): Promise<ExportAnswer> {
  const format = formatOf(request.format)
  if (format === undefined) throw new ApiError('not_found')
  const scan = await ownScan(deps, request.accountId, request.scanId)
  mustHaveReport(scan)
  const docsUrl = new URL('/api/docs', deps.settings.PUBLIC_URL).href
  const options = { ...request.options, docsUrl }
  const name = exportName(scan, format, options)
  const etag = entityTag(scan.id, name)
  if (isUnchanged(request.ifNoneMatch, etag)) return { kind: 'unchanged', etag }
  const body = await bodyOf(deps, scan, { format, options, name })
  return body === null
    ? { kind: 'later' }
    : { kind: 'file', etag, file: fileOf(scan, format, body) }
}

type Wanted = Readonly<{ format: Format; options: ExportOptions; name: string }>

/** From the store, or made and left there; null while a large one is being made. */
async function bodyOf(
  deps: Deps,
  scan: ScanRecord,
  { format, options, name }: Wanted,
): Promise<ExportFile['body'] | null> {
  const { accountId } = scan
  const key = deps.exports.keyOf(accountId, scan.id, name)
  const text = textExporterOf(format.name)
  const large = largeNameOf(format.name)
  if (large !== undefined) {
    const order = { v: 1, key, account_id: accountId, scan_ids: [scan.id] } as const
    const { docsUrl } = options
    const file = await awaitFile(deps, {
      ...order,
      format: large,
      options: docsUrl === undefined ? {} : { docsUrl },
    })
    return file.kind === 'made' ? file.body : null
  }
  const stored = await deps.exports.get(key)
  if (stored !== null || text === undefined) return stored
  const bytes = new Uint8Array(text.render(await exportedReport(deps, scan), options))
  await deps.exports.put(key, bytes)
  if (await isDeleted(deps, accountId, scan.id)) {
    await deps.exports.erase(accountId, scan.id)
    throw new ApiError('not_found')
  }
  return bytes
}

const fileOf = (scan: ScanRecord, format: Format, body: ExportFile['body']): ExportFile => ({
  fileName: fileNameOf(scan.id, format),
  contentType: format.contentType,
  headers: format.headers ?? {},
  body,
})
