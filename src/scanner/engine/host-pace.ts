import type { Instant } from '../../report/time.ts'
import { LIMITS } from '../../limits.ts'
import { MAX_PAUSE_MS, narrower, wider } from '../http/back-off.ts'

/** How one origin of a host has been answering lately. */
export type OriginHealth = Readonly<{
  /** Spacing asked of every unit, start to start; 0 when all is well. */
  spacingMs: number
  /** No new unit before this. */
  notBefore: Instant
  connectFailures: number
  baseLatencyMs: number | null
}>
export type HostState = Readonly<{
  /** In-flight shares by holder; a share dies with its lease. */
  shares: ReadonlyMap<string, Readonly<{ inFlight: number; until: Instant }>>
  origins: ReadonlyMap<string, OriginHealth>
}>

const HEALTHY: OriginHealth = {
  spacingMs: 0,
  notBefore: 0,
  connectFailures: 0,
  baseLatencyMs: null,
}
const DEFAULT_PAUSE_MS = 1000
const BREAK_AFTER_FAILURES = 10
const BREAK_MS = 10_000
/** Latency above this many times the first measured one means that we are too fast. */
const LATENCY_GROWTH = 3
/** Below this an answer is quick, however much quicker the first ones were. */
const LATENCY_FLOOR_MS = 1000
/** Slowness alone spaces requests no further than this; only refusals do. */
const SLOW_SPACING_MS = 1000

export const emptyHost: HostState = { shares: new Map(), origins: new Map() }

export type Want = Readonly<{ holder: string; origin: string; wanted: number; cap: number }>
export type Share =
  /** To a holder that asks again: how the host is doing now. */
  | Readonly<{ kind: 'granted'; inFlight: number; spacingMs: number; pauseMs: number }>
  | Readonly<{ kind: 'wait'; retryAfterMs: number }>

/**
 * Shares the host's in-flight budget between all units of all accounts: each gets an equal part,
 * at least one, at most what it asked for. A holder that asks again renews its lease.
 */
export function share(state: HostState, want: Want, now: Instant): [HostState, Share] {
  const shares = new Map([...state.shares].filter(([, held]) => held.until > now))
  const health = state.origins.get(want.origin) ?? HEALTHY
  const until = now + LIMITS.hostLeaseMs
  const own = shares.get(want.holder)
  if (own) {
    shares.set(want.holder, { ...own, until })
    return [{ ...state, shares }, granted(own.inFlight, health, now)]
  }
  if (health.notBefore > now) {
    return [
      { ...state, shares },
      { kind: 'wait', retryAfterMs: health.notBefore - now },
    ]
  }
  const used = [...shares.values()].reduce((sum, held) => sum + held.inFlight, 0)
  const fair = Math.max(1, Math.floor(want.cap / (shares.size + 1)))
  const inFlight = Math.min(want.wanted, fair, want.cap - used)
  if (inFlight < 1)
    return [
      { ...state, shares },
      { kind: 'wait', retryAfterMs: waitFor(shares) },
    ]
  shares.set(want.holder, { inFlight, until })
  return [{ ...state, shares }, granted(inFlight, health, now)]
}

const granted = (inFlight: number, health: OriginHealth, now: Instant): Share => ({
  kind: 'granted',
  inFlight,
  spacingMs: health.spacingMs,
  pauseMs: Math.max(0, health.notBefore - now),
})

/** The more wait for the host, the less often each of them asks. */
const waitFor = (shares: HostState['shares']): number => Math.min(1000, 100 + 10 * shares.size)

export function giveBack(state: HostState, holder: string): HostState {
  const shares = new Map(state.shares)
  shares.delete(holder)
  return { ...state, shares }
}

export type Observation = Readonly<{
  origin: string
  requests: number
  refusals: number
  connectFailures: number
  retryAfterMs: number | null
  meanLatencyMs: number | null
}>

function nextSpacing(beforeMs: number, isRefused: boolean, isSlow: boolean): number {
  if (isRefused || isSlow) {
    const widerMs = wider(beforeMs)
    return isRefused ? widerMs : Math.min(widerMs, Math.max(SLOW_SPACING_MS, beforeMs))
  }
  return narrower(beforeMs)
}

/** Learns from what a unit saw: 429 and 503 slow down and pause, dead connections break the circuit. */
export function observe(state: HostState, seen: Observation, now: Instant): HostState {
  const before = state.origins.get(seen.origin) ?? HEALTHY
  const answered = seen.requests - seen.connectFailures
  const connectFailures = answered > 0 ? 0 : before.connectFailures + seen.connectFailures
  const base = before.baseLatencyMs ?? seen.meanLatencyMs
  const grew =
    base !== null &&
    seen.meanLatencyMs !== null &&
    seen.meanLatencyMs > Math.max(LATENCY_FLOOR_MS, base * LATENCY_GROWTH)
  const spacingMs = nextSpacing(before.spacingMs, seen.refusals > 0, grew)
  const pauseMs =
    seen.refusals > 0
      ? Math.min(MAX_PAUSE_MS, seen.retryAfterMs ?? DEFAULT_PAUSE_MS)
      : connectFailures >= BREAK_AFTER_FAILURES
        ? BREAK_MS
        : 0
  const origins = new Map(state.origins)
  origins.set(seen.origin, {
    spacingMs,
    notBefore: pauseMs > 0 ? now + pauseMs : before.notBefore,
    connectFailures: pauseMs > 0 && seen.refusals === 0 ? 0 : connectFailures,
    baseLatencyMs: base,
  })
  return { ...state, origins }
}
