import { fromIsoSeconds, type Instant } from '../../report/time.ts'
import { binaryText } from '../http/h1/bytes.ts'
import { DerError, elementsIn, oidOf, type Der } from './der.ts'

export type PublicKey = Readonly<{
  /** `other`: an algorithm that this reader does not know; its strength is unknown. */
  kind: 'rsa' | 'ec' | 'ed25519' | 'ed448' | 'dsa' | 'other'
  bits: number | null
}>
export type CertificateFacts = Readonly<{
  /** Common name, else the whole name as `key=value` pairs. */
  subject: string
  issuer: string
  /** Its subject is its issuer: nobody else vouches for it. */
  isSelfIssued: boolean
  notBefore: Instant
  notAfter: Instant
  /** Subject alternative names: DNS names in lower case, and addresses. */
  names: readonly string[]
  key: PublicKey
  /** The digest of its signature; null where the algorithm has none of its own or is not known. */
  digest: 'md2' | 'md5' | 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512' | null
}>

const CURVES: Readonly<Record<string, number>> = {
  '1.2.840.10045.3.1.1': 192,
  '1.3.132.0.33': 224,
  '1.2.840.10045.3.1.7': 256,
  '1.3.132.0.10': 256,
  '1.3.132.0.34': 384,
  '1.3.132.0.35': 521,
}
const DIGESTS: Readonly<Record<string, NonNullable<CertificateFacts['digest']>>> = {
  '1.2.840.113549.1.1.2': 'md2',
  '1.2.840.113549.1.1.4': 'md5',
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.10040.4.3': 'sha1',
  '1.2.840.10045.4.1': 'sha1',
  '1.2.840.113549.1.1.14': 'sha224',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.4': 'sha512',
}
const COMMON_NAME = '2.5.4.3'
const ALTERNATIVE_NAMES = '2.5.29.17'
const NAME_CHARS = 200

/** Reads a certificate (RFC 5280). Null for bytes that are none. Signatures are not checked. */
export function readCertificate(der: Uint8Array): CertificateFacts | null {
  try {
    return read(der)
  } catch (error) {
    if (error instanceof DerError) return null
    throw error
  }
}

function read(der: Uint8Array): CertificateFacts {
  const [tbs, algorithm] = inside(first(elementsIn(der)))
  const fields = inside(tbs)
  // An explicit version stands first in all but those of version 1.
  const [, , issuer, validity, subject, key, ...rest] =
    fields[0]?.tag === 0xa0 ? fields.slice(1) : fields
  const [notBefore, notAfter] = inside(validity)
  return {
    subject: nameOf(subject),
    issuer: nameOf(issuer),
    isSelfIssued: binaryText(needed(subject).raw) === binaryText(needed(issuer).raw),
    notBefore: timeOf(notBefore),
    notAfter: timeOf(notAfter),
    names: namesIn(rest.find(({ tag }) => tag === 0xa3)),
    key: keyOf(key),
    digest: DIGESTS[oidOf(first(inside(algorithm)))] ?? null,
  }
}

function needed(element: Der | undefined): Der {
  if (element === undefined) throw new DerError('An element is missing.')
  return element
}
const inside = (element: Der | undefined): readonly Der[] => elementsIn(needed(element).content)
const first = (elements: readonly Der[]): Der => needed(elements[0])

function nameOf(name: Der | undefined): string {
  const pairs = inside(name)
    .flatMap((set) => inside(set))
    .map((pair) => {
      const [key, value] = inside(pair)
      return [oidOf(needed(key)), textOf(needed(value))] as const
    })
  const common = pairs.findLast(([key]) => key === COMMON_NAME)?.[1]
  return (common ?? pairs.map(([key, value]) => `${key}=${value}`).join(', ')).slice(0, NAME_CHARS)
}

const BMP_STRING = 0x1e
const textOf = ({ tag, content }: Der): string =>
  new TextDecoder(tag === BMP_STRING ? 'utf-16be' : 'utf-8').decode(content)

const UTC_TIME = 0x17
const TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/

/** RFC 5280, 4.1.2.5: always in UTC, to the second; two digits of a year mean 1950 to 2049. */
function timeOf(element: Der | undefined): Instant {
  const { tag, content } = needed(element)
  const text = binaryText(content)
  const full = tag === UTC_TIME ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text
  const [, year, month, day, hour, minute, second] = TIME.exec(full) ?? []
  const at = fromIsoSeconds(`${year}-${month}-${day}T${hour}:${minute}:${second}`)
  if (Number.isNaN(at)) throw new DerError('A date is not well-formed.')
  return at
}

const DNS_NAME = 0x82
const IP_ADDRESS = 0x87

function namesIn(extensions: Der | undefined): readonly string[] {
  if (extensions === undefined) return []
  const extension = inside(first(inside(extensions))).find(
    (each) => oidOf(first(inside(each))) === ALTERNATIVE_NAMES,
  )
  if (extension === undefined) return []
  const value = needed(inside(extension).at(-1))
  return inside(first(elementsIn(value.content))).flatMap(({ tag, content }) => {
    if (tag === DNS_NAME) return [binaryText(content).toLowerCase()]
    return tag === IP_ADDRESS ? [addressOf(content)] : []
  })
}

const addressOf = (bytes: Uint8Array): string =>
  bytes.length === 4
    ? bytes.join('.')
    : Array.from({ length: bytes.length >> 1 }, (_, at) =>
        (((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0)).toString(16),
      ).join(':')

function keyOf(spki: Der | undefined): PublicKey {
  const [algorithm, bits] = inside(spki)
  const [oid, parameter] = inside(algorithm)
  // A bit string begins with the number of its unused bits.
  const key = needed(bits).content.subarray(1)
  switch (oidOf(needed(oid))) {
    case '1.2.840.113549.1.1.1':
      return { kind: 'rsa', bits: bitsOf(first(inside(first(elementsIn(key)))).content) }
    case '1.2.840.10045.2.1':
      return { kind: 'ec', bits: parameter?.tag === 6 ? (CURVES[oidOf(parameter)] ?? null) : null }
    case '1.2.840.10040.4.1':
      return {
        kind: 'dsa',
        bits: parameter === undefined ? null : bitsOf(first(inside(parameter)).content),
      }
    case '1.3.101.112':
      return { kind: 'ed25519', bits: 256 }
    case '1.3.101.113':
      return { kind: 'ed448', bits: 456 }
    default:
      return { kind: 'other', bits: null }
  }
}

/** The size of a number, without the zeros before it. */
function bitsOf(bytes: Uint8Array): number {
  const start = bytes.findIndex((byte) => byte !== 0)
  if (start === -1) return 0
  return (bytes.length - start) * 8 - Math.clz32(bytes[start] ?? 0) + 24
}
