import { normaliseTarget } from '../../accounts/target-policy.ts'
import { reportKey } from '../../db/report-store.ts'
import type { AssetRef } from '../../db/findings.ts'
import { findSuppressions, knownIssues, writeLifecycle } from '../../db/findings.ts'
import { finishScan } from '../../db/scans-finish.ts'
import { trendBefore } from '../../db/scans-previous.ts'
import { LIMITS } from '../../limits.ts'
import { storedRows } from '../../exporters/csv-stored.ts'
import { lifecycleChange } from '../../report/lifecycle.ts'
import { packRows } from '../../report/packed.ts'
import type { Report } from '../../report/report.ts'
import type { Instant } from '../../report/time.ts'
import { withTriage } from '../../report/triage.ts'
import type { CheckMeta } from '../../scanner/checks/check.ts'
import { buildReport, foldParts } from '../../scanner/engine/build-report.ts'
import { withLifecycle } from '../../scanner/engine/findings-lifecycle.ts'
import { placesOfFindings } from '../../scanner/engine/kept-place.ts'
import type { Ending, ScanState } from '../../scanner/engine/scan-state.ts'
import type { NotRun } from '../../scanner/engine/select-checks.ts'
import { forgetReads } from '../caches.ts'
import type { Deps } from '../deps.ts'
import { recountScan } from '../findings/recount.ts'
import { adviseFindings } from './advise.ts'
import { reachOf } from './reach.ts'
import { BUDGETS } from '../../scanner/engine/options.ts'

export type FinaliseInput = Readonly<{
  state: ScanState
  ending: Ending
  parts: Parameters<typeof foldParts>[1]
  checks: readonly CheckMeta[]
  notRun: readonly NotRun[]
  completedAt: Instant
}>
type World = Pick<Deps, 'db' | 'now' | 'reports' | 'account' | 'adviser' | 'askRecount' | 'caches'>

/** Builds the report and writes it to R2. The same input gives the same report. */
export async function writeReport(world: World, input: FinaliseInput): Promise<Report> {
  const { state } = input
  const folded = foldParts(state, input.parts, input.checks, input.notRun)
  const known = await knownIssues(world.db, assetOf(state))
  const advised = await adviseFindings(folded.findings, world.adviser)
  const firstSeen = new Map(known.map((issue) => [issue.fingerprint, issue.firstSeen]))
  const findings = withLifecycle(advised, firstSeen, state.startedAt)
  const compared = {
    accountId: state.accountId,
    targetNorm: normaliseTarget(new URL(state.options.target_url)),
    startedAt: state.startedAt,
    scanType: state.options.scan_type,
  }
  const trend = await trendBefore(world.db, compared, LIMITS.trendPoints)
  const last = trend.at(-1)
  const report = buildReport(
    state,
    input.ending,
    input.parts,
    { findings, coverage: folded.coverage },
    {
      previous:
        last === undefined ? null : { scan_id: last.scan_id, completed_at: last.completed_at },
      trend,
    },
    input.completedAt,
  )
  const hits = input.parts.flatMap((part) => [...part.hits])
  const places = placesOfFindings(hits, input.checks)
  await world.reports.putPlaces(state.accountId, state.scanId, places)
  await world.reports.put(state.accountId, state.scanId, report)
  await world.reports.putRows(state.accountId, state.scanId, storedRows(report))
  return report
}

/**
 * Writes the lifecycle and the index row, then gives the slot back. Each step can run again. Answers
 * the report under the triage in force: what everybody is told.
 */
export async function indexReport(
  world: World,
  input: FinaliseInput,
  report: Report,
): Promise<Report> {
  const { state, ending } = input
  const asset = assetOf(state)
  const scan = { accountId: state.accountId, scanId: state.scanId, host: asset.host }
  const reopened = await liveOn(world, input, report)
  const suppressions = await findSuppressions(world.db, asset)
  const told = withTriage(report, suppressions, input.completedAt)
  const { vulnerabilities, partial } = report.results
  const pagesAnswered = report.urls.filter((item) => item.status !== null).length
  await finishScan(world.db, {
    accountId: state.accountId,
    scanId: state.scanId,
    status: ending.status,
    completedAt: input.completedAt,
    error: ending.status === 'failed' ? ending.error : null,
    summary: told.summary,
    isPartial: partial,
    packed: JSON.stringify(packRows(vulnerabilities)),
    r2Key: reportKey(state.accountId, state.scanId),
    pagesAnswered,
    isBadgeEligible: ending.status === 'completed' && pagesAnswered > 0 && isWhole(state),
    previousScanId: report.previous?.scan_id ?? null,
  })
  forgetReads(world.caches, state.accountId, asset.host)
  // A triage that came in between found no ended row to count again.
  await recountScan(world, scan)
  for (const fingerprint of reopened) {
    await world.askRecount({ v: 1, ...asset, fingerprint, after: null })
  }
  await world.account(state.accountId).release(state.scanId, ending.status === 'completed')
  return told
}

/** Writes what the scan changed in the lives of its asset's issues; answers those it opened again. */
async function liveOn(
  world: World,
  { state, completedAt }: FinaliseInput,
  report: Report,
): Promise<readonly string[]> {
  const asset = assetOf(state)
  const { scanId, startedAt, retest } = state
  const change = lifecycleChange(await knownIssues(world.db, asset), report, {
    startedAt,
    only: retest?.fingerprint ?? null,
    // A re-test has looked at the very place, or says that it did not test it.
    reachOf: retest === undefined ? reachOf : () => 'origin',
  })
  await writeLifecycle(world.db, { ...asset, scanId, startedAt, completedAt }, change)
  return change.reopened.filter((issue) => issue.wasMitigated).map((issue) => issue.fingerprint)
}

const assetOf = (state: ScanState): AssetRef => ({
  accountId: state.accountId,
  host: new URL(state.options.target_url).hostname,
})

/** What the badge may show: a plain scan with nothing left out (tables.md §7). */
function isWhole({ options, retest }: ScanState): boolean {
  const budget = BUDGETS[options.profile]
  return (
    retest === undefined &&
    (options.scan_type === 'vuln' || options.scan_type === 'both') &&
    options.target_ip === null &&
    options.excluded_paths.length === 0 &&
    options.auth_config === null &&
    options.max_requests >= budget.requests &&
    options.max_pages >= budget.pages &&
    options.max_depth >= budget.depth &&
    options.max_duration_s * 1000 >= budget.timeMs
  )
}
