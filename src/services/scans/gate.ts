import { findGateRow, findPreviousRows, type GateRow } from '../../db/gate-read.ts'
import type { ScanRef } from '../../db/scans-write.ts'
import { ApiError } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import type { GateAnswer } from '../../report/gate.ts'
import { evaluateGate } from '../../report/gate.ts'
import type { PackedRow } from '../../report/packed.ts'
import { parsePacked, unpackRow } from '../../report/packed.ts'
import type { ScanStatus } from '../../report/report.ts'
import type { Confidence, Severity } from '../../report/severity.ts'
import { countedRows } from '../../report/triage.ts'
import type { GateFacts, PreviousFacts } from '../caches.ts'
import type { Deps } from '../deps.ts'
import { replicaFirst } from '../replica.ts'
import { notCompleted } from './ended-report.ts'

export type GateRequest = ScanRef &
  Readonly<{
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

type World = Pick<Deps, 'db' | 'replica' | 'now' | 'caches'>

/**
 * Judged from the scan's packed row and the triage of its asset alone; the stored report is not read,
 * and for a minute not even the row (tables.md §8).
 */
export async function gateScan(deps: World, request: GateRequest): Promise<GateResult> {
  const { scanId, fail_on, min_confidence, new_only, allow_partial } = request
  const facts = await gateFacts(deps, request)
  const previous = new_only ? await previousFacts(deps, request) : null
  const answer = evaluateGate({
    status: facts.status,
    partial: facts.partial,
    rows: countedRows(facts.rows, facts.suppressions, deps.now()),
    failOn: fail_on,
    minConfidence: min_confidence,
    knownBefore: previous && fingerprintsOf(previous.rows, min_confidence),
    allowPartial: allow_partial,
  })
  return {
    ...answer,
    scan_id: scanId,
    status: facts.status,
    fail_on,
    min_confidence,
    new_only,
    partial: facts.partial,
    previous_scan_id: previous?.id ?? null,
  }
}

const keyOf = ({ accountId, scanId }: ScanRef): string => `${accountId}:${scanId}`

async function gateFacts(deps: World, scan: ScanRef): Promise<GateFacts> {
  const now = deps.now()
  const known = deps.caches.gates.get(keyOf(scan), now)
  if (known !== null) return known.value
  const row = await replicaFirst(
    deps,
    (db) => findGateRow(db, scan),
    ({ status }) => status !== 'running',
  )
  if (row === null) throw new ApiError('not_found')
  const facts = { ...endOf(row), rows: parsePacked(row.packed), suppressions: row.suppressions }
  if (isSmall(row.packed)) deps.caches.gates.set(keyOf(scan), facts, now)
  return facts
}

function endOf({ status, partial }: GateRow): Pick<GateFacts, 'status' | 'partial'> {
  if (status === 'running') throw notCompleted()
  if (status !== 'completed' && status !== 'failed') throw new Error(`a scan is ${status}`)
  return { status, partial: partial === 1 }
}

async function previousFacts(deps: World, scan: ScanRef): Promise<PreviousFacts> {
  const now = deps.now()
  const known = deps.caches.previous.get(keyOf(scan), now)
  if (known !== null) return known.value
  const row = await findPreviousRows(deps.db, scan)
  const facts = row && { id: row.id, rows: parsePacked(row.packed) }
  if (isSmall(row?.packed ?? null)) deps.caches.previous.set(keyOf(scan), facts, now)
  return facts
}

/** The cache is bounded by entries: one of a monstrous scan would take the place of thousands. */
const isSmall = (packed: string | null): boolean =>
  (packed?.length ?? 0) <= LIMITS.gateCacheEntryChars

/** What counted before is not new. A warning that has been proved since is, unless warnings count. */
function fingerprintsOf(
  rows: readonly PackedRow[],
  minConfidence: Confidence,
): ReadonlySet<string> {
  const counted = rows
    .map(unpackRow)
    .filter(({ status }) => status === 'vulnerable' || minConfidence === 'possible')
  return new Set(counted.map(({ fingerprint }) => fingerprint))
}
