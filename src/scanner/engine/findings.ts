import type { Finding } from '../../report/finding.ts'
import { compareFindings } from '../../report/order.ts'
import type { CoverageItem } from '../../report/report.ts'
import type { CheckMeta } from '../checks/check.ts'
import { judge } from './findings-coverage.ts'
import { issueRow } from './findings-issue.ts'
import { groupHits } from './findings-key.ts'
import { notTestedRow, passedRow, type Site } from './findings-silent.ts'
import type { CheckTally, Hit } from './unit.ts'

/** A check that was left out of the scan as a whole, and why: `no browser`, `opt-in`, … */
export type NotRun = Readonly<{ check_id: string; reason: string }>

export type Sightings = Readonly<{
  hits: readonly Hit[]
  tallies: readonly CheckTally[]
  /** Every check of the registry; one that is in no tally and not in `notRun` had nothing to test. */
  checks: readonly CheckMeta[]
  notRun: readonly NotRun[]
  targetUrl: string
  /** The origins in scope, first the target's. */
  origins: readonly string[]
}>

export type Folded = Readonly<{
  findings: readonly Finding[]
  coverage: readonly CoverageItem[]
}>

/**
 * Turns all a scan saw into rows and coverage (tables.md §1). The same sightings give the same rows
 * in whatever order they came: units finish as they please.
 */
export function foldFindings(seen: Sightings): Folded {
  const site: Site = { targetUrl: seen.targetUrl, origins: seen.origins }
  const judged = seen.checks.map((meta) => ({ meta, verdict: judge(meta.id, seen) }))
  const rows = judged.flatMap(({ meta, verdict }) => rowsOf(meta, verdict, seen.hits, site))
  return {
    findings: rows.toSorted(compareFindings),
    coverage: [...judged.map(({ verdict }) => verdict), ...orphans(seen)],
  }
}

function rowsOf(
  meta: CheckMeta,
  verdict: CoverageItem,
  hits: readonly Hit[],
  site: Site,
): readonly Finding[] {
  switch (verdict.outcome) {
    case 'found':
      return groupHits(meta, hits).map((group) => issueRow(meta, group))
    case 'passed':
      return [passedRow(meta, site, verdict)]
    case 'not_tested':
    case 'error':
      return [notTestedRow(meta, site, verdict)]
    case 'not_applicable':
      return []
  }
}

/** After a deploy in mid-scan a check may be gone; what it saw is named, not silently dropped. */
function orphans(seen: Sightings): readonly CoverageItem[] {
  const known = new Set(seen.checks.map((meta) => meta.id))
  const ids = [...seen.hits, ...seen.tallies].map((each) => each.check_id)
  return [...new Set(ids)]
    .filter((id) => !known.has(id))
    .toSorted()
    .map((check_id) => ({
      check_id,
      outcome: 'error',
      points: 0,
      requests: 0,
      reason: 'this check is no longer part of the scanner',
    }))
}
