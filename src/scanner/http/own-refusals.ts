import type { Instant } from '../../report/time.ts'
import type { Exchange } from './exchange.ts'

/** So many answers 503 of one path, each asked for after the one before, are what it always says. */
const ALWAYS = 3
const UNAVAILABLE = 503

/**
 * Pages that are broken or being mended answer 503 however slowly they are asked: that is no reason to
 * slow a whole host down. An answer 429, and one that names a wait, always is.
 */
export class OwnRefusals {
  readonly #byPath = new Map<string, { inARow: number; lastEndedAt: Instant }>()

  /** Whether this answer tells nothing of our pace. Learns from it too. */
  includes({ request, response }: Exchange, startedAt: Instant, endedAt: Instant): boolean {
    const isPlain = response.status === UNAVAILABLE && !response.headers.has('retry-after')
    // Nearly every answer: to take a URL apart costs more than all else here.
    if (!isPlain && this.#byPath.size === 0) return false
    const path = request.url.origin + request.url.pathname
    if (!isPlain) {
      this.#byPath.delete(path)
      return false
    }
    const known = this.#byPath.get(path)
    if (known === undefined) {
      this.#byPath.set(path, { inARow: 1, lastEndedAt: endedAt })
      return false
    }
    if (known.inARow >= ALWAYS) return true
    if (startedAt >= known.lastEndedAt) {
      known.inARow += 1
      known.lastEndedAt = endedAt
    }
    return false
  }
}
