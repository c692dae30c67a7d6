import { owaspName } from '../report/catalogue.ts'
import type { Finding } from '../report/finding.ts'
import { gradeOf } from '../report/grade.ts'
import type { LoginResults, Report } from '../report/report.ts'
import { SEVERITIES, type Severity } from '../report/severity.ts'
import { fromIsoSeconds, HOUR, MINUTE, SECOND } from '../report/time.ts'
import { isIssue } from './rows.ts'

/** A label and what stands beside it. */
export type Fact = readonly [label: string, value: string]

export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Info',
}

const LOGINS = {
  none: 'none: what visitors see',
  cookie: 'by cookie',
  token: 'by token',
  form: 'by form',
} as const satisfies Record<Report['scan']['login'], string>

/** What was scanned, when, how and by what right. */
export function scanFacts({ scan, results }: Report): readonly Fact[] {
  return [
    ['Target', scan.target_url],
    ...(scan.target_ip === null ? [] : [['Address', scan.target_ip] as const]),
    ['In scope', scan.origins.join(', ')],
    ['Scan', `${scan.id} (${scan.scan_type}, profile ${scan.profile})`],
    ['Started', `${spaced(scan.started_at)} UTC`],
    ['Ended', `${spaced(scan.completed_at)} UTC, after ${duration(scan)}`],
    ['Authorisation', scan.scan_authorized ? 'confirmed by the account' : 'not confirmed'],
    ['Login', loginOf(scan.login, results.login)],
    ['Requests sent', String(scan.requests_sent)],
    ['State', stateOf(scan, results.partial)],
    ['Engine', `Palisade ${scan.engine_version}`],
    ...(scan.tags.length === 0 ? [] : [['Tags', scan.tags.join(', ')] as const]),
  ]
}

/** `by form; the session ended and was renewed; 97.2 % of 810 requests were made logged in`. */
export function loginOf(kind: Report['scan']['login'], login: Report['results']['login']): string {
  if (login === undefined) return LOGINS[kind]
  const { logged_in_share: share, requests, reason } = login
  const told =
    reason === null ? LOGIN_STATES[login.state] : `${LOGIN_STATES[login.state]} (${reason})`
  if (share === null) return `${LOGINS[kind]}; ${told}`
  const percent = `${(share * 100).toFixed(1)} % of ${requests} requests were made logged in`
  return `${LOGINS[kind]}; ${told}; ${percent}`
}

const LOGIN_STATES = {
  kept: 'kept to the end',
  renewed: 'the session ended and was renewed',
  lost: 'the session ended and could not be renewed',
  unwatched: 'whether it lasted is not known',
} as const satisfies Record<LoginResults['state'], string>

const stateOf = (scan: Report['scan'], partial: boolean): string => {
  if (scan.status === 'failed') return `failed: ${scan.error?.message ?? 'no reason given'}`
  return partial ? 'completed in part: a budget was met or a part was lost' : 'completed'
}

/** An `isoSeconds` text as people read it. */
export const spaced = (isoSeconds: string): string => isoSeconds.replace('T', ' ')

function duration(scan: Report['scan']): string {
  const ms = fromIsoSeconds(scan.completed_at) - fromIsoSeconds(scan.started_at)
  const parts = [
    [Math.floor(ms / HOUR), 'h'],
    [Math.floor((ms % HOUR) / MINUTE), 'min'],
    [Math.floor((ms % MINUTE) / SECOND), 's'],
  ] as const
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`)
  return shown.join(' ') || '0 s'
}

export type Counted = Readonly<{ label: string; count: number }>

export const bySeverity = ({ summary }: Report): readonly (Counted & { severity: Severity })[] =>
  SEVERITIES.map((severity) => ({
    severity,
    label: SEVERITY_WORDS[severity],
    count: summary[severity],
  }))

/** Issues by OWASP category, the most frequent first. */
export function byOwasp(issues: readonly Finding[]): readonly Counted[] {
  return [...Map.groupBy(issues, (row) => row.owasp_id)]
    .map(([id, rows]) => ({ label: `${id} ${owaspName(id)}`, count: rows.length }))
    .toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
}

/** The first paragraph of a report: grade, score, counts and what to do first. */
export function summarySentences(report: Report): readonly string[] {
  const { summary } = report
  const issues = report.results.vulnerabilities.filter(isIssue)
  const counts = bySeverity(report).filter(({ count }) => count > 0)
  const told = counts.map(({ count, severity }) => `${count} ${severity}`).join(', ')
  const first = issues.toSorted((a, b) => b.cvss_score - a.cvss_score)[0]
  return [
    `Grade ${gradeOf(summary)}, risk score ${summary.risk_score} of 100.`,
    issues.length === 0
      ? 'No weakness was proved.'
      : `${plural(issues.length, 'weakness was', 'weaknesses were')} found: ${told}.`,
    ...(first === undefined ? [] : [`Mend first: ${first.title}.`]),
    ...(report.results.partial
      ? ['The scan is partial: what it did not reach is not known to be safe.']
      : []),
  ]
}

export const plural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

/** Since the previous scan of the target; nothing when there was none. */
export function sincePrevious(report: Report): readonly string[] {
  const { previous } = report
  if (previous === null) return []
  const issues = report.results.vulnerabilities.filter(isIssue)
  // Both dates are of one scan when it is the first that saw the row.
  const fresh = issues.filter((row) => row.first_seen === row.last_seen).length
  return [
    `The previous scan, ${previous.scan_id}, ended ${spaced(previous.completed_at)} UTC.`,
    `${fresh} of the ${issues.length} weaknesses were not known before this scan.`,
  ]
}

/** How the findings came to be, and what a report of a scan cannot say. */
export const METHOD: readonly string[] = [
  'The scanner crawled the target within its scope, tested what it found check by check, and recorded request and answer of every finding.',
  'Confirmed: an effect that the weakness alone can cause was seen twice with fresh words, and a control request stayed clean. Likely: one independent confirmation is missing. Possible: a pattern or a version only; such rows are listed apart and count nowhere.',
  'Severities are the bands of the CVSS 3.1 base score. The risk score runs from 0 to 100; the grade follows from it, and a critical or high weakness limits it.',
  'A scan from outside sees what the target shows at that time. It cannot prove that a weakness is absent, does not read source code, and does not test what stands under "Not tested".',
]
