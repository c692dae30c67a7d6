import type { Baseline } from '../checks/check.ts'
import type { Exchange } from './exchange.ts'

/** Statuses by which filters and rate limits answer in the application's place. */
const BLOCKING_STATUSES: ReadonlySet<number> = new Set([403, 406, 418, 429, 444, 493, 503, 999])

/** Those, and one that applications answer by themselves too: only its page tells. */
const SPEAKING_STATUSES: ReadonlySet<number> = new Set([...BLOCKING_STATUSES, 405])

/** What block pages of common filters say; read only where the status already looks like one. */
const BLOCK_MARKS: readonly RegExp[] = [
  /access denied/i,
  /attention required/i,
  /captcha/i,
  /request (?:was )?(?:blocked|rejected|unsuccessful)/i,
  /(?:has been|were|are|you've been) blocked/i,
  /mod_?security/i,
  /not acceptable/i,
  /web application firewall/i,
  /incident id|support id|reference (?:id|#)/i,
  /too many requests|rate limit/i,
  /suspicious (?:activity|request)/i,
]

/** A filter, not the application, answered: the status says so, and the page or a header agrees. */
export function isBlocked({ response }: Exchange): boolean {
  if (response.status === 429) return true
  if (!SPEAKING_STATUSES.has(response.status)) return false
  if (response.headers.has('retry-after') || response.headers.has('cf-mitigated')) return true
  const head = response.body.slice(0, 8192)
  return BLOCK_MARKS.some((mark) => mark.test(head))
}

/**
 * An answer that must not be read as true or false: a block page, or a refusing status that the
 * unchanged request did not get.
 */
export const voidsDifferential = (exchange: Exchange, { first }: Baseline): boolean =>
  isBlocked(exchange) ||
  (exchange.response.status !== first.response.status &&
    BLOCKING_STATUSES.has(exchange.response.status))
