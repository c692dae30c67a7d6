import { describe, expect, test } from 'vitest'

import { ProbeError } from '../../../src/scanner/http/exchange.ts'
import { answer, get, outcome, refusal, setup, START, type Reply } from '../../support/sending.ts'

describe('a refusal that names a wait', () => {
  test.each<[string, readonly Reply[], number, readonly number[]]>([
    ['is waited for once', [refusal('2'), answer()], 200, [0, 2000]],
    ['503 as well', [refusal('2', 503), answer()], 200, [0, 2000]],
    ['five seconds at most', [refusal('5'), answer()], 200, [0, 5000]],
    ['a longer one is the answer', [refusal('6'), answer()], 429, [0]],
    ['the second refusal is the answer', [refusal('1'), refusal('1'), answer()], 429, [0, 1000]],
    ['no wait, but more room', [refusal('0'), answer()], 200, [0, 100]],
    ['a date', [refusal('Fri, 20 Nov 2026 10:00:03 GMT'), answer()], 200, [0, 3000]],
    ['a date that is past', [refusal('Fri, 20 Nov 2026 09:00:00 GMT'), answer()], 200, [0, 100]],
    ['a date far ahead', [refusal('Fri, 20 Nov 2026 10:00:09 GMT'), answer()], 429, [0]],
    ['without a wait', [answer(429), answer()], 429, [0]],
    ['an unreadable wait', [refusal('soon'), answer()], 429, [0]],
    ['a wait that refuses nothing', [refusal('2', 200), answer(201)], 200, [0]],
  ])('%s', async (_, replies, status, at) => {
    const { send, clock, sent, spent } = setup({ replies })
    const sending = outcome(send(get('/')))
    await clock.advance(20_000)
    expect(await sending).toBe(status)
    expect(sent.map((each) => each.at)).toEqual(at)
    expect(spent()).toBe(at.length)
  })

  test('an abort ends the wait', async () => {
    const stop = new AbortController()
    const { send, clock, sent } = setup({ replies: [refusal('5')], signal: stop.signal })
    const sending = outcome(send(get('/')))
    await clock.advance(100)
    stop.abort()
    expect(await sending).toBe('aborted')
    expect([sent.length, clock.sleeping()]).toEqual([1, 0])
  })

  test('others wait meanwhile', async () => {
    const { send, clock, sent } = setup({ replies: [refusal('5'), answer()], inFlight: 3 })
    const outcomes = ['/a', '/b', '/c'].map((path) => outcome(send(get(path))))
    await clock.advance(0)
    expect(sent.map(({ request }) => request.url.pathname)).toEqual(['/a', '/b', '/c'])
    const later = ['/d', '/e'].map((path) => outcome(send(get(path))))
    await clock.advance(10_000)
    expect(await Promise.all([...outcomes, ...later])).toEqual([200, 200, 200, 200, 200])
    expect(sent.slice(3).map(({ at }) => at)).toEqual([5000, 5000, 5000])
  })

  test('a wait longer than any check waits holds the next request back', async () => {
    const { send, clock, sent } = setup({ replies: [refusal('30'), answer()] })
    expect(await outcome(send(get('/a')))).toBe(429)
    const next = outcome(send(get('/b')))
    await clock.advance(29_999)
    expect(sent.length).toBe(1)
    await clock.advance(1)
    expect(await next).toBe(200)
  })

  test('what the host told others holds back as well', async () => {
    const { send, clock, sent, holdBack } = setup()
    holdBack({ gapMs: 1000, pausedUntil: START + 3000 })
    const outcomes = ['/a', '/b'].map((path) => outcome(send(get(path))))
    await clock.advance(10_000)
    expect(await Promise.all(outcomes)).toEqual([200, 200])
    expect(sent.map(({ at }) => at)).toEqual([3000, 4000])
  })
})

describe('health', () => {
  const fail = (kind: 'timeout' | 'unreachable' | 'transport' | 'aborted') =>
    new ProbeError(kind, 'No answer.')

  test('counts answers, refusals and failures of the origin, and starts anew', async () => {
    const replies = [answer(200, {}, 100), refusal('9'), answer(503, {}, 50), fail('timeout')]
    const { send, health, clock } = setup({ replies: [...replies, fail('unreachable')] })
    for (let n = 0; n < 5; n += 1) {
      const sending = outcome(send(get(`/${n}`)))
      await clock.advance(20_000)
      await sending
    }
    expect(health()).toEqual([
      {
        origin: 'https://shop.test',
        requests: 5,
        refusals: 2,
        connectFailures: 2,
        retryAfterMs: 9000,
        meanLatencyMs: 50,
      },
    ])
    expect(health()).toEqual([])
  })

  test.each(['transport', 'aborted'] as const)('%s says nothing of the host', async (kind) => {
    const { send, health, recorded } = setup({ replies: [fail(kind)] })
    expect(await outcome(send(get('/')))).toBe(kind)
    expect([health(), recorded]).toEqual([[], []])
  })
})
