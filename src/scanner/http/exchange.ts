export type HttpRequest = Readonly<{
  method: string
  url: URL
  headers: Headers
  body?: string
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
  /** Milliseconds from the start of the request to the headers of the answer. */
  elapsedMs: number
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
