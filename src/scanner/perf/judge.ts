import type { LabValues, PageResource, PerformanceDetails } from '../../report/performance.ts'
import type { Performance } from '../../report/report.ts'
import type { Exchange } from '../http/exchange.ts'
import { opportunitiesOf } from './opportunities.ts'
import { median, SAMPLES, type Samples } from './sample.ts'
import { performanceScore } from './score.ts'
import { MOST_TOLD, weightsOf, type Weighed } from './weigh.ts'

/** What only others can know; null where they do not. */
export type Facts = Readonly<{ dnsMs: number | null; http2: boolean | null }>
/** Of one load in a browser; or why there was none. */
export type Lab = Readonly<{ values: LabValues; http2: boolean | null } | { reason: string }>

/** All that was seen of a page. */
export type Gathered = Readonly<{
  page: URL
  redirects: readonly Exchange[]
  facts: Facts
  samples: Samples
  brotli: boolean | null
  document: PageResource
  /** The document first. */
  weighed: readonly Weighed[]
  lab: Lab
}>

const COMPRESSIONS: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'br', 'zstd', 'deflate'])

/** The numbers of the API document, and what stands beside them. `gzip` stands for any compression. */
export function judge(gathered: Gathered): Performance {
  const { document, facts, samples } = gathered
  const http2 = http2Of(gathered)
  const details = detailsOf(gathered, http2)
  const sent = details.weights.reduce((sum, { bytes }) => sum + bytes, 0)
  const measured = {
    ttfb_ms: Math.round(median(samples.ttfbsMs)),
    page_size_kb: Math.round((document.bytes ?? 0) / 1000),
    gzip: (document.encoding ?? '').split(', ').some((coding) => COMPRESSIONS.has(coding)),
  }
  const total_kb = Math.round(sent / 1000)
  return {
    dns_ms: Math.round(facts.dnsMs ?? 0),
    ...measured,
    http2: http2.spoken ?? false,
    performance_score: performanceScore({ ...measured, http2: http2.spoken, total_kb }),
    details,
  }
}

type Http2 = Readonly<{ spoken: boolean | null; by: PerformanceDetails['http2_by'] }>

/** A handshake says it before any request; a browser saw what was spoken in the end. */
function http2Of({ facts, lab }: Gathered): Http2 {
  if (facts.http2 !== null) return { spoken: facts.http2, by: 'alpn' }
  const seen = 'values' in lab ? lab.http2 : null
  return { spoken: seen, by: seen === null ? null : 'browser' }
}

const ttfbOf = ({ response }: Exchange): number => response.elapsedMs

function detailsOf(gathered: Gathered, http2: Http2): PerformanceDetails {
  const { page, redirects, facts, samples, brotli, document, weighed, lab } = gathered
  const resources = weighed.map(({ resource }) => resource)
  return {
    page_url: page.href,
    dns_by: facts.dnsMs === null ? null : 'dns_over_https',
    http2_by: http2.by,
    ttfb_samples_ms: samples.ttfbsMs.map(Math.round),
    sent_bytes: document.sent_bytes,
    bytes: document.bytes ?? 0,
    encoding: document.encoding,
    brotli,
    redirects: redirects.map(({ request, response }) => ({
      url: request.url.href,
      status: response.status,
      ttfb_ms: Math.round(response.elapsedMs),
    })),
    weights: weightsOf(resources),
    resources,
    opportunities: opportunitiesOf({
      ttfbMs: Math.round(median(samples.ttfbsMs)),
      http2: http2.spoken,
      redirectsMs: Math.round(redirects.reduce((sum, each) => sum + ttfbOf(each), 0)),
      redirectUrls: redirects.map(({ request }) => request.url.href),
      resources,
      gzipped: gzippedOf(weighed),
    }),
    lab: 'values' in lab ? lab.values : null,
    lab_reason: 'reason' in lab ? lab.reason : null,
    notes: notesOf(gathered, http2),
  }
}

/** Sizes as gzip of what came uncompressed, in bytes by URL. */
const gzippedOf = (weighed: readonly Weighed[]): ReadonlyMap<string, number> =>
  new Map(
    weighed.flatMap(({ resource, gzipBytes }) =>
      gzipBytes === null ? [] : [[resource.url, gzipBytes] as const],
    ),
  )

function notesOf({ samples, weighed, facts }: Gathered, http2: Http2): readonly string[] {
  const { first, failed } = samples
  const { response } = first
  const resources = weighed.map(({ resource }) => resource)
  const unread = resources.filter((each) => each.is_own && each.not_asked !== null).length
  const notes: readonly (string | false)[] = [
    failed > 0 && `${failed} of ${SAMPLES} requests got no answer.`,
    response.status >= 300 && `The target answered ${response.status}; that answer was measured.`,
    response.truncated && 'The page is larger than what is read; the size is a lower bound.',
    http2.spoken === null && 'The transport does not show the HTTP version; http2 is not scored.',
    facts.dnsMs === null && 'The time of name resolution is not known; dns_ms is 0.',
    unread > 0 && `Resources of the site that were counted and not read: ${unread}.`,
    resources.length > MOST_TOLD && `Only the first ${MOST_TOLD} resources of the page are told.`,
  ]
  return notes.filter((note) => note !== false)
}
