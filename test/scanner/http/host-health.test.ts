import { describe, expect, test } from 'vitest'

import type { Exchange } from '../../../src/scanner/http/exchange.ts'
import { isRefusal } from '../../../src/scanner/http/back-off.ts'
import { HostHealth, retryAfterMs } from '../../../src/scanner/http/host-health.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const HOUR_MS = 3_600_000

const seen = (url: string, status: number, elapsedMs = 0, after?: string): Exchange => ({
  request: { method: 'GET', url: new URL(url), headers: new Headers() },
  response: {
    status,
    headers: new Headers(after === undefined ? {} : { 'retry-after': after }),
    body: '',
    truncated: false,
    elapsedMs,
  },
})

describe('retryAfterMs', () => {
  test.each<[string, number | null]>([
    ['0', 0],
    ['5', 5000],
    ['  7 ', 7000],
    ['3600', HOUR_MS],
    ['3601', HOUR_MS],
    ['999999999', HOUR_MS],
    ['9999999999999', null],
    ['-1', null],
    ['1.5', null],
    ['soon', null],
    ['in 5 minutes', null],
    ['2026-11-20', null],
    ['', null],
    ['Fri, 20 Nov 2026 10:00:30 GMT', 30_000],
    ['Friday, 20-Nov-26 10:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 09:59:59 GMT', 0],
    ['Fri, 27 Nov 2026 10:00:00 GMT', HOUR_MS],
  ])('%j: %s', (text, expected) => {
    expect(retryAfterMs(new Headers({ 'retry-after': text }), NOW)).toBe(expected)
  })

  test('nothing asked for is null, and a date needs a clock', () => {
    expect(retryAfterMs(new Headers(), NOW)).toBeNull()
    const date = new Headers({ 'retry-after': 'Fri, 20 Nov 2026 10:00:30 GMT' })
    expect(retryAfterMs(date, null)).toBeNull()
    expect(retryAfterMs(new Headers({ 'retry-after': '5' }), null)).toBe(5000)
  })
})

describe('HostHealth', () => {
  test('keeps origins apart and counts by kind', () => {
    const health = new HostHealth()
    health.answered(seen('https://shop.test/a', 200, 100), false)
    health.answered(seen('https://shop.test/b', 404, 300), false)
    health.answered(seen('https://shop.test:8443/', 429, 10, '3'), true)
    health.unanswered('https://shop.test')
    expect(health.take()).toEqual([
      {
        origin: 'https://shop.test',
        requests: 3,
        refusals: 0,
        connectFailures: 1,
        retryAfterMs: null,
        meanLatencyMs: 200,
      },
      {
        origin: 'https://shop.test:8443',
        requests: 1,
        refusals: 1,
        connectFailures: 0,
        retryAfterMs: 3000,
        meanLatencyMs: 10,
      },
    ])
  })

  test.each<[string, readonly (readonly [number, string?])[], number, number | null]>([
    [
      'the longest wait counts',
      [
        [429, '3'],
        [503, '9'],
        [429, '1'],
      ],
      3,
      9000,
    ],
    ['a refusal without a wait', [[429], [503]], 2, null],
    [
      'a wait that refuses nothing',
      [
        [200, '9'],
        [301, '9'],
        [500, '9'],
      ],
      0,
      null,
    ],
  ])('%s', (_, answers, refusals, wait) => {
    const health = new HostHealth()
    for (const [status, after] of answers)
      health.answered(seen('http://a.test/', status, 0, after), isRefusal(status))
    expect(health.take()).toMatchObject([{ refusals, retryAfterMs: wait }])
  })

  test('a host that never answers has no latency', () => {
    const health = new HostHealth()
    health.unanswered('http://a.test')
    expect(health.take()).toMatchObject([{ requests: 1, connectFailures: 1, meanLatencyMs: null }])
  })

  test('what was taken is not told again', () => {
    const health = new HostHealth()
    health.answered(seen('http://a.test/', 429, 40, '7'), true)
    health.take()
    expect(health.take()).toEqual([])
    health.answered(seen('http://a.test/', 200, 20), false)
    expect(health.take()).toMatchObject([
      { requests: 1, refusals: 0, retryAfterMs: null, meanLatencyMs: 20 },
    ])
  })
})
