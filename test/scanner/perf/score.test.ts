import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CURVES,
  logNormalScore,
  type Measured,
  performanceScore,
  WEIGHTS,
} from '../../../src/scanner/perf/score.ts'

const BEST: Measured = { ttfb_ms: 0, page_size_kb: 0, http2: true, gzip: true }
const WORST: Measured = { ttfb_ms: 600_000, page_size_kb: 1e7, http2: false, gzip: false }
const measured = fc.record({
  ttfb_ms: fc.nat({ max: 60_000 }),
  page_size_kb: fc.nat({ max: 20_000 }),
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
    [{ page_size_kb: CURVES.size.median }, 85],
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
          { ...value, gzip: false },
          { ...value, http2: value.http2 === null ? null : false },
        ]
        for (const change of worse) expect(performanceScore(change)).toBeLessThanOrEqual(score)
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
