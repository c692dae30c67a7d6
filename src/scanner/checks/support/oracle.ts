import { voidsDifferential } from '../../http/blocked.ts'
import { makeComparer, withoutPayload } from '../../http/compare.ts'
import type { Exchange } from '../../http/exchange.ts'
import { TRIAGE_TEXT } from '../../payloads/triage.ts'
import type { InputContext } from '../check.ts'
import { fill } from './fill.ts'

export type Answer = Readonly<{
  exchange: Exchange
  /** The answer without what it repeats of the payload and the recorded value. */
  bare: Exchange
  is: 'usual' | 'other' | 'blocked'
}>
/** Tells whether a payload leaves the page as it usually is. */
export type Oracle = Readonly<{
  ask(payload: string): Promise<Answer>
  /** The same of an answer that is at hand already. */
  read(exchange: Exchange, payload: string): Answer
  /** Whether two answers are the same page, as far as the usual one is the same twice. */
  areAlike(a: Answer, b: Answer): boolean
}>

/** A usual page may differ from the baseline as much as its two answers do, and this much. */
const SLACK = 0.003

/**
 * What the page says of the value is no answer: the payload is taken out, and then the recorded value
 * too, on both sides, since an echo of the payload stands where the usual page repeats the value.
 */
export function makeOracle({ input, baseline, send }: InputContext): Oracle {
  const silent = (exchange: Exchange) => withoutPayload(exchange, input.value)
  const comparer = makeComparer({ first: silent(baseline.first), second: silent(baseline.second) })
  const least = comparer.self - (1 - comparer.self) - SLACK
  const read = (exchange: Exchange, payload: string): Answer => {
    const bare = silent(withoutPayload(exchange, payload))
    if (voidsDifferential(exchange, baseline)) return { exchange, bare, is: 'blocked' }
    return { exchange, bare, is: comparer.similarityTo(bare) >= least ? 'usual' : 'other' }
  }
  return {
    ask: async (payload) => read(await send(input.with(payload)), payload),
    read,
    areAlike: (a, b) => comparer.between(a.bare, b.bare) >= least,
  }
}

/** What the answers to a plain word and to odd characters are, read as the oracle reads all. */
export const readTriage = (
  { triage }: InputContext,
  oracle: Oracle,
): Readonly<{ plain: Answer; broken: Answer }> => ({
  plain: oracle.read(triage.plain, triage.word),
  broken: oracle.read(triage.broken, fill(TRIAGE_TEXT, { word: triage.brokenWord })),
})
