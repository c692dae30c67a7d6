import type { Auth } from '../../accounts/account.ts'
import { ApiError } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import { CHECKS } from '../../scanner/checks/index.ts'
import type { AuthConfig, ScanOptions } from '../../scanner/engine/options.ts'
import type { Retest } from '../../scanner/engine/scan-state.ts'
import type { Deps } from '../deps.ts'
import { notCompleted } from './ended-report.ts'
import { ownScan, reportOf, type ScanRecord } from './record.ts'
import type { StartInput } from './start-options.ts'
import { startScan, type StartContext, type StartOutcome } from './start.ts'
import { wrongField } from './target-checks.ts'

/** Credentials are never kept: a re-test brings its own. */
export type RetestRequest = Readonly<{
  scanId: string
  findingId: string
  authConfig: AuthConfig | null
  customHeaders: Readonly<Record<string, string>>
}>

/**
 * Tests one finding of an ended scan again, with that scan's options and under the rules of every start
 * (tables.md §6). 404 for an unknown scan or finding, 409 while the scan runs, 400 where credentials are
 * missing or the finding cannot be tested again.
 */
export async function retestFinding(
  deps: Deps,
  auth: Auth,
  request: RetestRequest,
  context: Pick<StartContext, 'clientIp' | 'idempotency'>,
): Promise<StartOutcome> {
  const scan = await ownScan(deps, auth.account.id, request.scanId)
  if (scan.status === 'running') throw notCompleted()
  const retest = await findRetest(deps, scan, request.findingId)
  checkCredentials(scan.options, request)
  const input = inputOf(scan, request)
  return startScan(deps, auth, input, { ...context, dedup: false, retest })
}

async function findRetest(deps: Deps, scan: ScanRecord, findingId: string): Promise<Retest> {
  const report = await reportOf(deps, scan)
  const finding = report?.results.vulnerabilities.find(({ id }) => id === findingId)
  if (finding === undefined) throw new ApiError('not_found')
  const { [findingId]: place } = await deps.reports.places(scan.accountId, scan.id)
  const { check_id: checkId, fingerprint } = finding
  const isKnown = CHECKS.some(({ meta }) => meta.id === checkId)
  if (place !== undefined && isKnown) return { scanId: scan.id, fingerprint, checkId, place }
  throw new ApiError('invalid_request', {
    text: 'This row cannot be tested again: its place was not kept. Start a scan instead.',
  })
}

/** Asked as the scan asked: with the same kind of session and the same headers. */
function checkCredentials(options: ScanOptions, request: RetestRequest): void {
  const kind = options.auth_config?.type ?? null
  if ((request.authConfig?.type ?? null) !== kind) {
    throw wrongField('auth_config')(
      kind === null ? 'The scan had none.' : `Required, of the type "${kind}", as the scan had it.`,
    )
  }
  const names = (headers: readonly string[]) => headers.map((name) => name.toLowerCase()).toSorted()
  const wanted = names(options.custom_headers)
  if (names(Object.keys(request.customHeaders)).join() !== wanted.join()) {
    throw wrongField('custom_headers')(
      wanted.length === 0
        ? 'The scan had none.'
        : `Required, as the scan had: ${wanted.join(', ')}.`,
    )
  }
}

const inputOf = (
  { options, tags }: ScanRecord,
  { authConfig, customHeaders }: RetestRequest,
): StartInput => ({
  target: options.target_url,
  scanType: options.scan_type === 'both' ? 'vuln' : options.scan_type,
  profile: options.profile,
  targetIp: options.target_ip,
  excludedPaths: options.excluded_paths,
  authConfig,
  customHeaders,
  speed: options.scan_speed,
  requestDelayMs: options.request_delay_ms,
  tags,
  notes: '',
  webhook: null,
  notifyEmail: null,
  // What was confirmed for the scan is confirmed for a part of it.
  scanAuthorized: true,
  lowered: {
    max_duration_s: Math.min(options.max_duration_s, LIMITS.retestDurationS),
    max_requests: Math.min(options.max_requests, LIMITS.retestRequests),
    max_pages: options.max_pages,
    max_depth: options.max_depth,
  },
  optIn: options.opt_in,
})
