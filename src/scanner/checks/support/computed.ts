import { isBlocked } from '../../http/blocked.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { InputContext, Sighting } from '../check.ts'
import { quoted } from './content.ts'

export type Result = Readonly<{ text: string }>
/** A payload with fresh numbers, the results that show that it was computed, and a lookalike that nothing computes. */
export type Sum<R extends Result = Result> = Readonly<{
  payload: string
  results: readonly R[]
  control: string
}>

export type Computed<R extends Result = Result> = Readonly<{
  exchange: Exchange
  result: R
  isRepeated: boolean
}>

/**
 * Sends a payload whose result its text does not contain. Where the result shows, another one is sent,
 * and a control: what computes the control computes anything, and no other payload proves more.
 */
export async function compute<R extends Result>(
  make: () => Sum<R>,
  { input, send }: InputContext,
): Promise<Computed<R> | 'nothing' | 'contradicted'> {
  const first = make()
  const exchange = await send(input.with(first.payload))
  const result = shown(exchange, first)
  if (result === undefined) return 'nothing'
  const second = make()
  const again = await send(input.with(second.payload))
  const isRepeated = shown(again, second) !== undefined
  if (!isRepeated && !isBlocked(again)) return 'contradicted'
  const control = await send(input.with(second.control))
  if (shown(control, second) !== undefined) return 'contradicted'
  return { exchange, result, isRepeated }
}

const shown = <R extends Result>(exchange: Exchange, { results }: Sum<R>): R | undefined =>
  results.find(({ text }) => quoted(exchange, text) !== null)

/** Confidence and reason of what was computed, by who computes it. */
export const judged = (
  by: string,
  { isRepeated }: Computed,
): Pick<Sighting, 'confidence' | 'reason'> =>
  isRepeated
    ? {
        confidence: 'confirmed',
        reason: `Twice the answer held a result that only ${by} computes from the payload, each time of new numbers; a lookalike that is no code gave none.`,
      }
    : {
        confidence: 'likely',
        reason: `The answer held a result that only ${by} computes from the payload; then the site began to refuse requests.`,
      }

/** Two numbers whose product has seven or eight digits. */
export const factors = (random: InputContext['random']) => {
  const x = random(1001, 9999)
  const y = random(1001, 9999)
  return { x: String(x), y: String(y), product: String(x * y) }
}
