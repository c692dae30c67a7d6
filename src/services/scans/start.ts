import type { Auth } from '../../accounts/account.ts'
import { normaliseTarget } from '../../accounts/target-policy.ts'
import type { ScanStart } from '../../db/scans-write.ts'
import { findScanState, insertScan, removeStart } from '../../db/scans-write.ts'
import { ApiError } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import type { ScanStatus } from '../../report/report.ts'
import type { Instant } from '../../report/time.ts'
import { isoSeconds } from '../../report/time.ts'
import type { ApiDescription } from '../../scanner/api-spec/operation.ts'
import { latestEndMs } from '../../scanner/engine/options.ts'
import type { Retest } from '../../scanner/engine/scan-state.ts'
import { settleStart } from '../assets/settle-start.ts'
import type { Deps } from '../deps.ts'
import { logLine } from '../log-line.ts'
import { addReceivers, planReceivers } from '../notify/receivers.ts'
import type { AdmitAnswer } from '../ports.ts'
import { admit } from './admit.ts'
import type { Basis } from './authorize-start.ts'
import type { StartInput } from './start-options.ts'
import { effectiveOptions, secretsOf, shownUrl } from './start-options.ts'
import { checkOtherHosts, checkTarget } from './target-checks.ts'

export type StartContext = Readonly<{
  clientIp: string | null
  /** False on the v1 route: always a new scan (decisions 53). */
  dedup: boolean
  idempotency: Readonly<{ key: string; bodyHash: string }> | null
  /** Only of POST /api/scan/from-openapi: what the scan shall test. */
  api?: ApiDescription
  /** Only of re-tests. */
  retest?: Retest
  /** Given by who may ask twice for one start: the second time is a duplicate of itself. */
  scanId?: string
}>

export type StartOutcome =
  | Readonly<{ kind: 'started'; scanId: string }>
  | Readonly<{
      kind: 'duplicate'
      scanId: string
      status: ScanStatus
      startedAt: Instant
      /** The receivers asked for are told when the scan that exists completes. */
      receiversAdded: boolean
    }>
  | Readonly<{ kind: 'replayed'; status: number; body: string }>

/** Starts a scan, or answers with the one that counts as the same. Order and codes: tables.md §5. */
export async function startScan(
  deps: Deps,
  auth: Auth,
  input: StartInput,
  context: StartContext,
): Promise<StartOutcome> {
  const url = await checkTarget(deps, auth, input)
  await checkOtherHosts(deps, auth, input, url)
  const actor = { auth, clientIp: context.clientIp }
  const { basis, hostProven } = await settleStart(deps, actor, input, url.hostname)

  const draft = draftScan(deps, auth, { input, url, basis, context })
  const { scan } = draft
  const answer = await admit(deps, auth.account.id, {
    scanId: scan.scanId,
    keyId: auth.key.id,
    targetNorm: scan.targetNorm,
    host: scan.host,
    dedup: context.dedup,
    ...(context.retest && { isRetest: true }),
    idempotency: context.idempotency,
    deadline: scan.deadline + LIMITS.deadlineGraceMs,
    limits: auth.account.limits,
    hostProven,
  })
  if (answer.kind === 'refused') throw refusal(answer)
  if (answer.kind === 'replayed') return answer
  if (answer.kind === 'duplicate') return duplicateOf(deps, auth, input, answer)
  await launch(deps, draft, { ...context, input }, answer.newAsset)
  return { kind: 'started', scanId: scan.scanId }
}

type Draft = Readonly<{ input: StartInput; url: URL; basis: Basis; context: StartContext }>

function draftScan(deps: Deps, auth: Auth, draft: Draft): ScanStart {
  const { input, url, basis, context } = draft
  const { clientIp, retest } = context
  const now = deps.now()
  const options = effectiveOptions(input, shownUrl(input.target.trim(), url))
  const scan = {
    accountId: auth.account.id,
    scanId: context.scanId ?? deps.newId(),
    targetNorm: normaliseTarget(url),
    host: url.hostname,
    options,
    tags: input.tags,
    notes: input.notes,
    authorization: { basis, by: `key:${auth.key.id}`, at: isoSeconds(now), ip: clientIp },
    startedAt: now,
    deadline: now + latestEndMs(options),
    ...(retest && { retestOf: retest.scanId }),
  }
  const audit = {
    id: deps.newId(),
    accountId: auth.account.id,
    at: now,
    actor: `key:${auth.key.id}`,
    action: 'scan.start' as const,
    detail: {
      scan_id: scan.scanId,
      host: scan.host,
      basis,
      ip: clientIp,
      ...(retest && { retest_of: retest.scanId }),
    },
  }
  return { scan, audit, newAsset: null, receivers: [] }
}

/** Row, then object. Either both are there afterwards, or neither and the admission is undone. */
async function launch(
  deps: Deps,
  draft: ScanStart,
  { input, api, retest }: Pick<StartContext, 'api' | 'retest'> & Readonly<{ input: StartInput }>,
  isNewAsset: boolean,
): Promise<void> {
  const { scan } = draft
  const { accountId, scanId, host, startedAt } = scan
  const newAsset = isNewAsset ? { id: deps.newId(), accountId, host, createdAt: startedAt } : null
  const start = { ...draft, newAsset }
  try {
    const secretsCt = await deps.vault.seal(JSON.stringify(secretsOf(input)), scanId)
    const receivers = await planReceivers(deps, { accountId, scanId, at: startedAt }, input)
    await insertScan(deps.db, { ...start, receivers })
    await deps.scan(scanId).begin({
      scanId,
      accountId,
      options: scan.options,
      secretsCt,
      tags: scan.tags,
      scanAuthorized: true,
      startedAt,
      ...(api && { api }),
      ...(retest && { retest }),
    })
  } catch (error) {
    deps.log('scan_start_failed', { scan_id: scanId, error: logLine(error) })
    await undo(deps, start)
    throw new ApiError('unavailable', { retryAfterS: LIMITS.unavailableRetryS })
  }
}

/** Each step on its own: one that fails is logged, and lease or sweep clear what it left. */
async function undo(deps: Deps, start: ScanStart): Promise<void> {
  const { accountId, scanId } = start.scan
  const results = await Promise.allSettled([
    deps.scan(scanId).erase(),
    removeStart(deps.db, start),
    deps.account(accountId).cancel(scanId),
  ])
  for (const result of results) {
    if (result.status === 'fulfilled') continue
    const error = logLine(result.reason)
    deps.log('scan_start_undo_failed', { scan_id: scanId, error })
  }
}

async function duplicateOf(
  deps: Deps,
  auth: Auth,
  input: StartInput,
  { scanId, startedAt }: Extract<AdmitAnswer, { kind: 'duplicate' }>,
): Promise<StartOutcome> {
  const scan = { accountId: auth.account.id, scanId }
  const known = await findScanState(deps.db, scan)
  const receiversAdded = await addReceivers(deps, { ...scan, at: deps.now() }, input)
  // Two starts at once: the row of the first one may not be written yet.
  const status = known?.status ?? 'running'
  return { kind: 'duplicate', scanId, startedAt, status, receiversAdded }
}

const refusal = (answer: Extract<AdmitAnswer, { kind: 'refused' }>): ApiError =>
  new ApiError(answer.code, {
    ...(answer.retryAfterS !== null && { retryAfterS: answer.retryAfterS }),
    ...(answer.extra !== null && { extra: answer.extra }),
  })
