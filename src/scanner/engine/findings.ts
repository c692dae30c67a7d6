import type { Finding } from '../../report/finding.ts'
import { compareFindings } from '../../report/order.ts'
import type { CoverageItem, Outcome } from '../../report/report.ts'
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
  const rows = judged.flatMap(({ meta, verdict }) =>
    ROWS[verdict.outcome]({ meta, verdict, hits: seen.hits, site }),
  )
  return {
    findings: rows.toSorted(compareFindings),
    coverage: [...judged.map(({ verdict }) => verdict), ...orphans(seen)],
  }
}

type Judged = Readonly<{
  meta: CheckMeta
  verdict: CoverageItem
  hits: readonly Hit[]
  site: Site
}>

/** Which rows a check gets by what became of it. */
const ROWS: Readonly<Record<Outcome, (judged: Judged) => readonly Finding[]>> = {
  found: ({ meta, hits }) => groupHits(meta, hits).map((group) => issueRow(meta, group)),
  passed: ({ meta, site, verdict }) => [passedRow(meta, site, verdict)],
  not_tested: ({ meta, site, verdict }) => [notTestedRow(meta, site, verdict)],
  error: ({ meta, site, verdict }) => [notTestedRow(meta, site, verdict)],
  not_applicable: () => [],
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
      elapsed_ms: 0,
      reason: 'this check is no longer part of the scanner',
    }))
}
