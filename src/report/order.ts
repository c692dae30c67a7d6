import type { Finding } from './finding.ts'
import { confidenceRank, severityRank } from './severity.ts'

/** The order of every list of findings: severity, confidence, fingerprint (decisions 71). */
export function compareFindings(
  a: Pick<Finding, 'severity' | 'confidence' | 'fingerprint'>,
  b: Pick<Finding, 'severity' | 'confidence' | 'fingerprint'>,
): number {
  return (
    severityRank(a.severity) - severityRank(b.severity) ||
    confidenceRank(a.confidence) - confidenceRank(b.confidence) ||
    compareText(a.fingerprint, b.fingerprint)
  )
}

/** By code units: the same everywhere, whatever the locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
