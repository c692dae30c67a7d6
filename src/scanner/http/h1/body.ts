import { joinBytes, TooLongError, type ByteReader } from './bytes.ts'
import { listOf, valuesOf, type Head } from './head.ts'
import { BrokenOff, MalformedAnswer } from './malformed.ts'

/** How the end of a body is told (RFC 9112, 6.3). */
export type Framing =
  | Readonly<{ kind: 'none' | 'chunked' | 'close' }>
  | Readonly<{ kind: 'length'; length: number }>

export type Body = Readonly<{
  bytes: Uint8Array<ArrayBuffer>
  truncated: boolean
  /** True when the body was read to its told end: another answer may follow. */
  isWhole: boolean
}>

const BODILESS: ReadonlySet<number> = new Set([101, 204, 304])
const CHUNK_LINE = 4096
const TRAILER_BYTES = 64 * 1024
const CHUNK_SIZE = /^([0-9a-f]{1,12})[ \t]*(?:;|$)/i

/** Throws MalformedAnswer for lengths that contradict each other. */
export function framingOf(method: string, { status, lines }: Head): Framing {
  const isTunnel = method === 'CONNECT' && status < 300
  if (method === 'HEAD' || isTunnel || BODILESS.has(status)) return { kind: 'none' }
  const codings = listOf(lines, 'transfer-encoding')
  if (codings.length > 0) return { kind: codings.at(-1) === 'chunked' ? 'chunked' : 'close' }
  const lengths = new Set(
    valuesOf(lines, 'content-length').flatMap((value) => value.split(',').map((v) => v.trim())),
  )
  const [length, ...others] = lengths
  if (length === undefined) return { kind: 'close' }
  if (others.length > 0 || !/^\d{1,15}$/.test(length)) {
    throw new MalformedAnswer('Content-Length is no number, or two that differ.')
  }
  return { kind: 'length', length: Number(length) }
}

/** Reads at most `maxBytes` of the body. Throws MalformedAnswer, BrokenOff. */
export function readBody(reader: ByteReader, framing: Framing, maxBytes: number): Promise<Body> {
  const sink = new Sink(maxBytes)
  switch (framing.kind) {
    case 'none':
      return Promise.resolve(sink.body(true))
    case 'length':
      return readLength(reader, framing.length, sink)
    case 'chunked':
      return readChunks(reader, sink)
    case 'close':
      return readToEnd(reader, sink)
  }
}

class Sink {
  readonly #pieces: Uint8Array[] = []
  room: number
  truncated = false

  constructor(room: number) {
    this.room = room
  }

  /** False when the piece no longer fits: what does is kept. */
  add(piece: Uint8Array): boolean {
    const kept = piece.subarray(0, this.room)
    this.#pieces.push(kept)
    this.room -= kept.length
    this.truncated = kept.length < piece.length
    return !this.truncated
  }

  body(isWhole: boolean): Body {
    return { bytes: joinBytes(this.#pieces), truncated: this.truncated, isWhole }
  }
}

async function readLength(reader: ByteReader, length: number, sink: Sink): Promise<Body> {
  for (let left = length; left > 0;) {
    const piece = await reader.take(left)
    if (piece === null) throw new BrokenOff('The body is shorter than Content-Length.', false)
    left -= piece.length
    if (!sink.add(piece)) return sink.body(false)
  }
  return sink.body(true)
}

async function readToEnd(reader: ByteReader, sink: Sink): Promise<Body> {
  for (;;) {
    const piece = await reader.take(sink.room + 1)
    if (piece === null || !sink.add(piece)) return sink.body(false)
  }
}

async function readChunks(reader: ByteReader, sink: Sink): Promise<Body> {
  for (;;) {
    const size = await chunkSize(reader)
    if (size === 0) break
    for (let left = size; left > 0;) {
      const piece = await reader.take(left)
      if (piece === null) throw cutChunk()
      left -= piece.length
      if (!sink.add(piece)) return sink.body(false)
    }
    const end = await lineOf(reader, 0)
    if (end !== '') throw new MalformedAnswer('A chunk is longer than its size.')
  }
  let trailers = 0
  for (let line = await lineOf(reader, CHUNK_LINE); line !== '';) {
    trailers += line.length
    if (trailers > TRAILER_BYTES) throw new MalformedAnswer('The trailer does not end.')
    line = await lineOf(reader, CHUNK_LINE)
  }
  return sink.body(true)
}

async function chunkSize(reader: ByteReader): Promise<number> {
  const match = CHUNK_SIZE.exec(await lineOf(reader, CHUNK_LINE))
  if (match?.[1] === undefined) throw new MalformedAnswer('A chunk has no valid size.')
  return Number.parseInt(match[1], 16)
}

async function lineOf(reader: ByteReader, most: number): Promise<string> {
  try {
    const line = await reader.line(most)
    if (line === null) throw cutChunk()
    return line
  } catch (error) {
    if (error instanceof TooLongError) throw new MalformedAnswer('A chunk is not well-formed.')
    throw error
  }
}

const cutChunk = (): BrokenOff => new BrokenOff('The chunked body has no end.', false)
