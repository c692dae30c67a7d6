import type { Instant } from '../../report/time.ts'
import type { Clock } from '../ports.ts'
import { CALM, isRefusal, refused, welcomed, type BackOff } from './back-off.ts'
import type { Exchange } from './exchange.ts'
import { retryAfterMs } from './host-health.ts'
import { OwnRefusals } from './own-refusals.ts'
import type { Pacer } from './pacer.ts'

/** What a host's other visitors have learned. */
export type HostPace = Pick<BackOff, 'gapMs' | 'pausedUntil'>
type Means = Readonly<{ pacer: Pick<Pacer, 'holdBack'>; clock: Pick<Clock, 'now'> }>

/** How long a refusal asks to wait; null for other answers, and where it does not say. */
export const waitOf = ({ response }: Exchange, now: Instant): number | null =>
  isRefusal(response.status) ? retryAfterMs(response.headers, now) : null

/** Slows the pace down by what the host answers here, and by what it answered others. */
export function makeRestraint({ pacer, clock }: Means) {
  let own: BackOff = CALM
  let host: HostPace = CALM
  const ownRefusals = new OwnRefusals()
  const apply = () =>
    pacer.holdBack(Math.max(own.gapMs, host.gapMs), Math.max(own.pausedUntil, host.pausedUntil))
  return {
    /** Whether the host refused our pace. */
    learn(exchange: Exchange, startedAt: Instant): boolean {
      const endedAt = clock.now()
      if (ownRefusals.includes(exchange, startedAt, endedAt)) return false
      const isRefused = isRefusal(exchange.response.status)
      const retryAfter = waitOf(exchange, endedAt)
      own = isRefused
        ? refused(own, { startedAt, endedAt, retryAfterMs: retryAfter })
        : welcomed(own)
      apply()
      return isRefused
    },
    holdBack(learned: HostPace) {
      host = learned
      apply()
    },
  }
}
