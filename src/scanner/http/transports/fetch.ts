import { LIMITS } from '../../../limits.ts'
import type { Transport } from '../../ports.ts'
import { decodeBody } from '../charset.ts'
import { ACCEPTED, ProbeError, stoppedBy } from '../exchange.ts'
import type { HttpRequest, HttpResponse } from '../exchange.ts'
import { decodeContent } from '../h1/decode.ts'
import { isPackedText, unpackedFile } from '../packed-file.ts'
import { headerList, type HeaderList } from '../header-list.ts'
import { readBounded } from '../read-bounded.ts'

/**
 * The platform's fetch, in workerd and Node alike. Follows nothing, never asks a cache, reads at
 * most `maxBytes` of the decoded body. An abort of the signal with a TimeoutError is `timeout`.
 */
export const fetchTransport: Transport = async (request, { signal, maxBytes }) => {
  if (signal.aborted) throw stoppedBy(signal)
  const startedAt = performance.now()
  const response = await answerTo(request, signal)
  const elapsedMs = Math.round(performance.now() - startedAt)
  const list = headerList(response.headers)
  if (sizeOf(list) > LIMITS.headerBytes) {
    await response.body?.cancel()
    throw new ProbeError(
      'transport',
      `The headers of the answer exceed ${LIMITS.headerBytes} bytes.`,
    )
  }
  const most = Math.min(maxBytes, LIMITS.decompressedBytes)
  const isEncoded = request.isWeighed === true && KEEPS_ENCODED
  const read = await bodyOf(request.url, response, { list, most, isEncoded, signal })
  return { status: response.status, headers: response.headers, ...read, elapsedMs }
}

/** Only workerd gives an answer as it was sent, when it is asked to. */
const KEEPS_ENCODED = navigator.userAgent === 'Cloudflare-Workers'

/** The request's own headers where they are complete: a copy costs as much as a header does to send. */
function completed(headers: Headers): Headers {
  if (headers.has('accept') && headers.has('accept-encoding')) return headers
  const complete = new Headers(ACCEPTED)
  for (const [name, value] of headers) complete.set(name, value)
  return complete
}

async function answerTo(request: HttpRequest, signal: AbortSignal): Promise<Response> {
  const { method, url, headers, body, isWeighed = false } = request
  let sending: Promise<Response>
  try {
    sending = fetch(url.href, {
      ...(isWeighed && { encodeResponseBody: 'manual' }),
      method,
      headers: completed(headers),
      body: body ?? null,
      redirect: 'manual',
      cache: 'no-store',
      signal,
    })
  } catch (error) {
    throw unsendable(method, error)
  }
  try {
    return await sending
  } catch (error) {
    if (signal.aborted) throw stoppedBy(signal, error)
    // Only what is wrong with the request itself is a TypeError of the platform's own making.
    if (isUnsendable(request)) throw unsendable(method, error)
    // The runtimes hide the reason: refusal, reset, bad certificate and garbage look the same.
    throw new ProbeError(
      'unreachable',
      `No usable answer from ${url.host}: connection refused or reset, TLS certificate not ` +
        'trusted, or no HTTP. The runtime does not tell which.',
      { cause: error },
    )
  }
}

/** Asked after a failure only: whether the runtime would make a request of this at all. */
function isUnsendable({ method, url, headers, body }: HttpRequest): boolean {
  try {
    return new Request(url.href, { method, headers, body: body ?? null }).bodyUsed
  } catch {
    // What the runtime said of it stands in the error that led here.
    return true
  }
}

const unsendable = (method: string, cause: unknown): ProbeError =>
  new ProbeError('transport', `This runtime cannot send such a ${method} request.`, { cause })

/** `list`: the headers of the answer, since to ask the runtime for each takes longer. */
type Reading = Readonly<{
  list: HeaderList
  most: number
  isEncoded: boolean
  signal: AbortSignal
}>

async function bodyOf(
  url: URL,
  response: Response,
  { list, most, isEncoded, signal }: Reading,
): Promise<Pick<HttpResponse, 'body' | 'truncated' | 'sizes'>> {
  try {
    const raw = isShort(list, most)
      ? { bytes: new Uint8Array(await response.arrayBuffer()), truncated: false }
      : await readBounded(response.body, most)
    const codings =
      valueOf(list, 'content-encoding')
        ?.toLowerCase()
        .split(/[\s,]+/) ?? []
    const decoded = isEncoded
      ? await decodeContent(raw.bytes, codings, { maxBytes: most, cut: raw.truncated })
      : raw
    const { bytes, truncated } = isPackedText(url) ? await unpackedFile(decoded, most) : decoded
    // What the platform has decoded does not tell how it came.
    const sent = isEncoded || codings.length === 0 ? raw.bytes.length : null
    const body = decodeBody(bytes, valueOf(list, 'content-type'), truncated)
    return { body, truncated, sizes: { sent, decoded: bytes.length } }
  } catch (error) {
    if (signal.aborted) throw stoppedBy(signal, error)
    throw new ProbeError('transport', 'The body of the answer broke off or cannot be decoded.', {
      cause: error,
    })
  }
}

/** True for a body that says its length and is sent as it is: HTTP holds the sender to it. */
function isShort(headers: HeaderList, maxBytes: number): boolean {
  let length = ''
  for (const [name, value] of headers) {
    if (name === 'content-encoding' || name === 'transfer-encoding') return false
    if (name === 'content-length') length = value
  }
  return /^\d{1,9}$/.test(length) && Number(length) <= maxBytes
}

const valueOf = (headers: HeaderList, wanted: string): string | null =>
  headers.find(([name]) => name === wanted)?.[1] ?? null

const sizeOf = (headers: HeaderList): number =>
  headers.reduce((size, [name, value]) => size + name.length + value.length + 4, 0)
