import { describe, expect, test } from 'vitest'
import type { Random } from '../../../src/scanner/ports.ts'
import { isProbeError } from '../../../src/scanner/http/exchange.ts'
import { makePacer } from '../../../src/scanner/http/pacer.ts'
import type { Pacer, PacerOptions } from '../../../src/scanner/http/pacer.ts'
import { makeFakeClock } from '../../support/fake-clock.ts'
import type { FakeClock } from '../../support/fake-clock.ts'

const live = new AbortController().signal
const middle: Random = (min, max) => Math.round((min + max) / 2)

function setup(over: Partial<PacerOptions> = {}) {
  const clock = makeFakeClock(1000)
  const options = { clock, random: middle, delayMs: 0, jitter: 0, inFlight: 5, notBefore: 0 }
  return { clock, pacer: makePacer({ ...options, ...over }) }
}
/** Sends `count` requests of `takesMs` each and gives the instants of their starts. */
function starts(pacer: Pacer, clock: FakeClock, count: number, takesMs: number): number[] {
  const at: number[] = []
  for (let n = 0; n < count; n += 1) {
    void pacer.run(() => {
      at.push(clock.now())
      return clock.sleep(takesMs)
    }, live)
  }
  return at
}

const outcome = (sent: Promise<unknown>): Promise<string> =>
  sent.then(
    () => 'ran',
    (error: unknown) => (isProbeError(error) ? error.kind : 'threw'),
  )

const fails = () => Promise.reject(new Error('no answer'))

describe('spacing', () => {
  test.each([
    ['answers faster than the delay', 10],
    ['answers slower than the delay', 700],
  ])('is from start to start: %s', async (_, takesMs) => {
    const { clock, pacer } = setup({ delayMs: 500, inFlight: 2 })
    const at = starts(pacer, clock, 4, takesMs)
    await clock.advance(5000)
    expect(at).toEqual([1000, 1500, 2000, 2500])
  })

  test('without delay all places are used at once, and no more', async () => {
    const { clock, pacer } = setup({ inFlight: 3 })
    const at = starts(pacer, clock, 7, 100)
    await clock.advance(1000)
    expect(at).toEqual([1000, 1000, 1000, 1100, 1100, 1100, 1200])
  })

  test('one in flight: a slow answer delays the next start', async () => {
    const { clock, pacer } = setup({ delayMs: 300, inFlight: 1 })
    const at = starts(pacer, clock, 3, 1000)
    await clock.advance(5000)
    expect(at).toEqual([1000, 2000, 3000])
  })

  test('jitter draws each gap from delay ± share', async () => {
    const asked: number[][] = []
    const draws = [-100, 100, 0]
    const random: Random = (min, max) => {
      asked.push([min, max])
      return draws.shift() ?? 0
    }
    const { clock, pacer } = setup({ delayMs: 500, jitter: 0.2, inFlight: 2, random })
    const at = starts(pacer, clock, 4, 1)
    await clock.advance(5000)
    expect(at).toEqual([1000, 1400, 2000, 2500])
    expect(new Set(asked.map(String))).toEqual(new Set(['-100,100']))
  })

  test('nothing starts before the given instant', async () => {
    const { clock, pacer } = setup({ notBefore: 4000 })
    const at = starts(pacer, clock, 2, 1)
    await clock.advance(2999)
    expect(at).toEqual([])
    await clock.advance(1)
    expect(at).toEqual([4000, 4000])
  })

  test('a clock that wakes early does not shorten the gap', async () => {
    const clock = makeFakeClock(1000)
    const hasty = {
      ...clock,
      sleep: (ms: number, signal?: AbortSignal) => clock.sleep(Math.max(1, ms - 1), signal),
    }
    const { pacer } = setup({ clock: hasty, delayMs: 500 })
    const at = starts(pacer, clock, 2, 1)
    await clock.advance(499)
    expect(at).toEqual([1000])
  })
})

describe('the host asks for more distance', () => {
  test('from the next start on, and gives it back', async () => {
    const { clock, pacer } = setup({ delayMs: 100 })
    const at = starts(pacer, clock, 5, 1)
    await clock.advance(100)
    pacer.holdBack(1000, 0)
    await clock.advance(1100)
    pacer.holdBack(0, 0)
    await clock.advance(1000)
    expect(at).toEqual([1000, 1100, 2100, 2200, 2300])
  })

  test('less than the own delay changes nothing', async () => {
    const { clock, pacer } = setup({ delayMs: 500 })
    pacer.holdBack(10, 0)
    const at = starts(pacer, clock, 3, 1)
    await clock.advance(2000)
    expect(at).toEqual([1000, 1500, 2000])
  })
})

describe('abort', () => {
  test('a waiting request leaves the line at once and the next keeps its turn', async () => {
    const { clock, pacer } = setup({ delayMs: 1000 })
    const stop = new AbortController()
    const ran: string[] = []
    const send = (name: string, signal: AbortSignal) =>
      outcome(pacer.run(async () => void ran.push(`${name} ${clock.now()}`), signal))
    const sent = [send('a', live), send('b', stop.signal), send('c', live)]
    await clock.advance(10)
    stop.abort()
    expect(await sent[1]).toBe('aborted')
    await clock.advance(2000)
    expect([await sent[0], await sent[2], ran]).toEqual(['ran', 'ran', ['a 1000', 'c 2000']])
  })

  test('nobody sleeps when all have left', async () => {
    const { clock, pacer } = setup({ notBefore: 9000 })
    const stop = new AbortController()
    const sent = outcome(pacer.run(async () => undefined, stop.signal))
    stop.abort()
    expect([await sent, clock.sleeping(), pacer.lastStartAt()]).toEqual(['aborted', 0, null])
  })

  test('an aborted signal does not start at all', async () => {
    const { pacer } = setup()
    expect(await outcome(pacer.run(async () => undefined, AbortSignal.abort()))).toBe('aborted')
  })

  test('work that throws gives its place back', async () => {
    const { pacer } = setup({ inFlight: 1 })
    const sent = [pacer.run(fails, live), pacer.run(async () => 'fine', live)]
    expect(await Promise.allSettled(sent)).toMatchObject([
      { status: 'rejected' },
      { status: 'fulfilled', value: 'fine' },
    ])
  })
})

describe('the time waited for pace', () => {
  test.each<[string, Partial<PacerOptions>, number, number]>([
    // Four requests of 100 ms, 1000 ms apart: three gaps of 900 ms with nothing in flight.
    ['gaps between answers', { delayMs: 1000, inFlight: 1 }, 100, 2700],
    ['none where an answer is pending', { delayMs: 1000, inFlight: 2 }, 1000, 0],
    ['none without delay', { inFlight: 1 }, 100, 0],
    ['the wait for the first start', { inFlight: 4, notBefore: 3000 }, 100, 2000],
  ])('%s', async (_, over, takesMs, waitedMs) => {
    const { clock, pacer } = setup(over)
    starts(pacer, clock, 4, takesMs)
    await clock.advance(20_000)
    expect(pacer.waitedMs()).toBe(waitedMs)
  })

  test('is up to date while waiting, and lastStartAt too', async () => {
    const { clock, pacer } = setup({ delayMs: 1000 })
    starts(pacer, clock, 2, 0)
    await clock.advance(400)
    expect([pacer.waitedMs(), pacer.lastStartAt()]).toEqual([400, 1000])
  })
})
