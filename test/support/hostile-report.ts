import type { Finding } from '../../src/report/finding.ts'
import type { PerformanceDetails } from '../../src/report/performance.ts'
import type { Report } from '../../src/report/report.ts'
import { issueAt, reportFixture } from './report-fixture.ts'
import { performanceDetails } from './report-fixture-speed.ts'

/** What an export tells of a finding: every text that a target or a user can fill. */
const TEXTS = [
  'title',
  'name',
  'category',
  'cwe_name',
  'confidence_reason',
  'description',
  'evidence',
  'remediation',
  'url',
  'method',
  'parameter',
  'request',
  'response',
  'curl',
  'ai_remediation',
  'ai_pentest_narrative',
] as const satisfies readonly (keyof Finding)[]

/** A finding with the text in every field that can hold one; `index` keeps fingerprints apart. */
export function hostileFinding(text: string, index: number): Finding {
  const fields = Object.fromEntries(TEXTS.map((name) => [name, text]))
  return {
    ...issueAt(index),
    ...fields,
    references: [text, 'https://cwe.mitre.org/data/definitions/79.html'],
    instances_count: 2,
    instances: [{ url: text, method: text, parameter: text }],
  }
}

/** A report that says the text wherever it can: findings, tags, coverage, URLs, triage, technology. */
export function hostileReport(texts: readonly string[]): Report {
  const base = reportFixture(0)
  const by = texts[0] ?? ''
  const issues = texts.map(hostileFinding)
  const suppressed = texts.map((text, index): Finding => ({
    ...hostileFinding(text, texts.length + index),
    status: 'info',
    severity: 'info',
    cvss_score: 0,
    cvss_vector: null,
    potential_severity: 'high',
    triage: { state: 'accepted_risk', reason: text, by, until: null },
  }))
  const warnings = texts.map((text, index): Finding => ({
    ...hostileFinding(text, 2 * texts.length + index),
    status: 'warning',
    severity: 'info',
    cvss_score: 0,
    cvss_vector: null,
    confidence: 'possible',
    potential_severity: 'medium',
  }))
  return {
    ...base,
    scan: { ...base.scan, tags: texts, error: { code: 'lost', message: by } },
    results: {
      ...base.results,
      vulnerabilities: [...issues, ...suppressed, ...warnings],
      tech_stack: texts,
      performance: base.results.performance && {
        ...base.results.performance,
        details: hostileDetails(texts),
      },
    },
    coverage: texts.map((reason, index) => ({
      check_id: `demo.check${index}`,
      outcome: 'not_tested',
      points: 0,
      requests: 0,
      elapsed_ms: 0,
      reason,
    })),
  }
}

/** What the target has a say in: addresses, codings, formats. */
const hostileDetails = (texts: readonly string[]): PerformanceDetails => ({
  ...performanceDetails,
  encoding: texts[0] ?? null,
  resources: texts.flatMap((url) =>
    performanceDetails.resources.map((each) => ({ ...each, url, encoding: url, format: url })),
  ),
  opportunities: performanceDetails.opportunities.map((each) => ({ ...each, urls: texts })),
  lab: performanceDetails.lab && {
    ...performanceDetails.lab,
    waterfall: texts.flatMap(
      (url) => performanceDetails.lab?.waterfall.map((row) => ({ ...row, url })) ?? [],
    ),
  },
})

/** One finding whose evidence and messages are far longer than the engine would keep. */
export function largeReport(text: string): Report {
  const base = reportFixture(0)
  const row: Finding = { ...issueAt(0), evidence: text, request: text, response: text, curl: text }
  return { ...base, results: { ...base.results, vulnerabilities: [row] } }
}
