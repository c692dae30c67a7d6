import { describe, expect, it } from 'vitest'
import {
  type Exchange,
  type ProbeFailure,
  ProbeError,
  type Send,
} from '../../../src/scanner/http/exchange.ts'
import type { Facts, Lab } from '../../../src/scanner/perf/judge.ts'
import { measurePerformance } from '../../../src/scanner/perf/measure.ts'
import { SAMPLES } from '../../../src/scanner/perf/sample.ts'
import { performanceScore } from '../../../src/scanner/perf/score.ts'
import { answer } from '../crawl/answer.ts'

const TARGET = new URL('https://shop.test/')
const FACTS = { dnsMs: 12.4, http2: true }
/** The way to the page, the samples, and the question for Brotli. */
const REQUESTS = 1 + SAMPLES + 1
const KNOWN = { headers: { 'content-encoding': 'gzip' } }

/** Answers, or fails, in the order given; the last one again and again. */
function sender(...replies: (Exchange | ProbeFailure)[]): Readonly<{ send: Send; sent: URL[] }> {
  const sent: URL[] = []
  const send: Send = async ({ url }) => {
    const reply = replies[Math.min(sent.length, replies.length - 1)]
    sent.push(url)
    if (typeof reply === 'object') return reply
    throw new ProbeError(reply ?? 'transport', 'made to fail')
  }
  return { send, sent }
}

const measure = (send: Send, facts: Facts = FACTS, lab: Lab = { reason: 'no browser' }) =>
  measurePerformance(TARGET, {
    send,
    isOwn: ({ origin }) => origin === TARGET.origin,
    facts: async () => facts,
    lab: async () => lab,
  })

describe('measurePerformance', () => {
  it('takes the median of several requests to the target', async () => {
    const times = [1, 900, 100, 130.4, 120, 80]
    const { send, sent } = sender(
      ...times.map((elapsedMs) =>
        answer('é'.repeat(7000), { ...KNOWN, url: TARGET.href, elapsedMs }),
      ),
    )
    const result = await measure(send)
    expect(sent.map(String)).toEqual(Array.from({ length: REQUESTS }, () => TARGET.href))
    const expected = { ttfb_ms: 120, page_size_kb: 14, http2: true, gzip: true }
    expect(result).toMatchObject({
      dns_ms: 12,
      ...expected,
      performance_score: performanceScore({ ...expected, total_kb: 14 }),
      details: {
        page_url: TARGET.href,
        dns_by: 'dns_over_https',
        http2_by: 'alpn',
        ttfb_samples_ms: [900, 100, 130, 120, 80],
        bytes: 14_000,
        brotli: false,
        redirects: [],
        weights: [{ kind: 'document', requests: 1, third_party: 0, bytes: 14_000 }],
        lab: null,
        lab_reason: 'no browser',
        notes: [],
      },
    })
  })
  it.each([
    ['gzip', true],
    ['br', true],
    ['GZIP, identity', true],
    ['zstd', true],
    ['identity', false],
    ['', false],
  ])('content-encoding %j: gzip %s', async (encoding, gzip) => {
    const { send } = sender(answer('', { headers: { 'content-encoding': encoding } }))
    expect(await measure(send)).toMatchObject({ gzip })
  })
  it('notes what is not known', async () => {
    const { send } = sender(answer('', { status: 503 }))
    const result = await measure(send, { dnsMs: null, http2: null })
    expect(result).toMatchObject({ dns_ms: 0, http2: false })
    expect(result.details).toMatchObject({ dns_by: null, http2_by: null })
    expect(result.details?.notes).toEqual([
      'The target answered 503; that answer was measured.',
      'The transport does not show the HTTP version; http2 is not scored.',
      'The time of name resolution is not known; dns_ms is 0.',
    ])
    expect(result.performance_score).toBe(89)
  })
  it('believes a browser about HTTP/2 where no handshake told', async () => {
    const values = { fcp_ms: 1, lcp_ms: 1, cls: 0, tbt_ms: 0, score: 100, waterfall: [] }
    const { send } = sender(answer('', KNOWN))
    const seen = await measure(send, { dnsMs: 1, http2: null }, { values, http2: true })
    expect(seen).toMatchObject({ http2: true, details: { http2_by: 'browser', lab: values } })
    const told = await measure(send, { dnsMs: 1, http2: false }, { values, http2: true })
    expect(told).toMatchObject({ http2: false, details: { http2_by: 'alpn' } })
  })
  it('goes on after a request without answer, and says so', async () => {
    const { send, sent } = sender('timeout', 'timeout', answer('', { ...KNOWN, elapsedMs: 50 }))
    const result = await measure(send)
    expect(sent).toHaveLength(REQUESTS)
    expect(result).toMatchObject({
      ttfb_ms: 50,
      details: { notes: [`1 of ${SAMPLES} requests got no answer.`] },
    })
  })
  it('says that a page was cut', async () => {
    const cut = answer('x')
    const { send } = sender({ ...cut, response: { ...cut.response, truncated: true } })
    const { details } = await measure(send)
    expect(details?.notes).toEqual([
      'The page is larger than what is read; the size is a lower bound.',
    ])
  })
  it('fails when nothing answers', async () => {
    const { send, sent } = sender('unreachable')
    await expect(measure(send)).rejects.toMatchObject({ kind: 'unreachable' })
    expect(sent).toHaveLength(1 + SAMPLES)
  })
  it.each(['aborted', 'budget', 'unit_time', 'out_of_scope'] as const)(
    'stops at once when %s',
    async (kind) => {
      const { send, sent } = sender(answer('', KNOWN), answer('', KNOWN), kind)
      await expect(measure(send)).rejects.toMatchObject({ kind })
      expect(sent).toHaveLength(3)
    },
  )
  it.each(['budget', 'unit_time'] as const)(
    'keeps the samples when %s ends what comes after them',
    async (kind) => {
      const page = answer('<script src="/a.js"></script>', { url: TARGET.href })
      const { send } = sender(...Array.from({ length: 1 + SAMPLES }, () => page), kind)
      expect(await measure(send)).toMatchObject({
        ttfb_ms: 10,
        details: { brotli: null, resources: [{ kind: 'document' }, { status: null }] },
      })
    },
  )
  it('measures the page that redirects end on, and tells their cost', async () => {
    const end = new URL('/en/', TARGET)
    const step = answer('', {
      url: TARGET.href,
      status: 301,
      headers: { location: '/en/' },
      elapsedMs: 40,
    })
    const page = answer('<p>x</p>', { url: end.href, elapsedMs: 20 })
    const sent: string[] = []
    const result = await measure(async ({ url }) => {
      sent.push(url.pathname)
      return url.pathname === '/' ? step : page
    })
    expect(sent).toEqual(['/', ...Array.from({ length: REQUESTS }, () => '/en/')])
    expect(result.ttfb_ms).toBe(20)
    expect(result.details).toMatchObject({
      page_url: end.href,
      redirects: [{ url: TARGET.href, status: 301, ttfb_ms: 40 }],
      opportunities: [{ id: 'redirects', saves_ms: 40, basis: 'measured' }],
    })
  })
})
