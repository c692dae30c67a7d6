import { createHash, timingSafeEqual } from 'node:crypto'

import { base62 } from './base62.ts'

const SECRET_BYTES = 32
const SECRET_CHARS = 43
const ID_BYTES = 9
const ID_CHARS = 13
const CRC_CHARS = 6

const PATTERN = new RegExp(
  `^psk_live_([0-9A-Za-z]{${ID_CHARS}})_([0-9A-Za-z]{${SECRET_CHARS}})_([0-9A-Za-z]{${CRC_CHARS}})$`,
)

export type RandomBytes = (length: number) => Uint8Array
/** `text` is shown once and never stored; `hash` is what the database holds. */
export type NewKey = Readonly<{ id: string; text: string; hash: string }>

/** `psk_live_<id>_<32 random bytes in base 62>_<CRC-32>`: secret scanners can verify it offline. */
export function makeKey(randomBytes: RandomBytes): NewKey {
  const id = base62(randomBytes(ID_BYTES), ID_CHARS)
  const body = `psk_live_${id}_${base62(randomBytes(SECRET_BYTES), SECRET_CHARS)}`
  const text = `${body}_${checksum(body)}`
  return { id, text, hash: hashKey(text) }
}

/** The id in a well-formed key, or null. Says nothing about whether such a key was ever made. */
export function keyIdOf(text: string): string | null {
  const [, id, secret, crc] = PATTERN.exec(text) ?? []
  if (id === undefined || secret === undefined) return null
  return checksum(`psk_live_${id}_${secret}`) === crc ? id : null
}

/** SHA-256, hex: enough for a secret of 256 random bits. */
export const hashKey = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Constant-time comparison of the key's hash with the stored one. */
export function matchesHash(text: string, hash: string): boolean {
  const expected = Buffer.from(hash, 'hex')
  const actual = Buffer.from(hashKey(text), 'hex')
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

const checksum = (text: string): string => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, crc32(text))
  return base62(bytes, CRC_CHARS)
}

/** CRC-32 of ISO 3309, as in zlib. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
