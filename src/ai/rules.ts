import { cweName } from '../report/catalogue.ts'
import type { Confidence } from '../report/severity.ts'
import { diffSummary } from './diff.ts'
import { guidanceOn } from './guidance-on.ts'
import type { Guidance } from './guidance.ts'
import { fill, named, placeOf } from './placeholders.ts'
import type { Advice, AdviceInput, Adviser } from './port.ts'

/**
 * Exploitability, 0-100: up to 60 from the CVSS base score, up to 15 from how sure the proof is, up
 * to 20 from how little an attacker needs, up to 5 from how many places show it.
 */
const CVSS_SHARE = 6
const CONFIDENCE_SHARE: Readonly<Record<Confidence, number>> = {
  confirmed: 15,
  likely: 10,
  possible: 2,
}
const PLACES_SHARE = 5

/** The deterministic adviser: the same finding always gets the same advice. */
export const rulesAdviser: Adviser = {
  advise: async (inputs) => inputs.map(adviceOn),
  describeDiff: async (input) => ({ text: diffSummary(input), source: 'rules' }),
}

function adviceOn(input: AdviceInput): Advice {
  const guidance = guidanceOn(input)
  return {
    triage_score: triageScore(input, guidance),
    remediation: `${fill(guidance.fix, input)} ${input.remediation}`.trim(),
    narrative: narrativeOf(input, guidance),
    source: 'rules',
  }
}

function triageScore(input: AdviceInput, guidance: Guidance): number {
  const places = Math.min(PLACES_SHARE, Math.max(0, input.instances_count - 1))
  const score =
    input.cvss_score * CVSS_SHARE + CONFIDENCE_SHARE[input.confidence] + guidance.ease + places
  return Math.max(0, Math.min(100, Math.round(score)))
}

const SURE: Readonly<Record<Confidence, string>> = {
  confirmed: 'was proved',
  likely: 'shows strong signs, with one independent confirmation still missing',
  possible: 'is suspected from a pattern or a version alone',
}

function narrativeOf(input: AdviceInput, guidance: Guidance): string {
  const others = input.instances_count - 1
  const spread =
    others > 0
      ? ` The same issue shows in ${others} other ${others === 1 ? 'place' : 'places'}.`
      : ''
  const where = input.parameter === '' ? placeOf(input) : `${named(input)} of ${placeOf(input)}`
  return [
    `${input.title} (${input.cwe_id}, ${cweName(input.cwe_id)}) ${SURE[input.confidence]} at ${where}.`,
    `An attacker ${guidance.gain}.${spread}`,
    `First step: ${fill(guidance.fix, input)}`,
  ].join(' ')
}
