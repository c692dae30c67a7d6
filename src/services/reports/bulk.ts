import { ApiError } from '../../errors.ts'
import { pdf } from '../../exporters/documents.ts'
import type { Deps } from '../deps.ts'
import { entityTag, isUnchanged } from '../etag.ts'
import type { ExportAnswer } from '../scans/export.ts'
import type { ScanRecord } from '../scans/record.ts'
import { findOwnScan } from '../scans/record.ts'
import { awaitAsked, awaitFile, type Awaited } from './await-file.ts'
import { BULK_FOLDER, bulkId } from './key.ts'

export type BulkRequest = Readonly<{
  accountId: string
  /** In the order of the document; one that is named twice stands once. */
  scanIds: readonly string[]
}>
/** `reportId` is where a file that took too long is asked for. */
export type BulkAnswer = Readonly<{ reportId: string; answer: ExportAnswer }>

/** Several completed scans as one PDF (API document L200, decisions 37). */
export async function bulkReport(deps: Deps, request: BulkRequest): Promise<BulkAnswer> {
  const scans = await completedScans(deps, request)
  const reportId = bulkId(scans, pdf)
  const file = await awaitFile(deps, {
    v: 1,
    key: keyOf(deps, request.accountId, reportId),
    account_id: request.accountId,
    scan_ids: scans.map(({ id }) => id),
    format: pdf.name,
    options: {},
  })
  return { reportId, answer: answerOf(reportId, file) }
}

export type BulkRead = Readonly<{
  accountId: string
  reportId: string
  ifNoneMatch: string | undefined
}>

/** A combined report that was asked for before. */
export async function readBulkReport(deps: Deps, request: BulkRead): Promise<ExportAnswer> {
  const { accountId, reportId } = request
  const file = await awaitAsked(deps, keyOf(deps, accountId, reportId))
  if (file === null) throw new ApiError('not_found')
  const answer = answerOf(reportId, file)
  if (answer.kind === 'file' && isUnchanged(request.ifNoneMatch, answer.etag)) {
    return { kind: 'unchanged', etag: answer.etag }
  }
  return answer
}

const keyOf = ({ exports }: Deps, accountId: string, reportId: string): string =>
  exports.keyOf(accountId, BULK_FOLDER, `${reportId}.${pdf.extension}`)

function answerOf(reportId: string, file: Awaited): ExportAnswer {
  if (file.kind === 'later') return { kind: 'later' }
  const etag = entityTag(reportId)
  return {
    kind: 'file',
    etag,
    file: {
      fileName: `report-${reportId}.${pdf.extension}`,
      contentType: pdf.contentType,
      headers: {},
      body: file.body,
    },
  }
}

async function completedScans(
  deps: Deps,
  { accountId, scanIds }: BulkRequest,
): Promise<readonly ScanRecord[]> {
  const ids = [...new Set(scanIds)]
  const found = await Promise.all(ids.map((id) => findOwnScan(deps, accountId, id)))
  const scans = found.filter((scan) => scan !== null)
  const missing = ids.filter((id) => !scans.some((scan) => scan.id === id))
  if (missing.length > 0) {
    throw new ApiError('not_found', { text: `Not found: ${missing.join(', ')}.` })
  }
  const unfinished = scans.filter((scan) => scan.status !== 'completed' || !scan.hasReport)
  if (unfinished.length > 0) {
    const named = unfinished.map(({ id }) => id).join(', ')
    throw new ApiError('scan_not_completed', { text: `Not completed: ${named}.` })
  }
  return scans
}
