import { LIMITS } from '../../../limits.ts'
import type { Transport } from '../../ports.ts'
import { decodeBody } from '../charset.ts'
import { ProbeError } from '../exchange.ts'
import type { HttpRequest, HttpResponse } from '../exchange.ts'
import { readBounded } from './read-bounded.ts'

/** Only encodings that every runtime decodes: workerd hands `deflate` through undecoded. */
const DEFAULT_HEADERS = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, br',
} as const

/**
 * The platform's fetch, in workerd and Node alike. Follows nothing, never asks a cache, reads at
 * most `maxBytes` of the decoded body. An abort of the signal with a TimeoutError is `timeout`.
 */
export const fetchTransport: Transport = async (request, { signal, maxBytes }) => {
  if (signal.aborted) throw stoppedBy(signal)
  const outgoing = toRequest(request, signal)
  const startedAt = performance.now()
  const response = await answerTo(outgoing, request, signal)
  const elapsedMs = Math.round(performance.now() - startedAt)
  if (sizeOf(response.headers) > LIMITS.headerBytes) {
    await response.body?.cancel()
    throw new ProbeError(
      'transport',
      `The headers of the answer exceed ${LIMITS.headerBytes} bytes.`,
    )
  }
  return {
    ...(await bodyOf(response, Math.min(maxBytes, LIMITS.decompressedBytes), signal)),
    elapsedMs,
  }
}

function toRequest({ method, url, headers, body }: HttpRequest, signal: AbortSignal): Request {
  const complete = new Headers(headers)
  for (const [name, value] of Object.entries(DEFAULT_HEADERS)) {
    if (!complete.has(name)) complete.set(name, value)
  }
  try {
    return new Request(url, {
      method,
      headers: complete,
      body: body ?? null,
      redirect: 'manual',
      cache: 'no-store',
      signal,
    })
  } catch (error) {
    throw new ProbeError('transport', `This runtime cannot send such a ${method} request.`, {
      cause: error,
    })
  }
}

async function answerTo(
  outgoing: Request,
  { url }: HttpRequest,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(outgoing)
  } catch (error) {
    if (signal.aborted) throw stoppedBy(signal, error)
    // The runtimes hide the reason: refusal, reset, bad certificate and garbage look the same.
    throw new ProbeError(
      'unreachable',
      `No usable answer from ${url.host}: connection refused or reset, TLS certificate not ` +
        'trusted, or no HTTP. The runtime does not tell which.',
      { cause: error },
    )
  }
}

async function bodyOf(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Omit<HttpResponse, 'elapsedMs'>> {
  try {
    const { bytes, truncated } = await readBounded(response.body, maxBytes)
    const { status, headers } = response
    const body = decodeBody(bytes, headers.get('content-type'), truncated)
    return { status, headers, body, truncated }
  } catch (error) {
    if (signal.aborted) throw stoppedBy(signal, error)
    throw new ProbeError('transport', 'The body of the answer broke off or cannot be decoded.', {
      cause: error,
    })
  }
}

function stoppedBy(signal: AbortSignal, cause?: unknown): ProbeError {
  const reason: unknown = signal.reason
  const isTimeout = reason instanceof Error && reason.name === 'TimeoutError'
  return isTimeout
    ? new ProbeError('timeout', 'No complete answer within the time limit.', { cause })
    : new ProbeError('aborted', 'The scan was stopped.', { cause })
}

const sizeOf = (headers: Headers): number =>
  [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
