import type { LabValues } from '../../report/performance.ts'
import type { Performance } from '../../report/report.ts'

export type Measured = Readonly<
  Pick<Performance, 'ttfb_ms' | 'page_size_kb' | 'gzip'> & {
    /** Null where the transport cannot tell; the others then share its weight. */
    http2: boolean | null
    /** The page and what it names on its own site, as sent. */
    total_kb: number
  }
>
export type LabMeasured = Pick<LabValues, 'fcp_ms' | 'lcp_ms' | 'cls' | 'tbt_ms'>
export type Curve = Readonly<{ p10: number; median: number }>

/**
 * What is good: `p10` scores 0.9, `median` 0.5, as Lighthouse does. TTFB: web.dev calls up to 800 ms
 * good and from 1,800 ms poor. Total: Lighthouse, `total-byte-weight` (2,667 and 4,000 KiB). Size, of
 * the document alone after decompression: ours. Lab values: Lighthouse's points for desktops, since
 * nothing is throttled here.
 */
export const CURVES = {
  ttfb: { p10: 800, median: 1800 },
  size: { p10: 150, median: 600 },
  total: { p10: 2731, median: 4096 },
  fcp: { p10: 934, median: 1600 },
  lcp: { p10: 1200, median: 2400 },
  tbt: { p10: 150, median: 350 },
  cls: { p10: 0.1, median: 0.25 },
} as const satisfies Record<string, Curve>
/** How much each part counts. */
export const WEIGHTS = { ttfb: 50, size: 20, total: 10, http2: 10, gzip: 10 } as const
/** Lighthouse 10's, without its Speed Index, which needs a film of the page. */
export const LAB_WEIGHTS = { fcp: 10, lcp: 25, tbt: 30, cls: 25 } as const

type Part = readonly [weight: number, score: number | null]

/** 0 (worst) to 100, a whole number. */
export const performanceScore = (measured: Measured): number =>
  weigh([
    [WEIGHTS.ttfb, logNormalScore(measured.ttfb_ms, CURVES.ttfb)],
    [WEIGHTS.size, logNormalScore(measured.page_size_kb, CURVES.size)],
    [WEIGHTS.total, logNormalScore(measured.total_kb, CURVES.total)],
    [WEIGHTS.http2, measured.http2 === null ? null : Number(measured.http2)],
    [WEIGHTS.gzip, Number(measured.gzip)],
  ]) ?? 0

/** The same of what a browser measured; null where it measured nothing. */
export const labScore = ({ fcp_ms, lcp_ms, tbt_ms, cls }: LabMeasured): number | null =>
  weigh([
    [LAB_WEIGHTS.fcp, scoreOf(fcp_ms, CURVES.fcp)],
    [LAB_WEIGHTS.lcp, scoreOf(lcp_ms, CURVES.lcp)],
    [LAB_WEIGHTS.tbt, scoreOf(tbt_ms, CURVES.tbt)],
    [LAB_WEIGHTS.cls, scoreOf(cls, CURVES.cls)],
  ])

/** What is not known leaves its weight to the others; null where nothing is. */
function weigh(parts: readonly Part[]): number | null {
  const known = parts.filter((part): part is [number, number] => part[1] !== null)
  const weights = known.reduce((sum, [weight]) => sum + weight, 0)
  const weighted = known.reduce((sum, [weight, score]) => sum + weight * score, 0)
  return weights === 0 ? null : Math.round((100 * weighted) / weights)
}

const scoreOf = (value: number | null, curve: Curve): number | null =>
  value === null ? null : logNormalScore(value, curve)

/** z of the standard normal distribution where 90 % lie below. */
const Z_90 = 1.2815515655446004

/** Share of a log-normal distribution that is worse than `value`: 1 for 0, falling towards 0. */
export function logNormalScore(value: number, { p10, median }: Curve): number {
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
