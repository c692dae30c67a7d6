import type { Instant } from '../../report/time.ts'

/** What a host asks of our pace: the least gap between starts, and no start before an instant. */
export type BackOff = Readonly<{
  gapMs: number
  pausedUntil: Instant
  /** When the gap last grew: answers to requests from before that tell nothing new. */
  grewAt: Instant
}>

export const FIRST_GAP_MS = 100
export const MAX_GAP_MS = 10_000
/** A host that asks for more is asked again after this. */
export const MAX_PAUSE_MS = 60_000

export const CALM: BackOff = { gapMs: 0, pausedUntil: 0, grewAt: 0 }

const REFUSALS: ReadonlySet<number> = new Set([429, 503])
export const isRefusal = (status: number): boolean => REFUSALS.has(status)

/** After an answer 429 or 503: twice the gap, once for all that was in flight; a pause if it asks. */
export function refused(
  before: BackOff,
  request: Readonly<{ startedAt: Instant; endedAt: Instant; retryAfterMs: number | null }>,
): BackOff {
  const { startedAt, endedAt, retryAfterMs } = request
  const pauseMs = Math.min(MAX_PAUSE_MS, retryAfterMs ?? 0)
  const pausedUntil = Math.max(before.pausedUntil, endedAt + pauseMs)
  if (startedAt < before.grewAt) return { ...before, pausedUntil }
  return { gapMs: wider(before.gapMs), pausedUntil, grewAt: endedAt }
}

/** After any other answer: half the gap. */
export const welcomed = (before: BackOff): BackOff =>
  before.gapMs === 0 ? before : { ...before, gapMs: narrower(before.gapMs) }

export const wider = (gapMs: number): number =>
  Math.min(MAX_GAP_MS, Math.max(FIRST_GAP_MS, gapMs * 2))
export const narrower = (gapMs: number): number =>
  gapMs <= FIRST_GAP_MS ? 0 : Math.floor(gapMs / 2)
