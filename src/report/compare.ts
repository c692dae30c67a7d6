import type { Finding } from './finding.ts'
import { compareFindings } from './order.ts'
import { pathTemplate } from './path-template.ts'
import type { Report } from './report.ts'

/**
 * How much of a site a newer scan must have seen to speak for an issue: any page of the origin, a
 * page of the folder it was found in, or the path itself.
 */
export type Reach = 'origin' | 'folder' | 'path'
export type ReachOf = (checkId: string) => Reach

/** Where an issue was seen and by which kind of session. `origin` null: any origin will do. */
export type IssuePlace = Readonly<{
  check_id: string
  origin: string | null
  path_template: string
  login: Report['scan']['login']
}>

export type ComparedReport = Pick<Report, 'coverage'> &
  Readonly<{
    scan: Pick<Report['scan'], 'answered_paths' | 'login' | 'origins'>
    results: Pick<Report['results'], 'vulnerabilities'>
  }>

/** Each list is in the order of decisions 71; `unchanged` has the newer row where there is one. */
export type Comparison = Readonly<{
  added: readonly Finding[]
  fixed: readonly Finding[]
  unchanged: readonly Finding[]
}>

/**
 * What changed from the older report to the newer one (tables.md §10). Issues are rows that are
 * vulnerable and not suppressed; one that was only not looked for again is unchanged, never fixed.
 */
export function compareReports(
  older: ComparedReport,
  newer: ComparedReport,
  options: Readonly<{ reachOf: ReachOf; isSameTarget: boolean }>,
): Comparison {
  const before = new Map(issuesOf(older).map((row) => [row.fingerprint, row]))
  const now = issuesOf(newer)
  const suspected = new Set(
    newer.results.vulnerabilities
      .filter((row) => row.status === 'warning' || row.status === 'vulnerable')
      .map((row) => row.fingerprint),
  )
  const still = new Set(now.map((row) => row.fingerprint))
  const gone = [...before.values()].filter(({ fingerprint }) => !still.has(fingerprint))
  const isFixed = (row: Finding): boolean =>
    !suspected.has(row.fingerprint) &&
    wasLookedFor(placeOf(row, older, options.isSameTarget), newer, options.reachOf(row.check_id))
  return {
    added: sorted(now.filter((row) => !before.has(row.fingerprint))),
    fixed: sorted(gone.filter(isFixed)),
    unchanged: sorted([
      ...now.filter((row) => before.has(row.fingerprint)),
      ...gone.filter((row) => !isFixed(row)),
    ]),
  }
}

const OUTCOMES_THAT_LOOKED: ReadonlySet<string> = new Set(['found', 'passed'])

/** Whether a scan would have seen the issue again if it were still there (tables.md §10). */
export function wasLookedFor(issue: IssuePlace, newer: ComparedReport, reach: Reach): boolean {
  const outcome = newer.coverage.find((item) => item.check_id === issue.check_id)?.outcome
  return (
    outcome !== undefined &&
    OUTCOMES_THAT_LOOKED.has(outcome) &&
    issue.login === newer.scan.login &&
    (issue.origin === null || newer.scan.origins.includes(issue.origin)) &&
    wasReached(issue.path_template, newer.scan.answered_paths, reach)
  )
}

function wasReached(path: string, answered: readonly string[], reach: Reach): boolean {
  if (reach === 'origin') return answered.length > 0
  if (reach === 'path') return answered.includes(path)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return answered.some((other) => other.startsWith(folder))
}

/** The place of a row of a report. Rows without a URL of their own stand for their origin. */
export function placeOf(row: Finding, report: ComparedReport, isSameTarget = true): IssuePlace {
  const url = URL.parse(row.url)
  return {
    check_id: row.check_id,
    origin: isSameTarget ? (url?.origin ?? null) : null,
    path_template: pathTemplate(url?.pathname ?? '/'),
    login: report.scan.login,
  }
}

const issuesOf = (report: ComparedReport): readonly Finding[] =>
  report.results.vulnerabilities.filter((row) => row.status === 'vulnerable')

const sorted = (rows: readonly Finding[]): readonly Finding[] => rows.toSorted(compareFindings)
