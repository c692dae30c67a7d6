import { createHash } from 'node:crypto'

/** RFC 9562 §5.5: a UUID made of a name within a namespace (a UUID), the same every time. */
export function uuidV5(namespace: string, name: string): string {
  const within = Buffer.from(namespace.replaceAll('-', ''), 'hex')
  const hash = createHash('sha1').update(within).update(name).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)]
  return `${parts.join('-')}-${hex.slice(20, 32)}`
}
