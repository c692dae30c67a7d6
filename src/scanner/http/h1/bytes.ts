import { BrokenOff } from './malformed.ts'

const LF = 10
const EMPTY = new Uint8Array()

/** The line is longer than what may be read of it. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError'
}

/** Reads lines and runs of bytes from a stream that comes in pieces of any size. */
export class ByteReader {
  readonly #read: () => Promise<Uint8Array | null>
  #piece: Uint8Array = EMPTY
  #at = 0

  constructor(read: () => Promise<Uint8Array | null>) {
    this.#read = read
  }

  /** True when bytes have come that nobody has taken. */
  get hasRest(): boolean {
    return this.#at < this.#piece.length
  }

  /** At least one byte and at most `most`; null at the end of the stream. */
  async take(most: number): Promise<Uint8Array | null> {
    while (!this.hasRest) {
      const piece = await this.#next()
      if (piece === null) return null
      this.#piece = piece
      this.#at = 0
    }
    const taken = this.#piece.subarray(this.#at, this.#at + most)
    this.#at += taken.length
    return taken
  }

  /** A reset is an end that was not meant. */
  async #next(): Promise<Uint8Array | null> {
    try {
      return await this.#read()
    } catch (cause) {
      throw new BrokenOff('The connection was lost.', false, { cause })
    }
  }

  /**
   * A line without its end (LF, or CR and LF); null when the stream ends before its LF. Throws
   * TooLongError when it has more than `most` bytes.
   */
  async line(most: number): Promise<string | null> {
    let text = ''
    for (;;) {
      const piece = await this.take(most + 2)
      if (piece === null) return null
      const end = piece.indexOf(LF)
      text += binaryText(end === -1 ? piece : piece.subarray(0, end))
      if (text.length > most + 1) throw new TooLongError(`A line is longer than ${most} bytes.`)
      if (end === -1) continue
      this.#at -= piece.length - end - 1
      const line = text.endsWith('\r') ? text.slice(0, -1) : text
      if (line.length > most) throw new TooLongError(`A line is longer than ${most} bytes.`)
      return line
    }
  }
}

const CHARS_AT_ONCE = 4096

/** Bytes as text, one character per byte (ISO 8859-1, which no TextDecoder reads). */
export function binaryText(bytes: Uint8Array): string {
  if (bytes.length <= CHARS_AT_ONCE) return String.fromCharCode(...bytes)
  let text = ''
  for (let at = 0; at < bytes.length; at += CHARS_AT_ONCE) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHARS_AT_ONCE))
  }
  return text
}

/** The other way: a character per byte. Throws RangeError for characters that are no bytes. */
export function bytesOfBinary(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => {
    const code = char.charCodeAt(0)
    if (char.length > 1 || code > 0xff) throw new RangeError('The text holds more than bytes.')
    return code
  })
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}
