import type { Finding } from '../report/finding.ts'
import { severityRank, type Severity } from '../report/severity.ts'
import { cut } from './cut.ts'
import { markdownText } from './markdown-text.ts'
import { ruleNumber } from './rule-number.ts'
import { severityAs } from './rows.ts'
import { uriOf } from './uri.ts'

const LEVELS = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
} as const satisfies Record<Severity, string>

/** The least score that GitHub shows as this severity: critical is "over 9.0". Info has none. */
const LEAST_SCORE: Readonly<Record<Severity, number | null>> = {
  critical: 9.1,
  high: 7,
  medium: 4,
  low: 0.1,
  info: null,
}

/** The first sentence is the alert's title, the URL stands at the end. */
export const MESSAGE = '{0} at {1}. {2} URL: {3} .'

/** GitHub cuts no text but refuses longer ones. */
const TEXT_CHARS = 1024
const NUMBERS = 1_000_000

export const levelOf = (finding: Finding) => LEVELS[severityAs(finding)]

/**
 * GitHub reads the severity from the rule, so that a check whose findings differ has one rule per
 * severity: `PAL483920-high`.
 */
export const ruleIdOf = (finding: Finding): string =>
  `PAL${String(ruleNumber(finding.check_id, NUMBERS)).padStart(6, '0')}-${severityAs(finding)}`

/** The rules of some findings with their number in the list; ordered by severity, then id. */
export function rulesOf(findings: readonly Finding[]) {
  const groups = Map.groupBy(findings, ruleIdOf)
  const rules = [...groups]
    .flatMap(([id, members]) => members.slice(0, 1).map((first) => ({ id, members, first })))
    .toSorted(
      (a, b) =>
        severityRank(severityAs(a.first)) - severityRank(severityAs(b.first)) ||
        (a.id < b.id ? -1 : 1),
    )
    .map(({ id, members, first }) => ruleOf(id, first, members))
  return { rules, indexOf: new Map(rules.map((rule, index) => [rule.id, index])) }
}

function ruleOf(id: string, first: Finding, members: readonly Finding[]) {
  const score = securitySeverity(members)
  return {
    id,
    name: pascalCase(first.check_id) || 'Check',
    shortDescription: { text: filled(first.title, id) },
    fullDescription: { text: sentence(filled(first.description, first.title)) },
    helpUri: helpUri(first),
    help: helpOf(first),
    defaultConfiguration: { level: levelOf(first) },
    messageStrings: { default: { text: MESSAGE } },
    properties: {
      check_id: first.check_id,
      category: first.category,
      precision: members.every((row) => row.confidence === 'confirmed') ? 'very-high' : 'high',
      ...(score === null ? {} : { 'security-severity': score }),
      tags: ['security', `external/cwe/cwe-${cweNumber(first).padStart(3, '0')}`, first.owasp_id],
    },
    relationships: [
      {
        target: { id: cweNumber(first), toolComponent: { name: 'CWE', index: 0 } },
        kinds: ['superset'],
      },
    ],
  }
}

const filled = (text: string, otherwise: string): string =>
  cut(text.trim() || otherwise.trim() || 'Finding', TEXT_CHARS - 50)

/** Ends as a sentence does; GitHub's rules want a full stop. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

export const cweNumber = (finding: Finding): string => finding.cwe_id.replace(/\D/g, '') || '0'

const pascalCase = (id: string): string =>
  id
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')

const helpUri = (finding: Finding): string =>
  webLinks(finding)[0] ?? `https://cwe.mitre.org/data/definitions/${cweNumber(finding)}.html`

const webLinks = ({ references }: Finding): readonly string[] =>
  references.flatMap((each) => {
    const uri = uriOf(each)
    return uri !== null && /^https?:/.test(uri) ? [uri] : []
  })

function helpOf(finding: Finding) {
  const links = webLinks(finding)
  const text = [finding.description, finding.remediation, ...links].join('\n\n').trim()
  const markdown = [
    markdownText(finding.description),
    `**What to do.** ${markdownText(finding.remediation)}`,
    links.map((link) => `- <${link}>`).join('\n'),
  ]
  return { text: text || finding.title || 'Finding', markdown: markdown.join('\n\n').trim() }
}

/** The highest score of the rule's findings, at least what makes GitHub show the same severity. */
function securitySeverity(members: readonly Finding[]): string | null {
  const least = Math.max(...members.map((row) => LEAST_SCORE[severityAs(row)] ?? -1))
  if (least < 0) return null
  return Math.min(10, Math.max(least, ...members.map((row) => row.cvss_score))).toFixed(1)
}
