import type { Auth } from '../../accounts/account.ts'
import { findKey } from '../../db/api-keys.ts'
import { findJobKeeper, type JobKeeper } from '../../db/jobs.ts'
import { findScheduleKeeper } from '../../db/schedules.ts'
import { findScanState } from '../../db/scans-write.ts'
import {
  dropWaiting,
  postpone,
  settleRun,
  settleTarget,
  type Refused,
  type WaitingStart,
} from '../../db/waiting-starts.ts'
import { ApiError, isApiError } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import { SECOND, type Instant } from '../../report/time.ts'
import type { Deps } from '../deps.ts'
import { logLine } from '../log-line.ts'
import { startScan } from '../scans/start.ts'
import { openOptions } from '../scans/stowed-options.ts'
import { requireScheduling } from '../schedules/plan.ts'

export type Served = 'settled' | 'postponed' | 'no_slot'

/**
 * Tries one waiting start: by the same admission as POST /api/scan, under the id it was given when
 * it began to wait. So one that broke off half-way, or is tried by two at once, is one scan.
 */
export async function startWaiting(deps: Deps, start: WaitingStart): Promise<Served> {
  const keeper = await keeperOf(deps, start)
  if (keeper === null) {
    await dropWaiting(deps.db, start)
    return 'settled'
  }
  try {
    const scanId = await tryStart(deps, start, keeper)
    if (scanId === null) return await wait(deps, start, LIMITS.startRetryMs)
    await settle(deps, start, { scanId })
    return 'settled'
  } catch (error) {
    return afterRefusal(deps, start, error)
  }
}

const keeperOf = (deps: Deps, { kind, accountId, parentId }: WaitingStart) =>
  kind === 'job'
    ? findJobKeeper(deps.db, accountId, parentId)
    : findScheduleKeeper(deps.db, accountId, parentId)

/** The scan that stands for this start now; null = somebody else is in the middle of starting it. */
async function tryStart(
  deps: Deps,
  start: WaitingStart,
  keeper: JobKeeper,
): Promise<string | null> {
  const { accountId, scanId, parentId, kind } = start
  const auth = await authOf(deps, start, keeper.keyId)
  if (kind === 'schedule') requireScheduling(auth.account)
  const options = await openOptions(deps.vault, parentId, keeper)
  const outcome = await startScan(
    deps,
    auth,
    { ...options, target: start.targetUrl },
    { clientIp: keeper.clientIp, dedup: kind === 'job', idempotency: null, scanId },
  )
  if (outcome.kind === 'started') return scanId
  if (outcome.kind === 'replayed') throw new ApiError('internal_error')
  if (outcome.scanId !== scanId) return outcome.scanId
  if ((await findScanState(deps.db, { accountId, scanId })) !== null) return scanId
  await forgetBrokenStart(deps, start, outcome.startedAt)
  return null
}

/** Admitted long ago and yet not there: whoever was starting it is gone. */
async function forgetBrokenStart(deps: Deps, start: WaitingStart, admittedAt: Instant) {
  if (admittedAt > deps.now() - LIMITS.sweepMinAgeMs) return
  await deps.account(start.accountId).cancel(start.scanId)
}

/** The account as it is now. A job ends with its key; a schedule is the account's, and goes on. */
async function authOf(deps: Deps, start: WaitingStart, keyId: string): Promise<Auth> {
  const stored = await findKey(deps.db, keyId)
  const isOwn = stored !== null && stored.auth.account.id === start.accountId
  if (!isOwn || (start.kind === 'job' && stored.isRevoked)) {
    throw new ApiError('unauthorized', { text: 'The API key that asked for this was revoked.' })
  }
  return stored.auth
}

async function afterRefusal(deps: Deps, start: WaitingStart, error: unknown): Promise<Served> {
  if (isApiError(error)) {
    const { code, details } = error
    // A limit of 0 never lets anything through: waiting for it would be for ever.
    const isForEver = details.extra?.['maximum'] === 0
    if (code === 'concurrent_limit' && !isForEver) return 'no_slot'
    if (code === 'domain_cooldown') {
      return wait(deps, start, (details.retryAfterS ?? LIMITS.concurrentRetryS) * SECOND)
    }
    if (code !== 'unavailable' && code !== 'internal_error') {
      await settle(deps, start, { code, error: error.message })
      return 'settled'
    }
  }
  return afterFault(deps, start, error)
}

/** A fault of ours, or of the resolver: tried again, less and less often, then given up. */
async function afterFault(deps: Deps, start: WaitingStart, fault: unknown): Promise<Served> {
  const { parentId, scanId, faults } = start
  deps.log('waiting_start_failed', { parent_id: parentId, scan_id: scanId, error: logLine(fault) })
  if (faults < LIMITS.startRetries) {
    await postpone(deps.db, start, deps.now() + LIMITS.startRetryMs * 2 ** faults, true)
    return 'postponed'
  }
  const error = isApiError(fault) ? fault : new ApiError('internal_error')
  await settle(deps, start, { code: error.code, error: error.message })
  return 'settled'
}

async function wait(deps: Deps, start: WaitingStart, ms: number): Promise<Served> {
  await postpone(deps.db, start, deps.now() + ms, false)
  return 'postponed'
}

const settle = (
  deps: Deps,
  start: WaitingStart,
  outcome: Readonly<{ scanId: string }> | Refused,
): Promise<void> =>
  start.kind === 'job'
    ? settleTarget(deps.db, start, outcome)
    : settleRun(deps.db, start, outcome, deps.now())
