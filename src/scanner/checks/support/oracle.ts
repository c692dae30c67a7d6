import { isBlocked } from '../../http/blocked.ts'
import { similarity, withoutPayload } from '../../http/compare.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { InputContext } from '../check.ts'

export type Answer = Readonly<{ exchange: Exchange; is: 'usual' | 'other' | 'blocked' }>
/** Tells whether a payload leaves the page as it usually is. */
export type Oracle = Readonly<{ ask(payload: string): Promise<Answer> }>

/** How much less alike than its two baselines a usual page may be. */
const SLACK = 0.01

/**
 * What the page says of the value is no answer: the payload is taken out, and then the recorded value
 * too, on both sides, since an echo of the payload stands where the usual page repeats the value.
 */
export function makeOracle({ input, baseline, send }: InputContext): Oracle {
  const usual = withoutPayload(baseline.first, input.value)
  const least = similarity(usual, withoutPayload(baseline.second, input.value)) - SLACK
  return {
    async ask(payload) {
      const exchange = await send(input.with(payload))
      if (isBlocked(exchange)) return { exchange, is: 'blocked' }
      const silent = withoutPayload(withoutPayload(exchange, payload), input.value)
      return { exchange, is: similarity(usual, silent) >= least ? 'usual' : 'other' }
    },
  }
}
