import { brotliDecompressSync, constants } from 'node:zlib'

import { readBounded } from '../read-bounded.ts'

type Bytes = Uint8Array<ArrayBuffer>
export type Decoded = Readonly<{ bytes: Bytes; truncated: boolean }>

/** RFC 9110, 8.4.1; the platform's streams know all but Brotli (RFC 7932). */
const FORMATS: ReadonlyMap<string, 'gzip' | 'deflate' | 'br'> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
])
/** A bomb in a bomb is no page. */
const MOST_CODINGS = 3
/** The first byte of a zlib header says "deflate" in its low half (RFC 1950); bare streams lack it. */
const ZLIB_METHOD = 8

/**
 * Undoes the content codings of a body, the last one first, and gives at most `maxBytes`. A coding
 * that is not known leaves the bytes as they are. Throws what the decoder throws for bytes that are
 * not so coded, and for Brotli beyond the bound; a body that was `cut` gives what can be read of it.
 */
export async function decodeContent(
  body: Bytes,
  codings: readonly string[],
  { maxBytes, cut }: Readonly<{ maxBytes: number; cut: boolean }>,
): Promise<Decoded> {
  let decoded: Decoded = { bytes: body.subarray(0, maxBytes), truncated: cut }
  if (body.length > maxBytes) decoded = { ...decoded, truncated: true }
  const wanted = codings.filter((coding) => coding !== 'identity')
  if (wanted.length > MOST_CODINGS || body.length === 0) return decoded
  for (const coding of wanted.toReversed()) {
    const format = FORMATS.get(coding)
    if (format === undefined) return decoded
    decoded = await undo(format, decoded, maxBytes)
  }
  return decoded
}

async function undo(
  format: 'gzip' | 'deflate' | 'br',
  { bytes, truncated }: Decoded,
  maxBytes: number,
): Promise<Decoded> {
  if (format === 'br') return { bytes: brotli(bytes, maxBytes, truncated), truncated }
  const pieces = inflated(format, bytes)
  let whole = true
  const source = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        // The end is missing because we cut it off.
        if (!truncated) throw error
        whole = false
        controller.close()
      }
    },
    cancel: async () => {
      await pieces.return(undefined)
    },
  })
  const read = await readBounded(source, maxBytes)
  return { bytes: read.bytes, truncated: read.truncated || truncated || !whole }
}

async function* inflated(format: 'gzip' | 'deflate', bytes: Bytes): AsyncGenerator<Uint8Array> {
  const isBare = format === 'deflate' && ((bytes[0] ?? 0) & 0x0f) !== ZLIB_METHOD
  const stream = new DecompressionStream(isBare ? 'deflate-raw' : format)
  const writer = stream.writable.getWriter()
  // What goes wrong with the bytes is thrown by the reading side.
  const writing = writer.write(bytes).then(() => writer.close())
  const settled = writing.catch(() => undefined)
  const reader = stream.readable.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      yield value
    }
    await settled
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** At once, as the platform's stream does not wait for its reader: a bomb would fill the memory. */
function brotli(bytes: Bytes, maxOutputLength: number, isCut: boolean): Bytes {
  const finishFlush = isCut ? constants.BROTLI_OPERATION_FLUSH : constants.BROTLI_OPERATION_FINISH
  return new Uint8Array(brotliDecompressSync(bytes, { maxOutputLength, finishFlush }))
}
