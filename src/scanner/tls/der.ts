/** One element of DER (X.690): its tag, its content, and all its bytes. */
export type Der = Readonly<{ tag: number; content: Uint8Array; raw: Uint8Array }>

/** The bytes are not what they should be. */
export class DerError extends Error {
  override readonly name = 'DerError'
}

const LONG_FORM = 0x80
const MOST_LENGTH_BYTES = 3
const MOST_ELEMENTS = 1000

/** The elements that stand in these bytes, one after the other. */
export function elementsIn(bytes: Uint8Array): readonly Der[] {
  const elements: Der[] = []
  for (let at = 0; at < bytes.length;) {
    const element = elementAt(bytes, at)
    elements.push(element)
    at += element.raw.length
    if (elements.length > MOST_ELEMENTS) throw new DerError('There are too many elements.')
  }
  return elements
}

function elementAt(bytes: Uint8Array, start: number): Der {
  const tag = bytes[start] ?? 0
  const first = bytes[start + 1]
  if (first === undefined || (tag & 0x1f) === 0x1f) throw new DerError('An element has no length.')
  const more = first & LONG_FORM ? first & ~LONG_FORM : 0
  if ((first & LONG_FORM && more === 0) || more > MOST_LENGTH_BYTES) {
    throw new DerError('The length of an element is out of bounds.')
  }
  let length = more === 0 ? first : 0
  for (const byte of bytes.subarray(start + 2, start + 2 + more)) length = length * 256 + byte
  const at = start + 2 + more
  if (at + length > bytes.length) throw new DerError('An element ends early.')
  return {
    tag,
    content: bytes.subarray(at, at + length),
    raw: bytes.subarray(start, at + length),
  }
}

/** `1.2.840.113549.1.1.11`. */
export function oidOf({ tag, content }: Der): string {
  if (tag !== 6) throw new DerError('There is no object identifier.')
  const parts: number[] = []
  let part = 0
  for (const byte of content) {
    part = part * 128 + (byte & 0x7f)
    if (byte & 0x80) continue
    if (parts.length === 0) parts.push(Math.min(2, Math.floor(part / 40)))
    parts.push(parts.length === 1 ? part - (parts[0] ?? 0) * 40 : part)
    part = 0
  }
  return parts.join('.')
}
