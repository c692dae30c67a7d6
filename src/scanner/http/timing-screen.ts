import { isBlocked } from './blocked.ts'
import { drawSleep, isBeforeItsSleep, LEAST_WORK_MS, type Measure } from './timing.ts'

/** A busy host's quickest harmless answer may be late too: more than this is not taken off. */
const MOST_IDLE_MS = 200
/** Other requests that wait hold up a host that does one thing at a time, but hardly three times. */
const QUESTIONS = 3

/**
 * Asks while other requests are on their way. An answer that comes before its own sleep could end is
 * `quiet`, whatever else the host does; where none does it is `suspect`, to be measured alone.
 */
export const screenDelay: Measure = async (delay, { send, random, idleMs }) => {
  for (let question = 0; question < QUESTIONS; question += 1) {
    const isWork = delay.kind === 'work'
    const amount = isWork ? delay.first : drawSleep(delay.stepMs, random)
    const exchange = await send(delay.request(amount))
    if (isBlocked(exchange)) return { is: 'blocked' }
    const tookMs = exchange.response.elapsedMs
    const isQuiet = isWork
      ? tookMs - Math.min(MOST_IDLE_MS, ...idleMs) < LEAST_WORK_MS
      : isBeforeItsSleep(tookMs, amount)
    if (isQuiet) return { is: 'quiet' }
  }
  return { is: 'suspect' }
}
