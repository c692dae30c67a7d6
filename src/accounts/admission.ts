import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import type { Instant } from '../report/time.ts'
import { DAY, isoSeconds, MINUTE, SECOND } from '../report/time.ts'
import type { AccountLimits } from './account.ts'

/** How many requests an unlimited window still remembers, for the day it gets a limit. */
const REMEMBERED = LIMITS.readsPerMinute

export type WindowCount = Readonly<{
  stamps: readonly Instant[]
  allowed: boolean
  remaining: number | null
  resetS: number
}>

/**
 * A sliding window of one minute over every request, refused ones too. Only the newest `limit`
 * stamps are kept: an older one can never again decide anything.
 */
export function countRequest(
  stamps: readonly Instant[],
  limit: number | null,
  now: Instant,
): WindowCount {
  const before = stamps.filter((at) => at > now - MINUTE)
  const all = [...before, now]
  const kept = all.slice(Math.max(0, all.length - (limit ?? REMEMBERED)))
  if (limit === null) return { stamps: kept, allowed: true, remaining: null, resetS: 0 }
  return {
    stamps: kept,
    allowed: before.length < limit,
    remaining: Math.max(0, limit - all.length),
    resetS: seconds((kept[0] ?? now) + MINUTE - now),
  }
}

/** The limits that a start is held to; null: no limit. */
export type AdmissionLimits = Pick<
  AccountLimits,
  'concurrent_scans' | 'scans_per_day' | 'assets' | 'domain_cooldown'
>

export type AdmissionRequest = Readonly<{
  bodyHash: string | null
  limits: AdmissionLimits
  hostProven: boolean
}>

/** `count` holds the places that are taken, `freeAt` when the first that was given up is free again. */
export type AssetFacts = Readonly<{ count: number; isKnown: boolean; freeAt: Instant | null }>

/** What the account's object knows at the moment of asking. */
export type AdmissionFacts = Readonly<{
  /** The record under the same Idempotency-Key, not older than a day. */
  earlier: Readonly<{
    bodyHash: string
    at: Instant
    answer: Readonly<{ status: number; body: string }> | null
  }> | null
  /** The newest scan of the same target that still counts for dedup; null when none, or not asked. */
  duplicate: Readonly<{ scanId: string; startedAt: Instant }> | null
  assets: AssetFacts
  startsToday: number
  /** Ends of the living slot leases. */
  leases: readonly Instant[]
  /** Starts of the host within the cooldown window, oldest first. */
  hostStarts: readonly Instant[]
}>

export type Refusal = Readonly<{
  kind: 'refused'
  code: ErrorCode
  retryAfterS: number | null
  extra: Readonly<Record<string, string | number>> | null
}>
export type AdmissionDecision =
  | Readonly<{ kind: 'admitted'; newAsset: boolean }>
  | Readonly<{ kind: 'duplicate'; scanId: string; startedAt: Instant }>
  | Readonly<{ kind: 'replayed'; status: number; body: string }>
  | Refusal

/** In the order of tables.md §5: idempotency, dedup (free of quota), plan, slots, cooldown. */
export function decideAdmission(
  request: AdmissionRequest,
  facts: AdmissionFacts,
  now: Instant,
): AdmissionDecision {
  const repeated = request.bodyHash === null ? null : decideRepeat(request.bodyHash, facts, now)
  if (repeated) return repeated
  if (facts.duplicate) return { kind: 'duplicate', ...facts.duplicate }
  const refusal =
    overAssets(request.limits.assets, facts.assets) ??
    overDay(request, facts, now) ??
    overSlots(request, facts, now) ??
    inCooldown(request, facts, now)
  return refusal ?? { kind: 'admitted', newAsset: !facts.assets.isKnown }
}

/** The same for a request that asks for nothing else: null when it may go on. */
export const decideClaim = (
  bodyHash: string,
  earlier: AdmissionFacts['earlier'],
  now: Instant,
): Extract<AdmissionDecision, { kind: 'replayed' | 'refused' }> | null =>
  decideRepeat(bodyHash, { earlier }, now)

/** Null: the request is the first of its key, or the first one died without an answer. */
function decideRepeat(
  bodyHash: string,
  { earlier }: Pick<AdmissionFacts, 'earlier'>,
  now: Instant,
): Extract<AdmissionDecision, { kind: 'replayed' | 'refused' }> | null {
  if (earlier === null) return null
  const isAbandoned = earlier.answer === null && earlier.at <= now - LIMITS.idempotencyLeaseMs
  if (isAbandoned) return null
  if (earlier.bodyHash !== bodyHash) return refuse('idempotency_mismatch')
  if (earlier.answer === null) {
    return refuse('idempotency_in_progress', earlier.at + LIMITS.idempotencyLeaseMs - now)
  }
  return { kind: 'replayed', ...earlier.answer }
}

/** Whether one more host would be too many for the account. */
export function overAssets(limit: number | null, assets: AssetFacts): Refusal | null {
  if (limit === null || assets.isKnown || assets.count < limit) return null
  return refuse('asset_limit_reached', null, {
    limit: 'assets',
    maximum: limit,
    ...(assets.freeAt !== null && { resets_at: isoSeconds(assets.freeAt) }),
  })
}

/** A host that took the place of another stays for a day (decisions 51). */
export function inReplaceLock(replacedAt: Instant | null, now: Instant): Refusal | null {
  const until = (replacedAt ?? -Infinity) + LIMITS.replaceLockMs
  return until > now ? refuse('replace_locked', until - now) : null
}

function overDay(
  { limits }: AdmissionRequest,
  { startsToday }: AdmissionFacts,
  now: Instant,
): Refusal | null {
  if (limits.scans_per_day === null || startsToday < limits.scans_per_day) return null
  return refuse('asset_limit_reached', null, {
    limit: 'scans_per_day',
    maximum: limits.scans_per_day,
    resets_at: isoSeconds(startOfDay(now) + DAY),
  })
}

function overSlots(
  { limits }: AdmissionRequest,
  { leases }: AdmissionFacts,
  now: Instant,
): Refusal | null {
  if (limits.concurrent_scans === null || leases.length < limits.concurrent_scans) return null
  const nextMs = Math.min(LIMITS.concurrentRetryS * SECOND, ...leases.map((end) => end - now))
  return refuse('concurrent_limit', nextMs, {
    limit: 'concurrent_scans',
    maximum: limits.concurrent_scans,
  })
}

function inCooldown(
  { limits, hostProven }: AdmissionRequest,
  { hostStarts }: AdmissionFacts,
  now: Instant,
): Refusal | null {
  const most = limits.domain_cooldown
  if (most === null || hostProven || hostStarts.length < most) return null
  const decisive = hostStarts[hostStarts.length - most] ?? now
  return refuse('domain_cooldown', decisive + LIMITS.cooldownWindowMs - now)
}

const refuse = (
  code: ErrorCode,
  retryAfterMs: number | null = null,
  extra: Refusal['extra'] = null,
): Refusal => ({
  kind: 'refused',
  code,
  retryAfterS: retryAfterMs === null ? null : seconds(retryAfterMs),
  extra,
})

/** Days are UTC days: they end for every account at the same, announced instant. */
export const startOfDay = (now: Instant): Instant => now - (now % DAY)

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / SECOND))
