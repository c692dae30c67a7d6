import { LIMITS } from '../../../limits.ts'
import type { TransportOptions } from '../../ports.ts'
import { decodeBody } from '../charset.ts'
import { isPackedText, unpackedFile } from '../packed-file.ts'
import {
  isProbeError,
  ProbeError,
  stoppedBy,
  type HttpRequest,
  type HttpResponse,
} from '../exchange.ts'
import { readAnswer, type RawAnswer } from './answer.ts'
import { TooLongError } from './bytes.ts'
import type { Address, Dial } from './connection.ts'
import { decodeContent } from './decode.ts'
import { encodeRequest } from './encode.ts'
import { listOf } from './head.ts'
import { BrokenOff, MalformedAnswer } from './malformed.ts'
import { Pool, type Line } from './pool.ts'

export type H1Client = Readonly<{
  /** As `Transport`, to the address given. Throws ProbeError as it does. */
  send(request: HttpRequest, to: Address, options: TransportOptions): Promise<HttpResponse>
  close(): void
}>

/**
 * HTTP/1.1 over connections of our own: kept alive and used again, one request at a time on each.
 * A request with `wire` has a connection for itself, since what follows it may be out of step.
 */
export function makeH1Client({ dial, now }: Readonly<{ dial: Dial; now(): number }>): H1Client {
  const pool = new Pool(dial, now)
  return {
    send: async (request, to, options) => {
      const { signal } = options
      if (signal.aborted) throw stoppedBy(signal)
      const bytes = encodeRequest(request)
      const work = { request, bytes, to, pool, now, options }
      try {
        return await once(work, request.wire === undefined)
      } catch (error) {
        // The server may close a connection at the moment in which it is used again.
        if (!(error instanceof BrokenOff) || !error.isEmpty) throw failureOf(error, signal, request)
        try {
          return await once(work, false)
        } catch (again) {
          throw failureOf(again, signal, request)
        }
      }
    },
    close: () => pool.close(),
  }
}

type Work = Readonly<{
  request: HttpRequest
  bytes: Uint8Array
  to: Address
  pool: Pool
  now(): number
  options: TransportOptions
}>

async function once(work: Work, mayReuse: boolean): Promise<HttpResponse> {
  const { to, pool, now, options } = work
  const startedAt = now()
  const line = await pool.take(to, options.signal, mayReuse)
  const { connection } = line
  options.signal.addEventListener('abort', connection.close)
  try {
    let headAt = startedAt
    const answer = await converse(line, work, () => {
      headAt = now()
    })
    if (options.signal.aborted) throw stoppedBy(options.signal)
    const canReuse = answer.canReuse && work.request.wire === undefined
    if (canReuse) pool.giveBack(to, line)
    else connection.close()
    const response = await responseOf(work.request.url, answer, options.maxBytes)
    const { isReused } = line
    return {
      ...response,
      elapsedMs: Math.round(headAt - startedAt),
      timings: {
        connectMs: isReused ? null : connection.connectMs,
        tlsMs: isReused ? null : connection.tlsMs,
        firstByteMs: headAt - startedAt,
        totalMs: now() - startedAt,
      },
    }
  } catch (error) {
    connection.close()
    throw error
  } finally {
    options.signal.removeEventListener('abort', connection.close)
  }
}

/** A server may answer, and close, before it has read all: what it said counts. */
async function converse(line: Line, work: Work, onHead: () => void): Promise<RawAnswer> {
  const { reader, connection, isReused } = line
  const bounds = {
    maxHeaderBytes: LIMITS.headerBytes,
    maxBodyBytes: Math.min(work.options.maxBytes, LIMITS.responseBytes),
  }
  const writing = connection.write(work.bytes).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  try {
    return await readAnswer(reader, work.request.method, bounds, onHead)
  } catch (error) {
    const failed = error instanceof BrokenOff && error.isEmpty ? await writing : null
    const cause = failed === null ? error : failed.error
    if (error instanceof BrokenOff && error.isEmpty && !isReused) {
      throw new ProbeError('unreachable', 'The connection was closed without an answer.', { cause })
    }
    throw error
  }
}

async function responseOf(
  url: URL,
  answer: RawAnswer,
  most: number,
): Promise<Pick<HttpResponse, 'status' | 'headers' | 'lines' | 'body' | 'truncated' | 'sizes'>> {
  const { status, lines } = answer
  const maxBytes = Math.min(most, LIMITS.decompressedBytes)
  const sent = await decodeContent(answer.body, listOf(lines, 'content-encoding'), {
    maxBytes,
    cut: answer.truncated,
  })
  const { bytes, truncated } = isPackedText(url) ? await unpackedFile(sent, maxBytes) : sent
  const headers = new Headers()
  for (const [name, value] of lines) headers.append(name, value)
  const body = decodeBody(bytes, headers.get('content-type'), truncated)
  const sizes = { sent: answer.body.length, decoded: bytes.length }
  return { status, headers, lines, body, truncated, sizes }
}

function failureOf(error: unknown, signal: AbortSignal, { url }: HttpRequest): ProbeError {
  if (signal.aborted) return stoppedBy(signal, error)
  if (isProbeError(error)) return error
  const cause = error
  if (error instanceof TooLongError) {
    const text = `The headers of the answer exceed ${LIMITS.headerBytes} bytes.`
    return new ProbeError('transport', text, { cause })
  }
  if (error instanceof MalformedAnswer) {
    return new ProbeError('malformed_answer', `${url.host} answered no HTTP: ${error.message}`, {
      cause,
    })
  }
  if (error instanceof BrokenOff && error.isEmpty) {
    return new ProbeError('unreachable', 'The connection was closed without an answer.', { cause })
  }
  return new ProbeError('transport', 'The answer broke off or cannot be decoded.', { cause })
}
