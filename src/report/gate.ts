import { compareFindings } from './order.ts'
import { unpackRow, type PackedRow } from './packed.ts'
import type { ScanStatus } from './report.ts'
import { confidenceRank, isAtLeast, type Confidence, type Severity } from './severity.ts'
import { countBySeverity } from './summary.ts'

export const GATE_DEFAULTS = { failOn: 'high', minConfidence: 'likely' } as const

export type GateQuestion = Readonly<{
  /** Of an ended scan; a running one has no gate yet. */
  status: Exclude<ScanStatus, 'running'>
  partial: boolean
  rows: readonly PackedRow[]
  failOn: Severity
  minConfidence: Confidence
  /** `new_only`: rows whose fingerprint is in here do not count. Null: all rows count. */
  knownBefore: ReadonlySet<string> | null
  allowPartial: boolean
}>

export type GateReason = 'scan_failed' | 'scan_incomplete'

export type GateAnswer = Readonly<{
  passed: boolean
  /** Absent when the findings alone decided. */
  reason?: GateReason
  /** Rows that count, by severity. Without filters: the numbers of the summary. */
  counts: Readonly<Record<Severity, number>>
  failing_count: number
  failing: readonly Readonly<{ title: string; severity: Severity; fingerprint: string }>[]
}>

/** Decisions 26 and tables.md §1, §4: does this scan let a build through? Fails closed. */
export function evaluateGate(question: GateQuestion): GateAnswer {
  const counting = question.rows.flatMap((row) => countedAs(row, question))
  const failing = counting
    .filter((row) => isAtLeast(row.severity, question.failOn))
    .toSorted(compareFindings)
  const reason = reasonOf(question)
  return {
    passed: reason === null && failing.length === 0,
    ...(reason === null ? {} : { reason }),
    counts: countBySeverity(counting),
    failing_count: failing.length,
    failing: failing.map(({ title, severity, fingerprint }) => ({ title, severity, fingerprint })),
  }
}

/** Nothing, or the row under the severity it counts with: `possible` rows by their potential. */
function countedAs(packed: PackedRow, question: GateQuestion) {
  const row = unpackRow(packed)
  if (question.knownBefore?.has(row.fingerprint)) return []
  if (confidenceRank(row.confidence) > confidenceRank(question.minConfidence)) return []
  if (row.status === 'vulnerable') return [row]
  if (row.status !== 'warning' || row.potential_severity === null) return []
  return [{ ...row, severity: row.potential_severity }]
}

function reasonOf(question: GateQuestion): GateReason | null {
  if (question.status === 'failed') return 'scan_failed'
  return question.partial && !question.allowPartial ? 'scan_incomplete' : null
}
