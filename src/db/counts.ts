import type { Summary } from '../report/report.ts'

/** The counts of a scan as its row holds them, in this order. */
export const countsOf = (summary: Summary): readonly number[] => [
  summary.risk_score,
  summary.critical,
  summary.high,
  summary.medium,
  summary.low,
  summary.info,
]
