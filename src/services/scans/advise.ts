import type { AdviceInput, Adviser } from '../../ai/port.ts'
import { wantsAdvice } from '../../report/advice.ts'
import type { Finding } from '../../report/finding.ts'
import { pathTemplate } from '../../report/path-template.ts'

/** Fills `ai_*` of vulnerable and warning rows; the adviser sees facts, never bytes of the target. */
export async function adviseFindings(
  findings: readonly Finding[],
  adviser: Adviser,
): Promise<readonly Finding[]> {
  const actionable = findings.filter(wantsAdvice)
  const advice = await adviser.advise(actionable.map(inputOf))
  const byPrint = new Map(actionable.map((finding, index) => [finding.fingerprint, advice[index]]))
  return findings.map((finding) => {
    const given = byPrint.get(finding.fingerprint)
    if (given === undefined) return finding
    return {
      ...finding,
      ai_triage_score: given.triage_score,
      ai_remediation: given.remediation,
      ai_pentest_narrative: given.narrative,
      ai_source: given.source,
    }
  })
}

const inputOf = (finding: Finding): AdviceInput => ({
  check_id: finding.check_id,
  title: finding.title,
  category: finding.category,
  severity: finding.potential_severity ?? finding.severity,
  confidence: finding.confidence,
  cvss_score: finding.cvss_score,
  cwe_id: finding.cwe_id,
  owasp_id: finding.owasp_id,
  method: finding.method,
  path: URL.canParse(finding.url) ? pathTemplate(new URL(finding.url).pathname) : '/',
  parameter: finding.parameter,
  location: finding.location,
  remediation: finding.remediation,
  instances_count: finding.instances_count,
})
