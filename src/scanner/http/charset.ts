const BYTE_ORDER_MARKS: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
]

const markedEncoding = (bytes: Uint8Array): string | undefined =>
  (bytes[0] ?? 0) < 0xef
    ? undefined
    : BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1]

const declaredEncoding = (contentType: string | null): string | undefined =>
  /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1]

/** Nearly every answer is UTF-8; without `stream` a decoder keeps nothing from one to the next. */
const utf8 = new TextDecoder()

/** A label no decoder knows, or one the platform lacks, reads as UTF-8: garbage in, text out. */
function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return new TextDecoder()
    throw error
  }
}

/**
 * The text of a body: a byte order mark decides, then the charset of Content-Type, then UTF-8.
 * Never throws on content; a cut body loses its last, incomplete character.
 */
export function decodeBody(
  bytes: Uint8Array,
  contentType: string | null,
  truncated: boolean,
): string {
  const label = markedEncoding(bytes) ?? declaredEncoding(contentType) ?? 'utf-8'
  if (!truncated && /^utf-?8$/i.test(label)) return utf8.decode(bytes)
  return decoderFor(label).decode(bytes, { stream: truncated })
}
