import type { Finding, TriageState } from '../../report/finding.ts'
import type { Profile, Report, ScanType } from '../../report/report.ts'
import { SEVERITIES, type Confidence, type Severity } from '../../report/severity.ts'

export const CONFIDENCE_WORDS: Readonly<Record<Confidence, string>> = {
  confirmed: 'Confirmed',
  likely: 'Likely',
  possible: 'Possible',
}
export const SCAN_TYPE_WORDS: Readonly<Record<ScanType, string>> = {
  vuln: 'Security',
  perf: 'Performance',
  both: 'Security and performance',
  api: 'API security',
}
export const PROFILE_WORDS: Readonly<Record<Profile, string>> = {
  gate: 'Gate (short, for pipelines)',
  standard: 'Standard',
  deep: 'Deep',
}
export const LOGIN_WORDS: Readonly<Record<Report['scan']['login'], string>> = {
  none: 'None: the site was seen as an anonymous visitor sees it',
  cookie: 'Signed in with a session cookie',
  token: 'Signed in with a token',
  form: 'Signed in through the login form',
}
export const TRIAGE_WORDS: Readonly<Record<TriageState, string>> = {
  open: 'Open',
  accepted_risk: 'Risk accepted',
  false_positive: 'False positive',
  mitigated: 'Mitigated',
}

/** `2026-11-20T10:00:00` → `20 November 2026, 10:00 UTC`. */
export const longTime = (iso: string): string => `${longDate(iso)}, ${iso.slice(11, 16)} UTC`

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

export function longDate(iso: string): string {
  const month = MONTHS[Number(iso.slice(5, 7)) - 1]
  return month === undefined ? iso : `${Number(iso.slice(8, 10))} ${month} ${iso.slice(0, 4)}`
}

/** `1 finding`, `2 findings`; thousands are set apart. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${grouped(number)} ${number === 1 ? one : many}`

export const grouped = (number: number): string =>
  String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** `2 critical, 1 low`; empty when there is none. */
export const severityList = (counts: Readonly<Record<Severity, number>>): string =>
  SEVERITIES.filter((severity) => counts[severity] > 0)
    .map((severity) => `${grouped(counts[severity])} ${severity}`)
    .join(', ')

/** Where a finding is: method, path and query of its URL; the URL itself if it cannot be parsed. */
export function placeOf(finding: Pick<Finding, 'method' | 'url'>): string {
  const url = URL.parse(finding.url)
  return `${finding.method} ${url === null ? finding.url : `${url.pathname}${url.search}`}`.trim()
}

const TITLE_IN_FOOTER = 80

/** The title of a document as its footers say it: on one line. */
export function shortTitle(title: string): string {
  const [...chars] = title
  if (chars.length <= TITLE_IN_FOOTER) return title
  return `${chars.slice(0, TITLE_IN_FOOTER).join('')}…`
}
