import { createPrivateKey, createPublicKey } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** GitHub and npm: the last six characters are the CRC-32 of those between prefix and them. */
export const hasChecksum = (token: string): boolean => {
  const value = Array.from(token.slice(-6), (digit) => BASE62.indexOf(digit)).reduce(
    (sum, digit) => sum * 62 + digit,
    0,
  )
  return value === crc32(token.slice(4, -6))
}

/** Whether a private key can be made of it: by OpenSSL, or as OpenSSH stores Ed25519 keys. */
export const parses = (pem: string): boolean => {
  try {
    return createPrivateKey(pem).type === 'private'
  } catch {
    return isOpenssh(pem)
  }
}
/** The seed at the end of an OpenSSH key must give the public key at its start. */
function isOpenssh(pem: string): boolean {
  const body = /^-----BEGIN OPENSSH PRIVATE KEY-----\n([^-]+)-----END/.exec(pem)?.[1]
  if (body === undefined) return false
  const blob = Buffer.from(body, 'base64')
  const point = blob.subarray(62, 94)
  const at = blob.lastIndexOf(point)
  const seed = blob.subarray(at - 32, at)
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  const key = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' })
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32).equals(point)
}
