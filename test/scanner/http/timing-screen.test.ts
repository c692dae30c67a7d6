import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Exchange, HttpRequest } from '../../../src/scanner/http/exchange.ts'
import { screenDelay } from '../../../src/scanner/http/timing-screen.ts'
import type { Delay } from '../../../src/scanner/http/timing.ts'
import { answer } from '../../support/site.ts'

const request = (amount: number): HttpRequest => ({
  method: 'GET',
  url: new URL(`https://shop.test/item?wait=${amount}`),
  headers: new Headers(),
})
const sleep: Delay = { kind: 'sleep', stepMs: 10, request }
const work: Delay = { kind: 'work', first: 1000, request }
const amountOf = ({ url }: HttpRequest): number => Number(url.searchParams.get('wait'))

/** What is said of a target whose answer takes `tookMs(amount)`. */
async function screened(
  delay: Delay,
  tookMs: (amount: number) => number,
  idleMs: readonly number[] = [30],
  share = 0.5,
) {
  const send = async (asked: HttpRequest): Promise<Exchange> => ({
    request: asked,
    response: answer({ elapsedMs: tookMs(amountOf(asked)) }, asked, 0),
  })
  const random = (min: number, max: number) => Math.floor(min + share * (max - min))
  return (await screenDelay(delay, { send, random, idleMs })).is
}

describe('screening for delays', () => {
  const ms = (max: number) => fc.integer({ min: 0, max })
  const share = fc.double({ min: 0, max: 1, noNaN: true })

  it('suspects every target that sleeps as it is told, however busy it was before and meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(ms(20_000), { minLength: 4 }),
        ms(20_000),
        share,
        async (idle, late, at) => {
          expect(await screened(sleep, (amount) => amount + late, idle, at)).toBe('suspect')
        },
      ),
    )
  })
  it('is done with what answers before its own sleep could end', async () => {
    await fc.assert(
      fc.asyncProperty(ms(1500), share, async (took, at) => {
        expect(await screened(sleep, () => took, [30], at)).toBe('quiet')
      }),
    )
  })
  it('suspects every computation of a third of a second, though harmless answers were late', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ms(20_000), { minLength: 4 }), ms(20_000), async (idle, late) => {
        expect(await screened(work, () => 300 + late, idle)).toBe('suspect')
      }),
    )
  })
  it('asks again where a delay shows, and is done with one that was by chance', async () => {
    const tookMs = [4000, 3000, 20]
    expect(await screened(sleep, () => tookMs.shift() ?? 0)).toBe('quiet')
    const always = [4000, 3000, 2500, 20]
    expect(await screened(sleep, () => always.shift() ?? 0)).toBe('suspect')
    expect(always).toEqual([20])
  })
  it.each([
    [80, 'quiet'],
    [129, 'quiet'],
    [130, 'suspect'],
  ] as const)(
    'takes the quickest harmless answer off a computation: %i ms is %s',
    async (took, is) => {
      expect(await screened(work, () => took, [400, 30, 90])).toBe(is)
    },
  )
})
