import { cweName } from '../report/catalogue.ts'
import { guidanceOn } from './guidance-on.ts'
import type { AdviceInput, DiffInput, DiffIssue } from './port.ts'

/**
 * What a model is told of a finding: words of our own tables and closed sets only. Path, parameter
 * and evidence are chosen by the target, so they never get in; `{place}` and `{parameter}` stand for
 * them until the answer is filled in. That is why a hostile page cannot speak to the model.
 */
export type Facts = Readonly<{
  check: string
  title: string
  weakness: string
  owasp: string
  severity: string
  confidence: string
  cvss_score: number
  location: string
  has_parameter: boolean
  spread: 'one place' | 'a few places' | 'many places'
  attacker: string
  fix: string
  remediation: string
}>

const FEW = 5

export function factsOf(input: AdviceInput): Facts {
  const { gain, fix } = guidanceOn(input)
  return {
    check: input.check_id,
    title: input.title,
    weakness: `${input.cwe_id} ${cweName(input.cwe_id)}`,
    owasp: input.owasp_id,
    severity: input.severity,
    confidence: input.confidence,
    cvss_score: input.cvss_score,
    location: input.location,
    has_parameter: input.parameter !== '',
    spread: spreadOf(input.instances_count),
    attacker: gain,
    fix,
    remediation: input.remediation,
  }
}

const spreadOf = (count: number): Facts['spread'] =>
  count <= 1 ? 'one place' : count <= FEW ? 'a few places' : 'many places'

/** Titles are our checks' own. */
export type DiffFacts = Readonly<{
  same_target: boolean
  added: readonly Group[]
  fixed: readonly Group[]
  unchanged: readonly Group[]
}>
type Group = Readonly<{ severity: string; title: string; count: number }>

export const diffFactsOf = (diff: DiffInput): DiffFacts => ({
  same_target: diff.isSameTarget,
  added: groups(diff.added),
  fixed: groups(diff.fixed),
  unchanged: groups(diff.unchanged),
})

const groups = (issues: readonly DiffIssue[]): readonly Group[] =>
  Object.values(Object.groupBy(issues, ({ severity, title }) => `${severity} ${title}`)).flatMap(
    (same = []) => same.slice(0, 1).map((issue) => ({ ...pick(issue), count: same.length })),
  )

const pick = ({ severity, title }: DiffIssue) => ({ severity, title })
