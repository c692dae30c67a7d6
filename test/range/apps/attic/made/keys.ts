import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { BASE62, pick } from './random.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })

export const rsaPrivatePem = (): string =>
  rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
export const rsaPublicPem = (): string =>
  rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()
export const ecPrivatePem = (): string =>
  ec.privateKey.export({ type: 'sec1', format: 'pem' }).toString()
export const pkcs8Pem = (): string =>
  ec.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const sized = (bytes: Buffer | string): Buffer => {
  const body = Buffer.from(bytes)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, body])
}

const TYPE = 'ssh-ed25519'

function ed25519(): Readonly<{ seed: Buffer; point: Buffer }> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    seed: privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-32),
    point: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32),
  }
}

/** A key without a passphrase as ssh-keygen writes it (PROTOCOL.key of OpenSSH). */
export function opensshPrivateKey(): string {
  const { seed, point } = ed25519()
  const isPublic = Buffer.concat([sized(TYPE), sized(point)])
  const check = randomBytes(4)
  const secret = Buffer.concat([
    check,
    check,
    isPublic,
    sized(Buffer.concat([seed, point])),
    sized('deploy@attic'),
  ])
  const padding = Buffer.from([1, 2, 3, 4, 5, 6, 7].slice(0, (8 - (secret.length % 8)) % 8))
  const blob = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    sized('none'),
    sized('none'),
    sized(''),
    Buffer.from([0, 0, 0, 1]),
    sized(isPublic),
    sized(Buffer.concat([secret, padding])),
  ])
  return pem('OPENSSH PRIVATE KEY', blob)
}

/** The line that goes into authorized_keys: meant to be given away. */
export function opensshPublicKey(): string {
  const { point } = ed25519()
  const blob = Buffer.concat([sized(TYPE), sized(point)]).toString('base64')
  return `${TYPE} ${blob} deploy@attic\n`
}

const pem = (label: string, der: Buffer): string => {
  const lines = der.toString('base64').match(/.{1,70}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

/** Passwords of Basic authentication as htpasswd stores them: SHA-1, and the form of bcrypt. */
export const htpasswd = (): string => {
  const hash = createHash('sha1').update(randomBytes(16)).digest('base64')
  return `anna:{SHA}${hash}\nolof:$2y$10$${pick(`./${BASE62}`, 53)}\n`
}
