import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { LIMITS } from '../../../src/limits.ts'
import { isProbeError, ProbeError } from '../../../src/scanner/http/exchange.ts'
import type { ProbeFailure } from '../../../src/scanner/http/exchange.ts'
import { answer, get, outcome, refusal, setup, type Setup } from '../../support/sending.ts'

describe('what stands before a request', () => {
  const aborted = AbortSignal.abort()
  const none = { maxRequests: 0 }
  const barred = { refused: true, excludedPaths: ['/admin'] }
  // Each row breaks its own rule and all that come after it.
  test.each<[string, Setup, string, number]>([
    ['aborted', { ...barred, ...none, signal: aborted }, 'https://other.test/admin', 0],
    ['budget', { ...barred, ...none }, 'https://other.test/admin', 0],
    ['out_of_scope', barred, 'https://other.test/admin', 0],
    ['excluded', barred, '/admin/users', 0],
    ['refused_by_guard', barred, '/', 1],
  ])('%s comes first', async (kind, given, url, asked) => {
    const { send, ...seen } = setup({ ...given, delayMs: 1000 })
    expect(await outcome(send(get(url)))).toBe(kind)
    expect(seen.asked).toHaveLength(asked)
    expect([seen.sent, seen.spent(), seen.pacer.lastStartAt(), seen.health()]).toEqual([
      [],
      0,
      null,
      [],
    ])
  })

  test('the guard is asked about every URL, before its turn comes', async () => {
    const { send, clock, asked, sent } = setup({ delayMs: 1000 })
    const sending = [send(get('/a')), send(get('/b'))]
    await clock.advance(0)
    expect(asked).toEqual(['target https://shop.test/a', 'target https://shop.test/b'])
    expect(sent).toHaveLength(1)
    await clock.advance(1000)
    expect((await Promise.all(sending)).map(({ response }) => response.status)).toEqual([200, 200])
    expect(sent.map(({ at }) => at)).toEqual([0, 1000])
  })

  test('an abort reaches those that wait for their turn', async () => {
    const stop = new AbortController()
    const { send, clock, sent } = setup({ delayMs: 1000, signal: stop.signal })
    const outcomes = [outcome(send(get('/a'))), outcome(send(get('/b')))]
    await clock.advance(10)
    stop.abort()
    expect(await Promise.all(outcomes)).toEqual([200, 'aborted'])
    expect(sent).toHaveLength(1)
  })
})

describe('the budget', () => {
  test('is never exceeded, however many send at once and however often they must wait', async () => {
    const reply = fc.constantFrom(answer(), refusal('1'), refusal('9'), answer(503))
    const failed = new ProbeError('timeout', 'No answer.')
    const scene = fc.record({
      maxRequests: fc.integer({ min: 0, max: 8 }),
      inFlight: fc.integer({ min: 1, max: 5 }),
      takesMs: fc.integer({ min: 0, max: 300 }),
      replies: fc.array(fc.oneof(reply, fc.constant(failed)), { minLength: 1, maxLength: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(scene, fc.integer({ min: 0, max: 15 }), async (given, count) => {
        const { send, clock, sent, spent } = setup(given)
        const outcomes = Array.from({ length: count }, (_, n) => outcome(send(get(`/${n}`))))
        await clock.advance(400_000)
        const kinds = await Promise.all(outcomes)
        expect(sent.length).toBeLessThanOrEqual(given.maxRequests)
        expect(spent()).toBe(sent.length)
        // Nobody is told of the budget's end before it is used up.
        const least = kinds.includes('budget') ? given.maxRequests : count
        expect(sent.length).toBeGreaterThanOrEqual(least)
      }),
      { numRuns: 60 },
    )
  })

  test('lets through exactly as many as are left', async () => {
    const { send, clock } = setup({ maxRequests: 3, takesMs: 50 })
    const outcomes = Array.from({ length: 5 }, (_, n) => outcome(send(get(`/${n}`))))
    await clock.advance(100)
    expect(await Promise.all(outcomes)).toEqual([200, 200, 200, 'budget', 'budget'])
  })

  test('an unanswered request counts too', async () => {
    const replies = [new ProbeError('unreachable', 'Refused.'), answer()]
    const { send, spent } = setup({ maxRequests: 1, replies })
    expect([await outcome(send(get('/'))), await outcome(send(get('/')))]).toEqual([
      'unreachable',
      'budget',
    ])
    expect(spent()).toBe(1)
  })
})

describe('what is sent along', () => {
  test.each<[string, HeadersInit, HeadersInit, Record<string, string | null>]>([
    ['who we are', {}, {}, { 'user-agent': 'Palisade/1', 'x-scan-id': 'scan-1' }],
    ['the login', { cookie: 'sid=1' }, {}, { cookie: 'sid=1', 'x-scan-id': 'scan-1' }],
    ['the name a user asked for', { 'user-agent': 'Acme' }, {}, { 'user-agent': 'Acme' }],
    ['the scan, whatever the user says', { 'x-scan-id': 'x' }, {}, { 'x-scan-id': 'scan-1' }],
    ['what the check tests', { cookie: 'sid=1' }, { cookie: 'sid=2' }, { cookie: 'sid=2' }],
    ['no login where none is', {}, {}, { cookie: null, authorization: null }],
  ])('%s', async (_, credentials, own, expected) => {
    const { send, sent } = setup({ credentials: new Headers(credentials) })
    await send(get('/', own))
    const headers = sent[0]?.request.headers
    for (const [name, value] of Object.entries(expected)) expect(headers?.get(name)).toBe(value)
  })

  test('the given request stays as it was, and the record shows what left', async () => {
    const { send, recorded } = setup({ credentials: new Headers({ cookie: 'sid=1' }) })
    const request = get('/')
    const exchange = await send(request)
    expect([...request.headers]).toEqual([])
    expect(exchange.request.headers.get('cookie')).toBe('sid=1')
    expect(recorded).toEqual([exchange])
  })

  test('the bounds of an answer, and a signal that the scan can pull', async () => {
    const stop = new AbortController()
    const { send, sent } = setup({ signal: stop.signal })
    await send(get('/'))
    expect(sent[0]?.options.maxBytes).toBe(LIMITS.responseBytes)
    expect(sent[0]?.options.signal.aborted).toBe(false)
    stop.abort()
    expect(sent[0]?.options.signal.aborted).toBe(true)
  })
})

describe('a conversation of bytes', () => {
  const hello = Uint8Array.of(1)
  const talkTo = (made: ReturnType<typeof setup>, url = 'https://shop.test/') =>
    made.talk(new URL(url), hello, (got) => got.length === 2)

  test('is asked of the guard, counted, and read until it is done', async () => {
    const made = setup()
    expect(await talkTo(made)).toEqual(Uint8Array.of(2, 3))
    expect(made.asked).toEqual(['target https://shop.test/'])
    expect(made.dialed).toEqual([{ hosts: ['shop.test'], port: 443, tls: null }])
    expect(made.spent()).toBe(1)
  })

  test.each<[string, Parameters<typeof setup>[0], string, ProbeFailure]>([
    ['out of scope', {}, 'https://other.test/', 'out_of_scope'],
    ['refused by the guard', { refused: true }, 'https://shop.test/', 'refused_by_guard'],
    ['beyond the budget', { maxRequests: 0 }, 'https://shop.test/', 'budget'],
  ])('is not begun when it is %s', async (_, given, url, kind) => {
    const made = setup(given)
    const failure = await talkTo(made, url).catch((error: unknown) => error)
    expect(failure).toMatchObject({ kind })
    expect(made.dialed).toEqual([])
  })
})

describe('a raw target', () => {
  test.each<[string, ProbeFailure | 200]>([
    ['/a/../b', 200],
    ['*', 200],
    ['/admin/../x', 'excluded'],
    ['/x/..;/%61dmin/y', 'excluded'],
    ['/x/../admin/y?z', 'excluded'],
    ['http://other.test/', 'out_of_scope'],
    ['other.test:443', 'out_of_scope'],
  ])('%s is held to the scope: %s', async (target, expected) => {
    const { send, sent } = setup({ excludedPaths: ['/admin'] })
    expect(await outcome(send({ ...get('/'), wire: { target } }))).toBe(expected)
    expect(sent).toHaveLength(expected === 200 ? 1 : 0)
  })
})

describe('what a browser may send itself', () => {
  const admitted = (made: ReturnType<typeof setup>, url = 'https://shop.test/a.js') =>
    made.admit(new URL(url)).then(
      (headers) => Object.fromEntries(headers),
      (error: unknown) => (isProbeError(error) ? error.kind : 'threw something else'),
    )

  test('passes the guard, counts, and carries who asks and what logs in', async () => {
    const made = setup({ credentials: new Headers({ cookie: 'sid=1', 'x-own': 'a' }) })
    expect(await admitted(made)).toMatchObject({
      'user-agent': 'Palisade/1',
      'x-scan-id': 'scan-1',
      cookie: 'sid=1',
      'x-own': 'a',
    })
    expect(made.asked).toEqual(['target https://shop.test/a.js'])
    expect([made.spent(), made.sent]).toEqual([1, []])
  })

  test.each<[string, Setup, string, string]>([
    ['another origin', {}, 'https://cdn.test/a.js', 'out_of_scope'],
    ['an excluded path', { excludedPaths: ['/a'] }, 'https://shop.test/%61.js', 'excluded'],
    ['a spent budget', { maxRequests: 0 }, 'https://shop.test/a.js', 'budget'],
    ['an aborted unit', { signal: AbortSignal.abort() }, 'https://shop.test/a.js', 'aborted'],
    ['what the guard refuses', { refused: true }, 'https://shop.test/a.js', 'refused_by_guard'],
  ])('not %s', async (_, given, url, kind) => {
    expect(await admitted(setup(given), url)).toBe(kind)
  })
})
