import { z } from 'zod'

import type { ExportCursor, ExportedScan } from '../../db/scans-export.ts'
import { pageOfExported, triagedIssues } from '../../db/scans-export.ts'
import { csvStream, rowsOfReport, type CsvPart } from '../../exporters/csv.ts'
import { triagedRow, type CsvRow } from '../../exporters/csv-row.ts'
import { readStoredRows } from '../../exporters/csv-stored.ts'
import type { ExportOptions } from '../../exporters/exporter.ts'
import { TRIAGE_STATES, type TriageState } from '../../report/finding.ts'
import { SCAN_TYPES } from '../../report/report.ts'
import { isoSeconds } from '../../report/time.ts'
import type { Deps } from '../deps.ts'
import { isDeleted, ownScan } from '../scans/record.ts'
import { mustHaveReport } from './input.ts'

/** Scans whose triage is asked at once; below the 100 values that a statement of D1 may have. */
const PAGE = 50

export type AccountCsvRequest = Readonly<{
  accountId: string
  /** Of this scan alone. */
  scanId?: string | undefined
  options: Pick<ExportOptions, 'profile' | 'includeAll'>
}>

/**
 * One row per finding over all ended scans of the account, newest first (API document L198). Breaks
 * off when rows cannot be read: a file that lacks them would look whole.
 */
export async function accountCsv(
  deps: Deps,
  request: AccountCsvRequest,
): Promise<ReadableStream<Uint8Array>> {
  if (request.scanId !== undefined) {
    mustHaveReport(await ownScan(deps, request.accountId, request.scanId))
  }
  return csvStream(partsOf(deps, request), request.options)
}

async function* partsOf(
  deps: Deps,
  { accountId, scanId }: AccountCsvRequest,
): AsyncGenerator<CsvPart> {
  let after: ExportCursor | null = null
  for (;;) {
    const page: readonly ExportedScan[] = await pageOfExported(deps.db, accountId, {
      after,
      size: PAGE,
      scanId,
    })
    const last = page.at(-1)
    if (last === undefined) return
    const triageOf = await triageBy(deps, accountId, page)
    for (const row of page) {
      yield { scan: scanOf(row), rows: rowsOf(deps, accountId, row, triageOf) }
    }
    after = { startedAt: last.startedAt, id: last.id }
  }
}

const Words = z.object({ scanType: z.enum(SCAN_TYPES), completedAt: z.number() })
const Tags = z.array(z.string())

function scanOf(row: ExportedScan): CsvPart['scan'] {
  const { scanType, completedAt } = Words.parse(row)
  return {
    id: row.id,
    target_url: row.targetUrl,
    scan_type: scanType,
    completed_at: isoSeconds(completedAt),
    tags: Tags.parse(JSON.parse(row.tags)),
  }
}

type TriageOf = (host: string, fingerprint: string) => TriageState | undefined
const State = z.enum(TRIAGE_STATES)
const keyOf = (host: string, fingerprint: string): string => `${host} ${fingerprint}`

async function triageBy(
  { db, now }: Deps,
  accountId: string,
  page: readonly ExportedScan[],
): Promise<TriageOf> {
  const hosts = page.map(({ host }) => host)
  const known = new Map(
    (await triagedIssues(db, accountId, hosts, now())).map(({ host, fingerprint, triage }) => [
      keyOf(host, fingerprint),
      State.parse(triage),
    ]),
  )
  return (host, fingerprint) => known.get(keyOf(host, fingerprint))
}

async function* rowsOf(
  deps: Deps,
  accountId: string,
  { id, host }: ExportedScan,
  triageOf: TriageOf,
): AsyncGenerator<CsvRow> {
  for await (const row of await storedRowsOf(deps, accountId, id)) {
    yield triagedRow(row, triageOf(host, row.fingerprint))
  }
}

/** Kept beside the report, or made of it; none of a scan that was deleted while this runs. */
async function storedRowsOf(
  deps: Deps,
  accountId: string,
  scanId: string,
): Promise<AsyncIterable<CsvRow> | readonly CsvRow[]> {
  const stored = await deps.reports.rows(accountId, scanId)
  if (stored !== null) return readStoredRows(stored)
  const report = await deps.reports.get(accountId, scanId)
  if (report !== null) return rowsOfReport(report)
  if (await isDeleted(deps, accountId, scanId)) return []
  throw new Error(`The rows of scan ${scanId} cannot be read`)
}
