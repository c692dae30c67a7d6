import type { Finding } from './finding.ts'
import { CONFIDENCES, SEVERITIES, type Confidence, type Severity } from './severity.ts'

/** What counting needs of a row; a Finding and a packed row both have it. */
export type CountedRow = Pick<Finding, 'status' | 'severity' | 'confidence'>

/** tables.md §1: how much of the remaining safety one proved row of a severity takes away. */
export const RISK_WEIGHTS: Readonly<Record<Severity, number>> = {
  critical: 0.6,
  high: 0.35,
  medium: 0.15,
  low: 0.04,
  info: 0,
}
/** A `vulnerable` row is never `possible` (tables.md §1). */
export const RISK_CONFIDENCE: Readonly<Record<Confidence, number>> = {
  confirmed: 1,
  likely: 0.8,
  possible: 0,
}
/** All lows together take away at most this much. */
export const LOWS_AT_MOST = 0.15

/** round(100·(1−Π(1−w·c))) over the vulnerable rows: 0-100, whatever their order. */
export function riskScore(rows: Iterable<CountedRow>): number {
  const vulnerable = [...rows].filter((row) => row.status === 'vulnerable')
  const left = SEVERITIES.map((severity) => {
    const safety = leftOver(vulnerable, severity)
    return severity === 'low' ? Math.max(safety, 1 - LOWS_AT_MOST) : safety
  })
  return Math.round(100 * (1 - left.reduce((product, safety) => product * safety, 1)))
}

/** Counted powers, not a running product: rounding must not depend on the order of the rows. */
const leftOver = (rows: readonly CountedRow[], severity: Severity): number =>
  CONFIDENCES.reduce((product, confidence) => {
    const times = rows.filter((r) => r.severity === severity && r.confidence === confidence).length
    return product * (1 - RISK_WEIGHTS[severity] * RISK_CONFIDENCE[confidence]) ** times
  }, 1)
