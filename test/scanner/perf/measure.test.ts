import { describe, expect, it } from 'vitest'
import {
  type Exchange,
  type ProbeFailure,
  ProbeError,
  type Send,
} from '../../../src/scanner/http/exchange.ts'
import { measurePerformance, SAMPLES } from '../../../src/scanner/perf/measure.ts'
import { performanceScore } from '../../../src/scanner/perf/score.ts'
import { answer } from '../crawl/answer.ts'

const TARGET = new URL('https://shop.test/')
const FACTS = { dnsMs: 12.4, http2: true }
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

describe('measurePerformance', () => {
  it('takes the median of several requests to the target', async () => {
    const times = [900, 100, 130.4, 120, 80]
    const { send, sent } = sender(
      ...times.map((elapsedMs) => answer('é'.repeat(7000), { ...KNOWN, elapsedMs })),
    )
    const result = await measurePerformance({ send, target: TARGET, facts: FACTS })
    expect(sent.map(String)).toEqual(Array.from({ length: SAMPLES }, () => TARGET.href))
    const expected = { ttfb_ms: 120, page_size_kb: 14, http2: true, gzip: true }
    expect(result).toEqual({
      dns_ms: 12,
      ...expected,
      performance_score: performanceScore(expected),
      notes: [],
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
    expect(await measurePerformance({ send, target: TARGET, facts: FACTS })).toMatchObject({ gzip })
  })
  it('notes what is not known', async () => {
    const { send } = sender(answer('', { status: 503 }))
    const facts = { dnsMs: null, http2: null }
    const result = await measurePerformance({ send, target: TARGET, facts })
    expect(result).toMatchObject({ dns_ms: 0, http2: false })
    expect(result.notes).toEqual([
      'The target answered 503; that answer was measured.',
      'The transport does not show the HTTP version; http2 is not scored.',
      'The time of name resolution is not known; dns_ms is 0.',
    ])
    expect(result.performance_score).toBe(89)
  })
  it('goes on after a request without answer, and says so', async () => {
    const { send, sent } = sender('timeout', answer('', { ...KNOWN, elapsedMs: 50 }))
    const result = await measurePerformance({ send, target: TARGET, facts: FACTS })
    expect(sent).toHaveLength(SAMPLES)
    expect(result).toMatchObject({
      ttfb_ms: 50,
      notes: [`1 of ${SAMPLES} requests got no answer.`],
    })
  })
  it('says that a page was cut', async () => {
    const cut = answer('x')
    const { send } = sender({ ...cut, response: { ...cut.response, truncated: true } })
    const { notes } = await measurePerformance({ send, target: TARGET, facts: FACTS })
    expect(notes).toEqual(['The page is larger than what is read; the size is a lower bound.'])
  })
  it('fails when nothing answers', async () => {
    const { send, sent } = sender('unreachable')
    const measuring = measurePerformance({ send, target: TARGET, facts: FACTS })
    await expect(measuring).rejects.toMatchObject({ kind: 'unreachable' })
    expect(sent).toHaveLength(SAMPLES)
  })
  it.each(['aborted', 'budget', 'unit_time', 'out_of_scope'] as const)(
    'stops at once when %s',
    async (kind) => {
      const { send, sent } = sender(answer('', KNOWN), kind)
      const measuring = measurePerformance({ send, target: TARGET, facts: FACTS })
      await expect(measuring).rejects.toMatchObject({ kind })
      expect(sent).toHaveLength(2)
    },
  )
})
