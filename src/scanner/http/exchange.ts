export type HttpRequest = Readonly<{
  method: string
  url: URL
  headers: Headers
  body?: string
  /** The exact size of the answer as sent is wanted: it is decoded by ourselves. */
  isWeighed?: boolean
  /** What fetch cannot express: such a request goes by socket, or fails with `no_socket`. */
  wire?: WireForm
}>

/** Parts of a request as the wire shows them: one character per byte, without line ends. */
export type WireForm = Readonly<{
  /** In place of path and query: dot segments and invalid escapes stay as they are. */
  target?: string
  /** In place of the Host header that the URL gives. */
  host?: string
  /** Header lines before all others, in their own case and order; names may repeat. */
  lines?: readonly string[]
}>

/** For requests that need none of their own, so that the sender need not look; never changed. */
export const NO_HEADERS = new Headers()

export type HttpResponse = Readonly<{
  status: number
  /** Set-Cookie values stay apart: `headers.getSetCookie()`. */
  headers: Headers
  /** Decoded text, cut at LIMITS.responseBytes. */
  body: string
  truncated: boolean
  sizes?: Sizes
  /** Milliseconds from the start of the request to the headers of the answer. */
  elapsedMs: number
  /** Only by socket: the header lines as they came, in their case and order, repeats apart. */
  lines?: readonly (readonly [name: string, value: string])[]
  /** Only by socket. */
  timings?: Timings
}>

/** Bytes of a body; of one that was cut, of what was read of it. */
export type Sizes = Readonly<{
  /** As it came, compressed or not; null where the transport does not tell. */
  sent: number | null
  decoded: number
}>

/** Milliseconds; null for what an earlier request of the same connection has done. */
export type Timings = Readonly<{
  connectMs: number | null
  /** Null without TLS, too. */
  tlsMs: number | null
  /** From the start of the request to the head of the answer. */
  firstByteMs: number
  totalMs: number
}>

/** One request and the response it got, as recorded; the unit every passive check reads. */
export type Exchange = Readonly<{ request: HttpRequest; response: HttpResponse }>

/** Why a request got no answer, or was not sent at all. */
export const PROBE_FAILURES = [
  'timeout',
  'unreachable',
  'out_of_scope',
  'excluded',
  'budget',
  'unit_time',
  'aborted',
  'refused_by_guard',
  'transport',
  // What came is no HTTP; fetch cannot tell that from `unreachable`.
  'malformed_answer',
  // The platform opens no socket to its own addresses, and fetch cannot express the request.
  'no_socket',
  // What a handshake does not tell, as the certificate where TLS 1.3 alone is spoken.
  'tls_unknown',
  // The page did not come up in the browser, or went down in it.
  'no_page',
] as const
export type ProbeFailure = (typeof PROBE_FAILURES)[number]

/** Thrown by `Send`. A check may let it pass: the runner turns it into a row that says why. */
export class ProbeError extends Error {
  readonly kind: ProbeFailure
  constructor(kind: ProbeFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProbeError'
    this.kind = kind
  }
}
export const isProbeError = (error: unknown): error is ProbeError => error instanceof ProbeError
/** True where a request failed, and in one of these ways. */
export const failedBy = (error: unknown, kinds: readonly ProbeFailure[]): boolean =>
  isProbeError(error) && kinds.includes(error.kind)

/** What an aborted signal means: a TimeoutError is `timeout`, everything else `aborted`. */
export function stoppedBy(signal: AbortSignal, cause?: unknown): ProbeError {
  const reason: unknown = signal.reason
  const isTimeout = reason instanceof Error && reason.name === 'TimeoutError'
  return isTimeout
    ? new ProbeError('timeout', 'No complete answer within the time limit.', { cause })
    : new ProbeError('aborted', 'The scan was stopped.', { cause })
}

/**
 * The only way a check reaches the network. Redirects are not followed. Scope, excluded paths,
 * pace, budget, abort, credentials and recording are behind it.
 */
export type Send = (request: HttpRequest) => Promise<Exchange>

/**
 * What a request accepts unless it says otherwise. Only encodings that every runtime decodes: workerd
 * hands `deflate` through undecoded.
 */
export const ACCEPTED = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, br',
} as const
