import {
  createHash,
  generateKeyPairSync,
  sign,
  type KeyObject,
  type KeyPairKeyObjectResult,
} from 'node:crypto'

// X.509 certificates of any faults (RFC 5280), written by hand: no tool makes them all.

export type Made = Readonly<{
  der: Buffer
  pem: string
  key: KeyObject
  keyPem: string
  name: string
}>
export type Wish = Readonly<{
  cn: string
  names?: readonly string[]
  ips?: readonly string[]
  from?: Date
  to?: Date
  key?: 'ec' | 'p521' | 'brainpool' | 'rsa1024' | 'rsa2048' | 'ed25519'
  digest?: 'sha256' | 'sha1' | 'md5'
  isCa?: boolean
  /** Signs itself unless there is one. */
  issuer?: Made
}>

const DAY_MS = 86_400_000
const OIDS = {
  ecSha256: '1.2.840.10045.4.3.2',
  ed25519: '1.3.101.112',
  rsa: {
    sha256: '1.2.840.113549.1.1.11',
    sha1: '1.2.840.113549.1.1.5',
    md5: '1.2.840.113549.1.1.4',
  },
} as const

const keys = new Map<string, KeyPairKeyObjectResult>()
function keyPair(kind: NonNullable<Wish['key']>, cn: string): KeyPairKeyObjectResult {
  const name = `${kind} ${cn}`
  const known = keys.get(name)
  if (known) return known
  const made =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : kind === 'p521'
        ? generateKeyPairSync('ec', { namedCurve: 'P-521' })
        : kind === 'brainpool'
          ? generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1' })
          : kind === 'ed25519'
            ? generateKeyPairSync('ed25519')
            : generateKeyPairSync('rsa', { modulusLength: kind === 'rsa1024' ? 1024 : 2048 })
  keys.set(name, made)
  return made
}

export function makeCertificate(wish: Wish): Made {
  const { cn, issuer, digest = 'sha256' } = wish
  const { publicKey, privateKey } = keyPair(wish.key ?? 'ec', cn)
  const signer = issuer?.key ?? privateKey
  const algorithm = algorithmOf(signer, digest)
  const body = sequence(
    tlv(0xa0, integer(Buffer.from([2]))),
    integer(serialOf(wish)),
    algorithm,
    nameOf(issuer?.name ?? cn),
    sequence(
      time(wish.from ?? new Date(Date.now() - DAY_MS)),
      time(wish.to ?? new Date(Date.now() + 90 * DAY_MS)),
    ),
    nameOf(cn),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensionsOf(wish))),
  )
  const isEdward = signer.asymmetricKeyType === 'ed25519'
  const signature = sign(isEdward ? null : digest, body, signer)
  const der = sequence(body, algorithm, bits(signature))
  const base64 = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    der,
    pem: `-----BEGIN CERTIFICATE-----\n${base64.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey,
    keyPem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    name: cn,
  }
}

/** Begins with 1: DER knows no number with zeros in front, and one of 512 hashes begins with them. */
const serialOf = (wish: Wish): Buffer =>
  Buffer.concat([
    Buffer.from([1]),
    createHash('sha1').update(JSON.stringify(wish)).digest().subarray(0, 8),
  ])

function extensionsOf({ names = [], ips = [], isCa = false }: Wish): readonly Buffer[] {
  const alternatives = [
    ...names.map((name) => tlv(0x82, Buffer.from(name))),
    ...ips.map((ip) => tlv(0x87, Buffer.from(ip.split('.').map(Number)))),
  ]
  const constraint = sequence(...(isCa ? [tlv(1, Buffer.from([0xff]))] : []))
  return [
    sequence(oid('2.5.29.19'), tlv(1, Buffer.from([0xff])), tlv(4, constraint)),
    ...(alternatives.length > 0
      ? [sequence(oid('2.5.29.17'), tlv(4, sequence(...alternatives)))]
      : []),
  ]
}

function algorithmOf(key: KeyObject, digest: 'sha256' | 'sha1' | 'md5'): Buffer {
  if (key.asymmetricKeyType === 'ed25519') return sequence(oid(OIDS.ed25519))
  return key.asymmetricKeyType === 'rsa'
    ? sequence(oid(OIDS.rsa[digest]), tlv(5, Buffer.alloc(0)))
    : sequence(oid(OIDS.ecSha256))
}

const tlv = (tag: number, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  return length < 0x100
    ? Buffer.from([0x81, length])
    : Buffer.from([0x82, length >> 8, length & 0xff])
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => tlv(0x30, Buffer.concat(parts))
const integer = (bytes: Buffer): Buffer =>
  tlv(2, (bytes[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
const bits = (bytes: Uint8Array): Buffer => tlv(3, Buffer.concat([Buffer.from([0]), bytes]))
const nameOf = (cn: string): Buffer =>
  sequence(tlv(0x31, sequence(oid('2.5.4.3'), tlv(0x0c, Buffer.from(cn)))))

/** UTCTime up to 2049, GeneralizedTime after that (RFC 5280, 4.1.2.5). */
function time(date: Date): Buffer {
  const text = date.toISOString().replaceAll(/[-:T]|\.\d{3}/g, '')
  return date.getUTCFullYear() < 2050
    ? tlv(0x17, Buffer.from(text.slice(2)))
    : tlv(0x18, Buffer.from(text))
}

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const groups = [part & 0x7f]
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80)
    return groups
  })
  return tlv(6, Buffer.from(bytes))
}
