import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isStable } from '../../../src/scanner/http/baseline.ts'
import { isBlocked, voidsDifferential } from '../../../src/scanner/http/blocked.ts'
import { makeComparer, similarity, withoutPayload } from '../../../src/scanner/http/compare.ts'
import type { Exchange } from '../../../src/scanner/http/exchange.ts'
import { cpuMs } from '../../support/cpu.ts'

const answer = (
  body: string,
  more: { status?: number; headers?: Record<string, string> } = {},
): Exchange => ({
  request: {
    method: 'GET',
    url: new URL('https://shop.example/item?id=1'),
    headers: new Headers(),
  },
  response: {
    status: more.status ?? 200,
    headers: new Headers(more.headers),
    body,
    truncated: false,
    elapsedMs: 1,
  },
})

const row = (id: number) => `<tr><td>${id}</td><td>Lamp number ${id}</td></tr>`
const page = (rows: number[], extra = '') =>
  `<html><head><title>Shop</title></head><body><h1>Lamps</h1>${extra}<table>${rows.map(row).join('')}</table><p>All prices with tax.</p></body></html>`

describe('similarity', () => {
  it('is 1 for itself, 0 to 1 for anything, and the same both ways', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const [left, right] = [answer(a), answer(b)]
        const value = similarity(left, right)
        expect(similarity(left, answer(a))).toBe(1)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        expect(similarity(right, left)).toBeCloseTo(value, 9)
      }),
    )
  })

  it('puts a lost row below an equal page and an other page far below', () => {
    const full = answer(page([1, 2, 3]))
    const less = similarity(full, answer(page([1, 2])))
    const other = similarity(full, answer('<html><body><h2>Nothing found</h2></body></html>'))
    expect(less).toBeLessThan(0.97)
    expect(other).toBeLessThan(less)
  })

  it('never calls answers of other status or other Location the same', () => {
    const body = page([1])
    expect(similarity(answer(body), answer(body, { status: 500 }))).toBeLessThanOrEqual(0.5)
    const to = (location: string) => answer('', { status: 302, headers: { location } })
    expect(similarity(to('/a'), to('/b'))).toBeLessThanOrEqual(0.5)
    expect(similarity(to('/a'), to('/a'))).toBe(1)
  })

  it('reads 200 kB quickly', async () => {
    const big = page(Array.from({ length: 4000 }, (_, index) => index))
    expect(await cpuMs(() => similarity(answer(big), answer(`${big} `)))).toBeLessThan(1000)
  })
})

describe('a comparer', () => {
  const clock = (time: string, rows: number[]) =>
    answer(page(rows, `<p>It is ${time} o'clock</p><input name=csrf value="${time}x9">`))
  const baseline = { first: clock('10:00:01', [1, 2]), second: clock('10:00:02', [1, 2]) }

  it('leaves out what changes by itself, and only that', () => {
    const comparer = makeComparer(baseline)
    expect(comparer.self).toBe(1)
    expect(comparer.similarityTo(clock('10:17:44', [1, 2]))).toBe(1)
    expect(comparer.similarityTo(clock('10:17:44', [1]))).toBeLessThan(0.97)
    expect(isStable(baseline)).toBe(true)
  })

  it('leaves out the payload that a page repeats, however it is spelt', () => {
    const payload = `1' AND "2"='2`
    const echoes = [
      payload,
      '1&#39; AND &quot;2&quot;=&#39;2',
      encodeURIComponent(payload),
      encodeURIComponent(payload).replaceAll('%20', '+'),
    ]
    const comparer = makeComparer({
      first: answer(page([1], '<p>You asked for </p>')),
      second: answer(page([1], '<p>You asked for </p>')),
    })
    for (const echo of echoes) {
      const seen = answer(page([1], `<p>You asked for ${echo}</p>`))
      expect(comparer.similarityTo(seen, payload)).toBe(1)
    }
    expect(withoutPayload(answer('abc'), '').response.body).toBe('abc')
  })

  it('calls a page of random content unstable', () => {
    const noise = (seed: number) =>
      answer(Array.from({ length: 40 }, (_, index) => `<p>${(index + 3) * seed}q</p>`).join(''))
    expect(isStable({ first: noise(7919), second: noise(104_729) })).toBe(false)
  })
})

describe('block pages', () => {
  const plain = answer('<p>ok</p>')
  it.each([
    ['429', answer('', { status: 429 }), true],
    ['a filter page', answer('<h1>Access Denied</h1>', { status: 403 }), true],
    ['503 with Retry-After', answer('', { status: 503, headers: { 'retry-after': '5' } }), true],
    ['a plain 403 of the application', answer('Only for members', { status: 403 }), false],
    ['a page about captchas', answer('<p>What a captcha is</p>'), false],
    ['an application error', answer('error', { status: 500 }), false],
    ['a filter with 405', answer('Your request has been blocked.', { status: 405 }), true],
    ['an application with 405', answer('Method not allowed', { status: 405 }), false],
  ])('%s', (_, exchange, expected) => {
    expect(isBlocked(exchange)).toBe(expected)
  })

  it('voids what only the payload got refused', () => {
    const refused = answer('Only for members', { status: 403 })
    expect(voidsDifferential(refused, { first: plain, second: plain })).toBe(true)
    expect(voidsDifferential(refused, { first: refused, second: refused })).toBe(false)
    const unknown = answer('Method not allowed', { status: 405 })
    expect(voidsDifferential(unknown, { first: plain, second: plain })).toBe(false)
    expect(voidsDifferential(answer('no', { status: 404 }), { first: plain, second: plain })).toBe(
      false,
    )
  })
})
