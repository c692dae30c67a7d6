import type { Performance } from '../../report/report.ts'
import { type Exchange, isProbeError, type Send } from '../http/exchange.ts'
import { performanceScore } from './score.ts'

/** What only the transport can know; null where it does not. */
export type TransportFacts = Readonly<{ dnsMs: number | null; http2: boolean | null }>
export type PerformanceResult = Performance & Readonly<{ notes: readonly string[] }>

/** An odd number, so that the median is one of them. */
export const SAMPLES = 5
const COMPRESSIONS: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'br', 'zstd', 'deflate'])
/** Failures of one request; all others, such as an abort, end the measurement. */
const PASSING: ReadonlySet<string> = new Set([
  'timeout',
  'unreachable',
  'transport',
  'malformed_answer',
])

/**
 * Asks for the target SAMPLES times, one after the other, and takes the median time to the first
 * byte. `gzip` stands for any compression the answer used. `notes` say what is not known.
 * Throws the ProbeError when no request was answered, or when `send` refuses to go on.
 */
export async function measurePerformance({
  send,
  target,
  facts,
}: Readonly<{ send: Send; target: URL; facts: TransportFacts }>): Promise<PerformanceResult> {
  const { exchanges, failed } = await takeSamples(send, target)
  const [first] = exchanges
  const { response } = first
  const bytes = new TextEncoder().encode(response.body).length
  const measured = {
    ttfb_ms: Math.round(median(exchanges.map((exchange) => exchange.response.elapsedMs))),
    page_size_kb: Math.round(bytes / 1000),
    gzip: isCompressed(response.headers),
  }
  const notes: readonly (string | false)[] = [
    failed > 0 && `${failed} of ${SAMPLES} requests got no answer.`,
    response.status >= 300 && `The target answered ${response.status}; that answer was measured.`,
    response.truncated && 'The page is larger than what is read; the size is a lower bound.',
    facts.http2 === null && 'The transport does not show the HTTP version; http2 is not scored.',
    facts.dnsMs === null && 'The time of name resolution is not known; dns_ms is 0.',
  ]
  return {
    dns_ms: Math.round(facts.dnsMs ?? 0),
    ...measured,
    http2: facts.http2 ?? false,
    performance_score: performanceScore({ ...measured, http2: facts.http2 }),
    notes: notes.filter((note) => note !== false),
  }
}

type Samples = Readonly<{ exchanges: readonly [Exchange, ...Exchange[]]; failed: number }>

async function takeSamples(send: Send, url: URL): Promise<Samples> {
  const exchanges: Exchange[] = []
  const failures: unknown[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    try {
      const headers = new Headers({ accept: 'text/html,*/*', 'accept-encoding': 'gzip' })
      exchanges.push(await send({ method: 'GET', url, headers }))
    } catch (error) {
      if (!isProbeError(error) || !PASSING.has(error.kind)) throw error
      failures.push(error)
    }
  }
  const [first, ...others] = exchanges
  if (first === undefined) throw failures[0]
  return { exchanges: [first, ...others], failed: failures.length }
}

/** Of an even number, the lower of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

const isCompressed = (headers: Headers): boolean =>
  (headers.get('content-encoding') ?? '')
    .split(',')
    .some((coding) => COMPRESSIONS.has(coding.trim().toLowerCase()))
