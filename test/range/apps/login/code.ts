import { createHmac } from 'node:crypto'

/** What an authenticator app shows: SHA-1, six digits, thirty seconds (RFC 6238). */
export function codeAt(secret: Buffer, now: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const mac = createHmac('sha1', secret).update(message).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
