/** A shared secret of one-time codes with its parameters (RFC 6238). */
export type Totp = Readonly<{
  key: Uint8Array<ArrayBuffer>
  algorithm: 'SHA-1' | 'SHA-256' | 'SHA-512'
  digits: number
  periodS: number
}>

const ALGORITHMS: Readonly<Record<string, Totp['algorithm']>> = {
  SHA1: 'SHA-1',
  SHA256: 'SHA-256',
  SHA512: 'SHA-512',
}
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Reads a secret as authenticator apps take it: base 32 (blanks, hyphens and case do not matter; SHA-1,
 * 6 digits, 30 s) or an `otpauth://totp/…` URI that names its own. Null where it is neither.
 */
export function readTotp(text: string): Totp | null {
  const trimmed = text.trim()
  if (!/^otpauth:/i.test(trimmed)) return totpOf(decodeBase32(trimmed), new URLSearchParams())
  const uri = URL.parse(trimmed)
  if (uri === null || !/^otpauth:\/\/totp\//i.test(trimmed)) return null
  return totpOf(decodeBase32(uri.searchParams.get('secret') ?? ''), uri.searchParams)
}

function totpOf(key: Uint8Array<ArrayBuffer> | null, given: URLSearchParams): Totp | null {
  const algorithm = ALGORITHMS[given.get('algorithm')?.toUpperCase().replace('-', '') ?? 'SHA1']
  const digits = Number(given.get('digits') ?? '6')
  const periodS = Number(given.get('period') ?? '30')
  const isKnown = [6, 7, 8].includes(digits) && Number.isInteger(periodS)
  if (key === null || algorithm === undefined || !isKnown || periodS < 1) return null
  return { key, algorithm, digits, periodS }
}

/** RFC 4648, section 6; padding may be missing. Null for anything else, and for nothing. */
function decodeBase32(text: string): Uint8Array<ArrayBuffer> | null {
  const letters = text.toUpperCase().replaceAll(/[\s-]/g, '').replace(/=+$/, '')
  if (letters === '' || /[^A-Z2-7]/.test(letters)) return null
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const letter of letters) {
    held = (held << 5) | BASE32.indexOf(letter)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 0xff)
    held &= (1 << bits) - 1
  }
  return bytes.length === 0 ? null : Uint8Array.from(bytes)
}

/** Which of the periods since 1970 an instant (milliseconds) lies in. */
export const stepOf = ({ periodS }: Totp, now: number): number => Math.floor(now / 1000 / periodS)

/** The code of one period, with leading zeros (RFC 4226, section 5.3). */
export async function codeOf({ key, algorithm, digits }: Totp, step: number): Promise<string> {
  const message = new DataView(new ArrayBuffer(8))
  message.setBigUint64(0, BigInt(step))
  const hmac = { name: 'HMAC', hash: algorithm }
  const imported = await crypto.subtle.importKey('raw', key, hmac, false, ['sign'])
  const mac = new DataView(await crypto.subtle.sign('HMAC', imported, message))
  const offset = mac.getUint8(mac.byteLength - 1) & 0x0f
  const number = (mac.getUint32(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}
