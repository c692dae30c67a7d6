import { cweName } from '../../report/catalogue.ts'
import { severityOf } from '../../report/cvss.ts'
import type { Finding, Instance } from '../../report/finding.ts'
import { rowId } from '../../report/fingerprint.ts'
import { compareText } from '../../report/order.ts'
import type { Severity } from '../../report/severity.ts'
import { LIMITS } from '../../limits.ts'
import type { CheckMeta } from '../checks/check.ts'
import { scoreOf, type HitGroup } from './findings-key.ts'
import type { Hit } from './unit.ts'

/** What every row of a check says, whatever it found. */
export const rowOfCheck = (meta: CheckMeta, print: string) =>
  ({
    id: rowId(print),
    fingerprint: print,
    check_id: meta.id,
    title: meta.title,
    name: meta.title,
    category: meta.category,
    owasp_id: meta.owasp,
    owasp_2021_id: meta.owasp2021,
    cwe_id: meta.cwe,
    cwe_name: cweName(meta.cwe),
    description: meta.description,
    references: meta.references,
    ai_triage_score: null,
    ai_remediation: null,
    ai_pentest_narrative: null,
    ai_source: null,
    first_seen: null,
    last_seen: null,
    due_date: null,
    triage: { state: 'open', reason: null, by: null, until: null },
  }) as const satisfies Partial<Finding>

/** The row of something seen. */
export function issueRow(meta: CheckMeta, group: HitGroup): Finding {
  const { best } = group
  const places = placesOf(group.all)
  return {
    ...rowOfCheck(meta, group.fingerprint),
    ...gradeOf(meta, best),
    ...(best.cwe === null ? {} : { cwe_id: best.cwe, cwe_name: cweName(best.cwe) }),
    confidence_reason: best.reason,
    evidence: evidenceOf(best),
    remediation: meta.remediation,
    url: best.url,
    method: best.method,
    parameter: best.parameter,
    location: best.location,
    request: best.request,
    response: best.response,
    curl: best.curl,
    instances_count: places.size,
    instances: othersOf(places, best),
  }
}

type Graded = Pick<
  Finding,
  'status' | 'severity' | 'confidence' | 'cvss_score' | 'cvss_vector' | 'potential_severity'
>

/** tables.md §1, first, second, third and sixth row. */
function gradeOf(meta: CheckMeta, hit: Hit): Graded {
  const score = scoreOf(hit, meta)
  const severity = severityOf(score)
  if (severity === 'info') return { ...WITHOUT_SEVERITY, status: 'info', confidence: 'confirmed' }
  if (hit.confidence === 'possible') return warning(severity)
  return {
    status: 'vulnerable',
    severity,
    confidence: hit.confidence,
    cvss_score: score,
    cvss_vector: hit.cvss ?? meta.cvss,
    potential_severity: null,
  }
}

export const WITHOUT_SEVERITY = {
  severity: 'info',
  cvss_score: 0,
  cvss_vector: null,
  potential_severity: null,
} as const satisfies Partial<Finding>

const warning = (potential: Severity): Graded => ({
  ...WITHOUT_SEVERITY,
  status: 'warning',
  confidence: 'possible',
  potential_severity: potential,
})

/** The note says what was seen in this instance, then follow the bytes themselves. */
function evidenceOf(hit: Hit): string {
  const text = hit.match === null ? hit.note : `${hit.note}\n\n${hit.match}`
  return text.slice(0, LIMITS.evidenceChars)
}

type Places = ReadonlyMap<string, Instance>

const placeKey = (place: Instance): string =>
  JSON.stringify([place.url, place.method, place.parameter])

const placesOf = (hits: readonly Hit[]): Places =>
  new Map(
    hits.map(({ url, method, parameter }) => {
      const place = { url, method, parameter }
      return [placeKey(place), place]
    }),
  )

const othersOf = (places: Places, shown: Hit): readonly Instance[] =>
  [...places]
    .filter(([key]) => key !== placeKey(shown))
    .toSorted(([a], [b]) => compareText(a, b))
    .slice(0, LIMITS.instances)
    .map(([, place]) => place)
