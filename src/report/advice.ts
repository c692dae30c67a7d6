import type { Finding } from './finding.ts'
import type { Report } from './report.ts'

/** What an adviser says of a finding, by fingerprint; laid over a stored report at read (tables.md §8). */
export type FindingAdvice = Readonly<
  Pick<Finding, 'ai_triage_score' | 'ai_remediation' | 'ai_pentest_narrative' | 'ai_source'>
>
export type Advices = ReadonlyMap<string, FindingAdvice>

/** Findings that are told what to do: those that count, and those that only warn. */
export const wantsAdvice = ({ status }: Pick<Finding, 'status'>): boolean =>
  status === 'vulnerable' || status === 'warning'

export function withAdvice(report: Report, advices: Advices): Report {
  if (advices.size === 0) return report
  const vulnerabilities = report.results.vulnerabilities.map((row) =>
    wantsAdvice(row) ? { ...row, ...advices.get(row.fingerprint) } : row,
  )
  return { ...report, results: { ...report.results, vulnerabilities } }
}
