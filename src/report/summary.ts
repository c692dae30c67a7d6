import type { Summary } from './report.ts'
import { riskScore, type CountedRow } from './risk.ts'
import type { Severity } from './severity.ts'

/** Counts of `vulnerable` rows by severity, and their risk score (tables.md §1). */
export function summarise(rows: readonly CountedRow[]): Summary {
  const vulnerable = rows.filter((row) => row.status === 'vulnerable')
  return { risk_score: riskScore(vulnerable), ...countBySeverity(vulnerable) }
}

export function countBySeverity(
  rows: readonly Readonly<{ severity: Severity }>[],
): Record<Severity, number> {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, info: 0 }
  for (const row of rows) counts[row.severity] += 1
  return counts
}
