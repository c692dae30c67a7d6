import { describe, expect, it } from 'vitest'

import type { SeenRequest } from '../../../src/scanner/browser/page.ts'
import {
  blockingTime,
  labHttp2,
  labValuesOf,
  layoutShift,
  Timings,
} from '../../../src/scanner/perf/lab-values.ts'

const NOTHING = {
  navigation: [],
  resource: [],
  paint: [],
  'largest-contentful-paint': [],
  'layout-shift': [],
  longtask: [],
}
const timings = (over: Readonly<Record<string, unknown>> = {}) =>
  Timings.parse({ ...NOTHING, ...over })
const shiftsOf = (...rows: readonly (readonly [startTime: number, value: number])[]) =>
  timings({ 'layout-shift': rows.map(([startTime, value]) => ({ startTime, value })) })[
    'layout-shift'
  ]

describe('layoutShift', () => {
  it.each([
    ['none', shiftsOf(), 0],
    ['one session', shiftsOf([100, 0.1], [900, 0.2]), 0.3],
    ['the worst of two', shiftsOf([100, 0.1], [1100, 0.25], [1200, 0.05]), 0.3],
    [
      'a session of five seconds at most',
      shiftsOf(...Array.from({ length: 8 }, (_, index) => [index * 900, 0.1] as const)),
      0.6,
    ],
  ])('%s', (_, shifts, sum) => {
    expect(layoutShift(shifts)).toBeCloseTo(sum, 6)
  })
  it('leaves out what input caused', () => {
    const row = { startTime: 1, value: 0.4, hadRecentInput: true }
    expect(layoutShift(timings({ 'layout-shift': [row] })['layout-shift'])).toBe(0)
  })
})

it('counts of long tasks what blocks after the first paint', () => {
  const tasks = [
    { startTime: 0, duration: 300 },
    { startTime: 80, duration: 170 },
    { startTime: 500, duration: 60 },
    { startTime: 700, duration: 50 },
  ]
  expect(blockingTime(timings({ longtask: tasks }).longtask, 100)).toBe(150 + 100 + 10)
})

describe('labValuesOf', () => {
  it('says nothing of a page that painted nothing', () => {
    const nothing = { fcp_ms: null, lcp_ms: null, cls: null, tbt_ms: null, score: null }
    expect(labValuesOf(timings(), [])).toEqual({ ...nothing, waterfall: [] })
  })
  it('takes the first paint, the last of the largest, and the requests that left', () => {
    const request = (url: string, over: Partial<SeenRequest> = {}): SeenRequest => ({
      method: 'GET',
      url,
      kind: 'script',
      body: null,
      status: 200,
      isRefused: false,
      bytes: 100,
      startMs: 10.4,
      endMs: 50.6,
      ...over,
    })
    const seen = timings({
      paint: [
        { name: 'first-paint', startTime: 90 },
        { name: 'first-contentful-paint', startTime: 120 },
      ],
      'largest-contentful-paint': [{ startTime: 120 }, { startTime: 340 }],
      resource: [{ name: 'https://a.test/a.js', startTime: 12, responseStart: 32 }],
    })
    const values = labValuesOf(seen, [
      request('https://a.test/', { kind: 'document' }),
      request('https://a.test/a.js'),
      request('https://b.test/b.js', { isRefused: true, status: null }),
      request('https://a.test/frame', { kind: 'document', endMs: null, bytes: null }),
    ])
    expect(values).toMatchObject({ fcp_ms: 120, lcp_ms: 340, cls: 0, tbt_ms: 0, score: 100 })
    expect(values.waterfall).toEqual([
      expect.objectContaining({ kind: 'document', start_ms: 10, first_byte_ms: null, end_ms: 51 }),
      expect.objectContaining({ kind: 'script', start_ms: 10, first_byte_ms: 30, end_ms: 51 }),
      expect.objectContaining({ kind: 'frame', start_ms: 10, end_ms: 10, sent_bytes: null }),
    ])
  })
})

it.each([
  ['h2', true],
  ['http/1.1', false],
  ['', null],
])('a document over %j: HTTP/2 %s', (nextHopProtocol, expected) => {
  expect(labHttp2(timings({ navigation: [{ startTime: 0, nextHopProtocol }] }))).toBe(expected)
})

it('takes nothing from a page that makes things up', () => {
  expect(Timings.safeParse({ ...NOTHING, paint: [{ startTime: 'soon' }] }).success).toBe(false)
  expect(Timings.safeParse('no').success).toBe(false)
})
