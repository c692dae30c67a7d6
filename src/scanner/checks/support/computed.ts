import { isBlocked } from '../../http/blocked.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { InputContext, Sighting } from '../check.ts'
import { quoted } from './content.ts'

/** A payload with fresh numbers, the results that show that it was computed, and a lookalike that nothing computes. */
export type Sum = Readonly<{ payload: string; results: readonly string[]; control: string }>

export type Computed = Readonly<{ exchange: Exchange; text: string; isRepeated: boolean }>

/**
 * Sends a payload whose result its text does not contain. Where the result shows, another one is sent,
 * and a control: what computes the control computes anything, and no other payload proves more.
 */
export async function compute(
  make: () => Sum,
  { input, send }: InputContext,
): Promise<Computed | 'nothing' | 'contradicted'> {
  const first = make()
  const exchange = await send(input.with(first.payload))
  const text = quoted(exchange, ...first.results)
  if (text === null) return 'nothing'
  const second = make()
  const again = await send(input.with(second.payload))
  const isRepeated = quoted(again, ...second.results) !== null
  if (!isRepeated && !isBlocked(again)) return 'contradicted'
  const control = await send(input.with(second.control))
  if (quoted(control, ...second.results) !== null) return 'contradicted'
  return { exchange, text, isRepeated }
}

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
