import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CURVES,
  LAB_WEIGHTS,
  labScore,
  logNormalScore,
  type Measured,
  performanceScore,
  WEIGHTS,
} from '../../../src/scanner/perf/score.ts'

const BEST: Measured = { ttfb_ms: 0, page_size_kb: 0, total_kb: 0, http2: true, gzip: true }
const WORST: Measured = {
  ttfb_ms: 600_000,
  page_size_kb: 1e7,
  total_kb: 1e7,
  http2: false,
  gzip: false,
}
const measured = fc.record({
  ttfb_ms: fc.nat({ max: 60_000 }),
  page_size_kb: fc.nat({ max: 20_000 }),
  total_kb: fc.nat({ max: 60_000 }),
  http2: fc.constantFrom(true, false, null),
  gzip: fc.boolean(),
})

describe('performanceScore', () => {
  it('is 100 at best and 0 at worst', () => {
    expect(performanceScore(BEST)).toBe(100)
    expect(performanceScore(WORST)).toBe(0)
    expect(performanceScore({ ...BEST, http2: null })).toBe(100)
  })
  it.each<readonly [Partial<Measured>, number]>([
    [{ ttfb_ms: CURVES.ttfb.p10 }, 95],
    [{ ttfb_ms: CURVES.ttfb.median }, 75],
    [{ page_size_kb: CURVES.size.median }, 90],
    [{ total_kb: CURVES.total.p10 }, 99],
    [{ total_kb: CURVES.total.median }, 95],
    [{ gzip: false }, 90],
    [{ http2: false }, 90],
    [{ http2: null, gzip: false }, 89],
  ])('%j of an otherwise perfect page: %i', (change, score) => {
    expect(performanceScore({ ...BEST, ...change })).toBe(score)
  })
  it('weighs to 100', () => {
    expect(Object.values<number>(WEIGHTS).reduce((a, b) => a + b)).toBe(100)
  })
  it('is a whole number from 0 to 100 that never rises when something gets worse', () => {
    const more = fc.nat({ max: 30_000 })
    fc.assert(
      fc.property(measured, more, more, (value, slower, larger) => {
        const score = performanceScore(value)
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
        const worse: readonly Measured[] = [
          { ...value, ttfb_ms: value.ttfb_ms + slower },
          { ...value, page_size_kb: value.page_size_kb + larger },
          { ...value, total_kb: value.total_kb + larger },
          { ...value, gzip: false },
          { ...value, http2: value.http2 === null ? null : false },
        ]
        for (const change of worse) expect(performanceScore(change)).toBeLessThanOrEqual(score)
      }),
    )
  })
})

describe('labScore', () => {
  const NONE = { fcp_ms: null, lcp_ms: null, cls: null, tbt_ms: null }
  const value = fc.option(fc.double({ min: 0, max: 20_000, noNaN: true }))
  it('says nothing of nothing, and weighs what is known', () => {
    expect(labScore(NONE)).toBeNull()
    expect(labScore({ fcp_ms: 0, lcp_ms: 0, cls: 0, tbt_ms: 0 })).toBe(100)
    expect(labScore({ ...NONE, lcp_ms: CURVES.lcp.median })).toBe(50)
    const { lcp, cls } = LAB_WEIGHTS
    const half = Math.round((100 * (lcp / 2 + cls)) / (lcp + cls))
    expect(labScore({ ...NONE, lcp_ms: CURVES.lcp.median, cls: 0 })).toBe(half)
  })
  it('never rises when a value gets worse', () => {
    const values = fc.record({ fcp_ms: value, lcp_ms: value, cls: value, tbt_ms: value })
    const key = fc.constantFrom('fcp_ms', 'lcp_ms', 'cls', 'tbt_ms')
    fc.assert(
      fc.property(values, key, fc.nat({ max: 10_000 }), (before, worse, by) => {
        const after = { ...before, [worse]: (before[worse] ?? 0) + by }
        const known = { ...before, [worse]: before[worse] ?? 0 }
        expect(labScore(after) ?? 0).toBeLessThanOrEqual(labScore(known) ?? 0)
      }),
    )
  })
})

describe('logNormalScore', () => {
  it('goes through its two points', () => {
    const curve = { p10: 800, median: 1800 }
    expect(logNormalScore(800, curve)).toBeCloseTo(0.9, 6)
    expect(logNormalScore(1800, curve)).toBeCloseTo(0.5, 6)
    expect(logNormalScore(0, curve)).toBe(1)
  })
})
