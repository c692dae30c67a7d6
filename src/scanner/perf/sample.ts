import { type Exchange, isProbeError, type Send } from '../http/exchange.ts'

/** An odd number, so that the median is one of them. */
export const SAMPLES = 5
/** Failures of one request; all others, such as an abort, end the measurement. */
const PASSING: ReadonlySet<string> = new Set([
  'timeout',
  'unreachable',
  'transport',
  'malformed_answer',
])

export const isPassing = (error: unknown): boolean => isProbeError(error) && PASSING.has(error.kind)

/** The first answer, and the time of each to its first byte; `failed` more got no answer. */
export type Samples = Readonly<{ first: Exchange; ttfbsMs: readonly number[]; failed: number }>

/**
 * Asks for a page SAMPLES times, one after the other. Throws the ProbeError when no request was
 * answered, or when `send` refuses to go on.
 */
export async function takeSamples(send: Send, url: URL): Promise<Samples> {
  let first: Exchange | null = null
  const ttfbsMs: number[] = []
  const failures: unknown[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    try {
      const exchange = await ask(send, url, 'gzip')
      first ??= exchange
      ttfbsMs.push(exchange.response.elapsedMs)
    } catch (error) {
      if (!isPassing(error)) throw error
      failures.push(error)
    }
  }
  if (first === null) throw failures[0]
  return { first, ttfbsMs, failed: failures.length }
}

/** One GET of a page or of what it names, weighed exactly. */
export function ask(send: Send, url: URL, accepted: string): Promise<Exchange> {
  const headers = new Headers({ accept: 'text/html,*/*', 'accept-encoding': accepted })
  return send({ method: 'GET', url, headers, isWeighed: true })
}

/** Of an even number, the lower of the two in the middle; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

const ENCODING_CHARS = 60

/** Content-Encoding of an answer, in lower case; null for none. */
export function encodingOf({ response }: Exchange): string | null {
  const codings = (response.headers.get('content-encoding') ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  return codings.length === 0 ? null : codings.join(', ').slice(0, ENCODING_CHARS)
}

/** Decoded bytes of a body: what its length says where it was cut and is sent as it is. */
export function decodedBytes(exchange: Exchange): number {
  const { sizes, body } = exchange.response
  const read = sizes?.decoded ?? new TextEncoder().encode(body).length
  return encodingOf(exchange) === null ? Math.max(read, toldLength(exchange) ?? 0) : read
}

/** Bytes as sent; null where the transport does not tell. */
export function sentBytes(exchange: Exchange): number | null {
  const { sizes } = exchange.response
  const told = toldLength(exchange)
  if (told !== null) return told
  if (sizes !== undefined) return sizes.sent
  return encodingOf(exchange) === null ? decodedBytes(exchange) : null
}

/** Content-Length of an answer that is longer than what is read of it. */
function toldLength({ response: { headers, truncated } }: Exchange): number | null {
  const length = headers.get('content-length') ?? ''
  return truncated && /^\d{1,12}$/.test(length) ? Number(length) : null
}
