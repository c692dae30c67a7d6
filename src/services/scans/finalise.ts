import { normaliseTarget } from '../../accounts/target-policy.ts'
import { reportKey } from '../../db/report-store.ts'
import { finishScan, firstSeen, recordFirstSeen } from '../../db/scans-finish.ts'
import { trendBefore } from '../../db/scans-previous.ts'
import { LIMITS } from '../../limits.ts'
import type { Finding } from '../../report/finding.ts'
import { storedRows } from '../../exporters/csv-stored.ts'
import { packRows } from '../../report/packed.ts'
import type { Report } from '../../report/report.ts'
import type { Instant } from '../../report/time.ts'
import type { CheckMeta } from '../../scanner/checks/check.ts'
import { buildReport, foldParts } from '../../scanner/engine/build-report.ts'
import { withLifecycle } from '../../scanner/engine/findings-lifecycle.ts'
import type { Ending, ScanState } from '../../scanner/engine/scan-state.ts'
import type { NotRun } from '../../scanner/engine/select-checks.ts'
import type { Deps } from '../deps.ts'
import { adviseFindings } from './advise.ts'
import { BUDGETS } from '../../scanner/engine/options.ts'

export type FinaliseInput = Readonly<{
  state: ScanState
  ending: Ending
  parts: Parameters<typeof foldParts>[1]
  checks: readonly CheckMeta[]
  notRun: readonly NotRun[]
  completedAt: Instant
}>
type World = Pick<Deps, 'db' | 'reports' | 'account' | 'adviser'>

const isActionable = (row: Finding): boolean =>
  row.status === 'vulnerable' || row.status === 'warning'

/** Builds the report and writes it to R2. The same input gives the same report. */
export async function writeReport(world: World, input: FinaliseInput): Promise<Report> {
  const { state } = input
  const folded = foldParts(state, input.parts, input.checks, input.notRun)
  const actionable = folded.findings.filter(isActionable)
  const known = await firstSeen(
    world.db,
    state.accountId,
    hostOf(state),
    actionable.map((row) => row.fingerprint),
  )
  const advised = await adviseFindings(folded.findings, world.adviser)
  const findings = withLifecycle(advised, known, state.startedAt)
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
  await world.reports.put(state.accountId, state.scanId, report)
  await world.reports.putRows(state.accountId, state.scanId, storedRows(report))
  return report
}

/** Writes the index row and the lifecycle, then gives the slot back. Each step can run again. */
export async function indexReport(
  world: World,
  input: FinaliseInput,
  report: Report,
): Promise<void> {
  const { state, ending } = input
  const { vulnerabilities, partial } = report.results
  const fingerprints = vulnerabilities.filter(isActionable).map((row) => row.fingerprint)
  await recordFirstSeen(
    world.db,
    {
      accountId: state.accountId,
      host: hostOf(state),
      scanId: state.scanId,
      at: state.startedAt,
    },
    fingerprints,
  )
  const pagesAnswered = report.urls.filter((item) => item.status !== null).length
  await finishScan(world.db, {
    accountId: state.accountId,
    scanId: state.scanId,
    status: ending.status,
    completedAt: input.completedAt,
    error: ending.status === 'failed' ? ending.error : null,
    summary: report.summary,
    isPartial: partial,
    packed: JSON.stringify(packRows(vulnerabilities)),
    r2Key: reportKey(state.accountId, state.scanId),
    pagesAnswered,
    isBadgeEligible: ending.status === 'completed' && pagesAnswered > 0 && isWhole(state),
    previousScanId: report.previous?.scan_id ?? null,
  })
  await world.account(state.accountId).release(state.scanId, ending.status === 'completed')
}

const hostOf = (state: ScanState): string => new URL(state.options.target_url).hostname

/** What the badge may show: a plain scan with nothing left out (tables.md §7). */
function isWhole({ options }: ScanState): boolean {
  const budget = BUDGETS[options.profile]
  return (
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
