import type { Performance } from '../../report/report.ts'

export type Measured = Readonly<
  Pick<Performance, 'ttfb_ms' | 'page_size_kb' | 'gzip'> & {
    /** Null where the transport cannot tell; the others then share its weight. */
    http2: boolean | null
  }
>

/**
 * How much each part counts, and what is good: `p10` scores 0.9, `median` 0.5, as Lighthouse does.
 * TTFB: web.dev calls up to 800 ms good and from 1,800 ms poor. Size: of the document alone, after
 * decompression; ours.
 */
export const WEIGHTS = { ttfb: 50, size: 30, http2: 10, gzip: 10 } as const
export const CURVES = {
  ttfb: { p10: 800, median: 1800 },
  size: { p10: 150, median: 600 },
} as const

/** 0 (worst) to 100, a whole number. */
export function performanceScore({ ttfb_ms, page_size_kb, http2, gzip }: Measured): number {
  const parts: readonly (readonly [weight: number, score: number])[] = [
    [WEIGHTS.ttfb, logNormalScore(ttfb_ms, CURVES.ttfb)],
    [WEIGHTS.size, logNormalScore(page_size_kb, CURVES.size)],
    [http2 === null ? 0 : WEIGHTS.http2, Number(http2)],
    [WEIGHTS.gzip, Number(gzip)],
  ]
  const weights = parts.reduce((sum, [weight]) => sum + weight, 0)
  const weighted = parts.reduce((sum, [weight, score]) => sum + weight * score, 0)
  return Math.round((100 * weighted) / weights)
}

/** z of the standard normal distribution where 90 % lie below. */
const Z_90 = 1.2815515655446004

/** Share of a log-normal distribution that is worse than `value`: 1 for 0, falling towards 0. */
export function logNormalScore(
  value: number,
  { p10, median }: Readonly<{ p10: number; median: number }>,
): number {
  if (value <= 0) return 1
  const z = (Z_90 * Math.log(value / median)) / Math.log(median / p10)
  return (1 - erf(z / Math.SQRT2)) / 2
}

/** Error function; Abramowitz and Stegun 7.1.26, off by less than 1.5e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const terms = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
  const polynomial = terms.reduce((sum, term) => sum * t + term, 0) * t
  return Math.sign(x) * (1 - polynomial * Math.exp(-x * x))
}
