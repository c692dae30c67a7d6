const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Bytes as one big-endian number in base 62, padded with `0` to `length` characters. */
export function base62(bytes: Uint8Array, length: number): string {
  let rest = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  let text = ''
  while (rest > 0n) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text.padStart(length, '0')
}
