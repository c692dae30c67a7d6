import type {
  LabValues,
  Opportunity,
  PerformanceDetails,
  WaterfallRow,
  Weight,
} from '../report/performance.ts'
import type { Performance } from '../report/report.ts'
import type { Fact } from './facts.ts'

/** Rows of a waterfall that a report shows; JSON has them all. */
export const WATERFALL_ROWS = 40

const yesNo = (value: boolean): string => (value ? 'yes' : 'no')

/** `1.2 kB`: a thousand bytes each. */
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

/** The six numbers, and how they came to be. */
export function performanceFacts(measured: Performance | null): readonly Fact[] {
  if (measured === null) return []
  const { details } = measured
  return [
    ['Performance score', `${measured.performance_score} of 100`],
    ['Time to first byte', `${measured.ttfb_ms} ms${details ? samplesOf(details) : ''}`],
    ['Name lookup', lookup(measured)],
    ['Page size', `${measured.page_size_kb} kB${details ? sizesOf(details) : ''}`],
    ['HTTP/2', details?.http2_by === null ? 'not known' : yesNo(measured.http2)],
    ['Compression', measured.gzip ? `yes (${details?.encoding ?? 'gzip'})` : 'no'],
    ...(details === undefined ? [] : furtherFacts(details)),
  ]
}

const samplesOf = ({ ttfb_samples_ms }: PerformanceDetails): string =>
  ` (median of ${ttfb_samples_ms.join(', ')})`

const sizesOf = ({ bytes, sent_bytes }: PerformanceDetails): string =>
  ` (${kilobytes(bytes)} decoded${sent_bytes === null ? '' : `, ${kilobytes(sent_bytes)} as sent`})`

function lookup({ dns_ms, details }: Performance): string {
  if (details === undefined) return `${dns_ms} ms`
  return details.dns_by === null ? 'not asked' : `${dns_ms} ms, by DNS over HTTPS`
}

function furtherFacts(details: PerformanceDetails): readonly Fact[] {
  const { brotli, redirects, weights, lab, lab_reason } = details
  const requests = weights.reduce((sum, weight) => sum + weight.requests, 0)
  const bytes = weights.reduce((sum, weight) => sum + weight.bytes, 0)
  const others = weights.reduce((sum, weight) => sum + weight.third_party, 0)
  return [
    ['Brotli', brotli === null ? 'not known' : yesNo(brotli)],
    ['Redirects', String(redirects.length)],
    ['Requests', `${requests}, of which ${others} to other sites`],
    ['Weight', `${kilobytes(bytes)} of the site's own`],
    ...(lab === null
      ? [['In a browser', `not measured: ${lab_reason ?? 'no reason given'}`] as const]
      : labFacts(lab)),
  ]
}

const labFacts = (lab: LabValues): readonly Fact[] => [
  ['FCP (lab)', milliseconds(lab.fcp_ms, 'to the first content')],
  ['LCP (lab)', milliseconds(lab.lcp_ms, 'to the largest content')],
  ['CLS (lab)', lab.cls === null ? UNKNOWN : `${lab.cls.toFixed(3)} of layout shift`],
  ['TBT (lab)', milliseconds(lab.tbt_ms, 'of a blocked main thread')],
  ...(lab.score === null ? [] : [['Lab score', `${lab.score} of 100`] as const]),
]

const UNKNOWN = 'not reported by the browser'
const milliseconds = (ms: number | null, what: string): string =>
  ms === null ? UNKNOWN : `${Math.round(ms)} ms ${what}`

/** `120 ms`, `7.0 kB`, or both. */
export const savingOf = ({ saves_ms, saves_kb, basis }: Opportunity): string =>
  [
    saves_ms === null ? '' : `${Math.round(saves_ms)} ms`,
    saves_kb === null ? '' : `${saves_kb.toFixed(1)} kB`,
  ]
    .filter((text) => text !== '')
    .join(', ') + (basis === 'estimated' ? ' (estimate)' : '')

export const WEIGHT_HEAD = ['Kind', 'Requests', 'To other sites', 'Own weight'] as const
export const weightCells = ({ kind, requests, third_party, bytes }: Weight): readonly string[] => [
  kind,
  String(requests),
  String(third_party),
  kilobytes(bytes),
]

/** The path of a request of the page's own site, the address of others; cut in the middle. */
export function shortUrl(url: string, page: string, most: number): string {
  const parsed = URL.parse(url)
  const isOwn = parsed !== null && parsed.origin === URL.parse(page)?.origin
  const [...chars] = isOwn ? `${parsed.pathname}${parsed.search}` : url.replace(/^https?:\/\//, '')
  if (chars.length <= most) return chars.join('')
  const half = Math.floor((most - 1) / 2)
  return `${chars.slice(0, half).join('')}…${chars.slice(-half).join('')}`
}

/** A bar of a waterfall as shares of the time that the whole load took. */
export type WaterfallBar = Readonly<{
  label: string
  /** When it began, got its first byte, and ended: each from 0 to 1. */
  from: number
  firstByte: number
  to: number
  told: string
}>

/** The first WATERFALL_ROWS requests in the order of their start. */
export function waterfallBars(
  { waterfall }: LabValues,
  page: string,
  labelChars: number,
): readonly WaterfallBar[] {
  const rows = waterfall.toSorted((a, b) => a.start_ms - b.start_ms).slice(0, WATERFALL_ROWS)
  const whole = Math.max(1, ...rows.map(({ end_ms }) => end_ms))
  return rows.map((row) => ({
    label: shortUrl(row.url, page, labelChars),
    from: row.start_ms / whole,
    firstByte: (row.first_byte_ms ?? row.end_ms) / whole,
    to: row.end_ms / whole,
    told: tellRow(row),
  }))
}

function tellRow({ start_ms, end_ms, sent_bytes }: WaterfallRow): string {
  const size = sent_bytes === null ? '' : `, ${kilobytes(sent_bytes)}`
  return `${Math.round(start_ms)}-${Math.round(end_ms)} ms${size}`
}
