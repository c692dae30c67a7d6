import type { Instant } from '../../report/time.ts'
import type { Exchange } from './exchange.ts'
import { httpDate } from './http-date.ts'

/** What a unit saw of one origin in a while: what HostDO's politeness learns from. */
export type OriginSeen = Readonly<{
  origin: string
  requests: number
  /** Answers 429 and 503, without those of a path that always says 503. */
  refusals: number
  connectFailures: number
  /** The longest wait that a refusal asked for. */
  retryAfterMs: number | null
  meanLatencyMs: number | null
}>

/** A wait beyond this is taken for this. */
const LONGEST_WAIT_MS = 3_600_000

type Counts = {
  -readonly [K in keyof Omit<OriginSeen, 'origin' | 'meanLatencyMs'>]: OriginSeen[K]
} & {
  latencyMs: number
}

/** Counts per origin; `take` hands out what came since the last time. */
export class HostHealth {
  #byOrigin = new Map<string, Counts>()

  answered({ request, response }: Exchange, isRefusal: boolean): void {
    const counts = this.#of(request.url.origin)
    counts.requests += 1
    counts.latencyMs += response.elapsedMs
    if (!isRefusal) return
    counts.refusals += 1
    const asked = retryAfterMs(response.headers, null)
    if (asked !== null) counts.retryAfterMs = Math.max(asked, counts.retryAfterMs ?? 0)
  }

  unanswered(origin: string): void {
    const counts = this.#of(origin)
    counts.requests += 1
    counts.connectFailures += 1
  }

  take(): readonly OriginSeen[] {
    const seen = [...this.#byOrigin].map(([origin, { latencyMs, ...counts }]) => {
      const answers = counts.requests - counts.connectFailures
      return { origin, ...counts, meanLatencyMs: answers > 0 ? latencyMs / answers : null }
    })
    this.#byOrigin = new Map()
    return seen
  }

  #of(origin: string): Counts {
    const known = this.#byOrigin.get(origin)
    if (known) return known
    const fresh: Counts = {
      requests: 0,
      refusals: 0,
      connectFailures: 0,
      retryAfterMs: null,
      latencyMs: 0,
    }
    this.#byOrigin.set(origin, fresh)
    return fresh
  }
}

/** Retry-After in seconds or as a date (RFC 9110 §10.2.3); null when absent or unreadable. */
export function retryAfterMs(headers: Headers, now: Instant | null): number | null {
  const text = headers.get('retry-after')?.trim()
  if (text === undefined) return null
  if (/^\d{1,9}$/.test(text)) return Math.min(LONGEST_WAIT_MS, Number(text) * 1000)
  const at = httpDate(text)
  if (at === null || now === null) return null
  return Math.min(LONGEST_WAIT_MS, Math.max(0, at - now))
}
