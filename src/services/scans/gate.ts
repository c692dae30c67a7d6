import type { GateRow } from '../../db/scans-read.ts'
import { findGateRow } from '../../db/scans-read.ts'
import { ApiError } from '../../errors.ts'
import type { GateAnswer } from '../../report/gate.ts'
import { evaluateGate } from '../../report/gate.ts'
import { parsePacked, unpackRow } from '../../report/packed.ts'
import { SCAN_STATUSES } from '../../report/report.ts'
import type { ScanStatus } from '../../report/report.ts'
import type { Confidence, Severity } from '../../report/severity.ts'
import type { Deps } from '../deps.ts'
import { notCompleted } from './ended-report.ts'

export type GateRequest = Readonly<{
  accountId: string
  scanId: string
  fail_on: Severity
  min_confidence: Confidence
  new_only: boolean
  allow_partial: boolean
}>

/** Decisions 26: the verdict, and beside it the question it answers. */
export type GateResult = GateAnswer &
  Readonly<{
    scan_id: string
    status: ScanStatus
    fail_on: Severity
    min_confidence: Confidence
    new_only: boolean
    partial: boolean
    /** With `new_only`: the scan compared with, or null when there is none and all are new. */
    previous_scan_id: string | null
  }>

/** Judged from the scan's packed row alone; the stored report is not read. */
export async function gateScan(deps: Deps, request: GateRequest): Promise<GateResult> {
  const { accountId, scanId, fail_on, min_confidence, new_only, allow_partial } = request
  const row = await findGateRow(deps.db, accountId, scanId)
  if (row === null) throw new ApiError('not_found')
  const status = statusOf(row)
  if (status === 'running') throw notCompleted()
  const previous = new_only ? await previousOf(deps, accountId, row) : null
  const answer = evaluateGate({
    status,
    partial: row.partial === 1,
    rows: parsePacked(row.packed),
    failOn: fail_on,
    minConfidence: min_confidence,
    knownBefore: previous && fingerprintsOf(previous, min_confidence),
    allowPartial: allow_partial,
  })
  return {
    ...answer,
    scan_id: row.id,
    status,
    fail_on,
    min_confidence,
    new_only,
    partial: row.partial === 1,
    previous_scan_id: previous?.id ?? null,
  }
}

const statusOf = (row: GateRow): ScanStatus => {
  const status = SCAN_STATUSES.find((known) => known === row.status)
  if (status === undefined) throw new Error(`scan ${row.id} has the status ${row.status}`)
  return status
}

async function previousOf(deps: Deps, accountId: string, row: GateRow): Promise<GateRow | null> {
  if (row.previousScanId === null) return null
  return findGateRow(deps.db, accountId, row.previousScanId)
}

/** What counted before is not new. A warning that has been proved since is, unless warnings count. */
function fingerprintsOf(row: GateRow, minConfidence: Confidence): ReadonlySet<string> {
  const counted = parsePacked(row.packed)
    .map(unpackRow)
    .filter(({ status }) => status === 'vulnerable' || minConfidence === 'possible')
  return new Set(counted.map(({ fingerprint }) => fingerprint))
}
