import { describe, expect, it } from 'vitest'

import type { Exchange, HttpRequest } from '../../../src/scanner/http/exchange.ts'
import {
  isJittery,
  measureDelay,
  type Delay,
  type Verdict,
} from '../../../src/scanner/http/timing.ts'

/** Whole numbers of a linear congruential generator (Numerical Recipes): every run can be repeated. */
function seeded(seed: number) {
  let state = seed >>> 0
  const unit = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const random = (min: number, max: number): number => min + Math.floor(unit() * (max - min + 1))
  return { unit, random }
}
type Draw = ReturnType<typeof seeded>

/** What a target makes of a request: how long it takes, and how it answers. */
type Target = (text: string, nth: number, atMs: number) => number | 'blocked'

const PAGE = new URL('https://shop.test/item')
const plainRequest = (text: string): HttpRequest => {
  const url = new URL(PAGE)
  url.searchParams.set('id', text)
  return { method: 'GET', url, headers: new Headers() }
}
const padded = (amount: number): string => String(amount).padStart(9, '0')
const sleep = (stepMs = 10): Delay => ({
  kind: 'sleep',
  stepMs,
  request: (ms) => plainRequest(`1' SLEEP ${padded(ms)}`),
})
const work = (first = 2_000_000): Delay => ({
  kind: 'work',
  first,
  request: (units) => plainRequest(`1' WORK ${padded(units)}`),
})
const askedOf = (text: string): number => Number(/(?:SLEEP|WORK) (\d+)/.exec(text)?.[1] ?? 0)

/** Four harmless requests and then the measurement, on a clock that moves by what the target takes. */
async function measure(delay: Delay, target: Target, draw: Draw) {
  const sent: Exchange[] = []
  let clock = 0
  const ask = (request: HttpRequest): Exchange => {
    const took = target(request.url.searchParams.get('id') ?? '', sent.length, clock)
    const elapsedMs = took === 'blocked' ? 20 : took
    clock += elapsedMs
    const status = took === 'blocked' ? 429 : 200
    const exchange = {
      request,
      response: { status, headers: new Headers(), body: 'ok', truncated: false, elapsedMs },
    }
    sent.push(exchange)
    return exchange
  }
  const idleMs = ['1', '1', 'kx81a0', `kx81a1'"`].map(
    (text) => ask(plainRequest(text)).response.elapsedMs,
  )
  const verdict = await measureDelay(delay, {
    send: async (request) => ask(request),
    random: draw.random,
    idleMs,
  })
  return { verdict, sent: sent.slice(4) }
}

const RUNS = 400
const verdicts = async (delay: Delay, targetOf: (draw: Draw) => Target): Promise<Verdict[]> => {
  const all: Verdict[] = []
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const draw = seeded(seed * 7919)
    all.push((await measure(delay, targetOf(draw), draw)).verdict)
  }
  return all
}
const exponential = ({ unit }: Draw, mean: number): number => -mean * Math.log(1 - unit())

const NOISE: Readonly<Record<string, (draw: Draw) => Target>> = {
  'uniform up to 3 s':
    ({ random }) =>
    () =>
      random(20, 3000),
  'uniform from 1 s to 3 s':
    ({ random }) =>
    () =>
      random(1000, 3000),
  'uniform up to 1.5 s':
    ({ random }) =>
    () =>
      random(20, 1500),
  'exponential, 0.3 s': (draw) => () => 40 + Math.min(3000, exponential(draw, 300)),
  'exponential, 1 s': (draw) => () => 40 + Math.min(3000, exponential(draw, 1000)),
  'quick, then an answer in two is slow':
    ({ random }) =>
    (_text, nth) =>
      nth >= 4 && random(0, 1) === 0 ? random(1500, 3000) : 40,
  'quick, then uniform up to 3 s':
    ({ random }) =>
    (_text, nth) =>
      nth < 4 ? 40 : random(20, 3000),
  'quick, then uniform up to 4 s':
    ({ random }) =>
    (_text, nth) =>
      nth < 4 ? 40 : random(20, 4000),
  'bursts of 2 to 6 s': ({ random }) => {
    const every = random(6000, 15_000)
    const lasts = random(2000, 6000)
    return (_text, _nth, at) => (at % every < lasts ? random(500, 3000) : random(20, 120))
  },
  'longer payloads are slower':
    ({ random }) =>
    (text) =>
      50 + text.length * 120 + random(0, 200),
  'payloads with a quote are slower':
    ({ random }) =>
    (text) =>
      text.includes("'") ? random(1800, 3000) : random(20, 80),
  'larger numbers are a little slower':
    ({ random }) =>
    (text) =>
      random(20, 80) + Math.min(1500, askedOf(text) / 2),
  'what was never asked before is slow': ({ random }) => {
    const seen = new Set<string>()
    return (text) => {
      const isWarm = seen.has(text)
      seen.add(text)
      return isWarm ? random(20, 60) : random(1600, 2600)
    }
  },
  'the first attack is held back, then all':
    ({ random }) =>
    (text, nth) =>
      nth >= 4 && /SLEEP|WORK/.test(text) ? 2000 + random(0, 300) : random(20, 60),
  'attacks are held back for a random time':
    ({ random }) =>
    (text) =>
      /SLEEP|WORK/.test(text) ? random(1000, 3500) : random(20, 60),
  'ever slower':
    ({ random }) =>
    (_text, nth) =>
      50 + nth * 150 + random(0, 100),
}

describe('random slowness is no delay', () => {
  it.each(Object.entries(NOISE))('%s', async (_name, targetOf) => {
    for (const delay of [sleep(), sleep(1000), work()]) {
      const followed = (await verdicts(delay, targetOf)).filter(({ is }) => is === 'follows')
      expect(followed).toEqual([])
    }
  })
})

const sleeper =
  (idle: (draw: Draw) => number, statements = 1) =>
  (draw: Draw): Target =>
  (text) =>
    idle(draw) + statements * askedOf(text)
const VULNERABLE: Readonly<Record<string, readonly [Delay, (draw: Draw) => Target]>> = {
  'a quiet host': [sleep(), sleeper(({ random }) => random(20, 60))],
  'a host that takes up to half a second': [sleep(), sleeper(({ random }) => random(50, 500))],
  'a late answer now and then': [
    sleep(),
    sleeper(({ random }) => (random(1, 60) === 1 ? random(800, 2000) : random(30, 200))),
  ],
  'a late answer to the first control': [
    sleep(),
    ({ random }) =>
      (text, nth) =>
        (nth === 5 ? random(700, 2500) : random(20, 60)) + askedOf(text),
  ],
  'a late answer while work is gauged': [
    work(),
    ({ random }) => {
      const late = random(4, 6)
      return (text, nth) =>
        (nth === late ? random(2600, 3500) : random(20, 60)) + askedOf(text) / 4000
    },
  ],
  'exponential, 0.1 s': [sleep(), sleeper((draw) => 30 + exponential(draw, 100))],
  'a slow page whose errors are quick': [
    sleep(),
    ({ random }) =>
      (text) =>
        (/SLEEP/.test(text) ? 20 : 900) + random(0, 60) + askedOf(text),
  ],
  'whole seconds only': [
    sleep(1000),
    ({ random }) =>
      (text) =>
        random(20, 200) + Math.floor(askedOf(text) / 1000) * 1000,
  ],
  'two statements': [sleep(), sleeper(({ random }) => random(20, 200), 2)],
  'three statements': [sleep(), sleeper(({ random }) => random(20, 200), 3)],
  'two statements, whole seconds': [sleep(1000), sleeper(({ random }) => random(20, 200), 2)],
  'work on a quick machine': [
    work(),
    ({ random }) =>
      (text) =>
        random(20, 60) + (askedOf(text) / 15_000) * (1 + random(-8, 8) / 100),
  ],
  'work on a slow machine': [
    work(),
    ({ random }) =>
      (text) =>
        random(20, 90) + (askedOf(text) / 1000) * (1 + random(-8, 8) / 100),
  ],
  'work on a machine that others use too': [
    work(),
    ({ random }) => {
      const speeds = Array.from({ length: 9 }, () => random(80, 125) / 100)
      return (text, _nth, at) => {
        const others = speeds[Math.floor(at / 10_000) % speeds.length] ?? 1
        return random(20, 60) + (askedOf(text) / 4000) * others * (1 + random(-5, 5) / 100)
      }
    },
  ],
}

describe('a delay that is asked for is found', () => {
  it.each(Object.entries(VULNERABLE))('%s', async (_name, [delay, targetOf]) => {
    const found = (await verdicts(delay, targetOf)).filter(({ is }) => is === 'follows')
    expect(found.length).toBeGreaterThanOrEqual(RUNS * 0.95)
  })
})

it('a filter that holds back what is not zero, for a random time, passes once in hundreds at most', async () => {
  const followed = (
    await verdicts(
      sleep(),
      ({ random }) =>
        (text) =>
          askedOf(text) > 0 ? random(1000, 3500) : 40,
    )
  ).filter(({ is }) => is === 'follows')
  expect(followed.length).toBeLessThanOrEqual(RUNS / 100)
})

describe('what is asked of a target', () => {
  it('one request where nothing shows', async () => {
    const { verdict, sent } = await measure(sleep(), () => 40, seeded(1))
    expect(verdict).toEqual({ is: 'quiet' })
    expect(sent).toHaveLength(1)
  })

  it('no request where harmless answers differ by more than a second', async () => {
    const { verdict, sent } = await measure(
      sleep(),
      (text, nth) => (nth < 2 ? 40 : 1200) + askedOf(text),
      seeded(1),
    )
    expect(verdict).toEqual({ is: 'unsteady' })
    expect(sent).toHaveLength(0)
  })

  it.each(Object.entries(VULNERABLE))(
    '25 s in all and 7 s at once: %s',
    async (_name, [delay, of]) => {
      for (let seed = 1; seed <= 100; seed += 1) {
        const draw = seeded(seed)
        const { sent } = await measure(delay, of(draw), draw)
        const slept = sent.map(({ response }) => response.elapsedMs)
        expect(Math.max(...slept)).toBeLessThan(delay.kind === 'work' ? 7000 : 10_000)
        const total = slept.reduce((sum, ms) => sum + ms, 0)
        expect(total).toBeLessThan(25_000 + sent.length * 1000)
      }
    },
  )

  it('every request of the same length, in an order that changes', async () => {
    const orders = new Set<string>()
    for (let seed = 1; seed <= 20; seed += 1) {
      const draw = seeded(seed * 104_729)
      const { sent } = await measure(sleep(), (text) => 40 + askedOf(text), draw)
      expect(new Set(sent.map(({ request }) => request.url.href.length)).size).toBe(1)
      orders.add(
        sent
          .map(({ request }) => (askedOf(request.url.searchParams.get('id') ?? '') > 0 ? 'x' : '0'))
          .join(''),
      )
    }
    expect(orders.size).toBeGreaterThan(3)
  })
})

describe('a filter that answers', () => {
  const blockedFrom =
    (first: number): Target =>
    (text, nth) =>
      nth >= first ? 'blocked' : 40 + askedOf(text)

  it.each([
    ['the first question', 4],
    ['the control', 5],
    ['what comes next', 6],
    ['the first run', 7],
  ])('ends it without a word: %s', async (_name, first) => {
    for (const delay of [sleep(), work()]) {
      const target = blockedFrom(first)
      const slow: Target = (text, nth, at) =>
        delay.kind === 'work' && askedOf(text) > 0 && nth < first ? 1900 : target(text, nth, at)
      expect((await measure(delay, slow, seeded(3))).verdict).toEqual({ is: 'blocked' })
    }
  })

  it('ends it with what was seen after a clean run', async () => {
    const { verdict } = await measure(sleep(), blockedFrom(10), seeded(3))
    expect(verdict).toMatchObject({ is: 'follows', isCut: true, runs: 1 })
  })
})

describe('harmless answers', () => {
  it.each([
    [[], false],
    [[40, 60, 50], false],
    [[40, 60, 1200], true],
    [[40, 60, 50, 1200], false],
    [[40, 60, 1200, 1300], true],
  ])('%j jitter: %s', (idleMs, expected) => {
    expect(isJittery(idleMs)).toBe(expected)
  })
})
