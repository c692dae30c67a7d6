import { isBlocked } from './blocked.ts'
import { drawSleep, isBeforeItsSleep, LEAST_WORK_MS, type Measure } from './timing.ts'

/** A busy host's quickest harmless answer may be late too: more than this is not taken off. */
const MOST_IDLE_MS = 200

/**
 * One question, asked while other requests are on their way. An answer that comes before its own sleep
 * could end is `quiet`, whatever else the host does; any other is `suspect`, to be measured alone.
 */
export const screenDelay: Measure = async (delay, { send, random, idleMs }) => {
  const isWork = delay.kind === 'work'
  const amount = isWork ? delay.first : drawSleep(delay.stepMs, random)
  const exchange = await send(delay.request(amount))
  if (isBlocked(exchange)) return { is: 'blocked' }
  const tookMs = exchange.response.elapsedMs
  const isQuiet = isWork
    ? tookMs - Math.min(MOST_IDLE_MS, ...idleMs) < LEAST_WORK_MS
    : isBeforeItsSleep(tookMs, amount)
  return { is: isQuiet ? 'quiet' : 'suspect' }
}
