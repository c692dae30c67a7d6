import { joinBytes } from '../http/h1/bytes.ts'

/** What a server answered to a ClientHello, as far as it is readable without a key. */
export type Flight =
  | Readonly<{
      kind: 'hello'
      version: number
      suite: number
      /** What was agreed on by ALPN; null when nothing was, or when it is said encrypted (TLS 1.3). */
      alpn: string | null
      /** Certificates in DER, the server's own first; null where they are encrypted or not sent. */
      chain: readonly Uint8Array[] | null
    }>
  /** RFC 8446, 6: 40 handshake_failure, 70 protocol_version, 80 internal_error, … */
  | Readonly<{ kind: 'alert'; code: number }>
  /** Closed without a word: how some servers refuse. */
  | Readonly<{ kind: 'closed' }>
  | Readonly<{ kind: 'noise' }>

const ALERT = 21
const HANDSHAKE = 22
const SERVER_HELLO = 2
const CERTIFICATE = 11
/** ServerKeyExchange, CertificateRequest, ServerHelloDone: no certificate comes after them. */
const LATER: ReadonlySet<number> = new Set([12, 13, 14])
const FATAL = 2
const MOST_RECORD = (1 << 14) + 2048
const MOST_CERTIFICATES = 10
const TLS_1_3 = 0x0304

type Message = Readonly<{ type: number; body: Uint8Array }>
type Records = Readonly<{ messages: readonly Message[]; alert: number | null; isNoise: boolean }>

/** Reads what has come so far; null while more is needed. `ended`: nothing more will come. */
export function readFlight(bytes: Uint8Array, ended: boolean): Flight | null {
  const { messages, alert, isNoise } = recordsIn(bytes)
  const hello = messages.find(({ type }) => type === SERVER_HELLO)
  if (hello === undefined) {
    if (alert !== null) return { kind: 'alert', code: alert }
    if (isNoise) return { kind: 'noise' }
    if (!ended) return null
    return bytes.length === 0 ? { kind: 'closed' } : { kind: 'noise' }
  }
  const said = readHello(hello.body)
  if (said === null) return { kind: 'noise' }
  const certificate = messages.find(({ type }) => type === CERTIFICATE)
  const isComplete =
    said.version === TLS_1_3 ||
    certificate !== undefined ||
    messages.some(({ type }) => LATER.has(type))
  if (!isComplete && !ended && !isNoise && alert === null) return null
  return { kind: 'hello', ...said, chain: certificate ? chainIn(certificate.body) : null }
}

function recordsIn(bytes: Uint8Array): Records {
  const pieces: Uint8Array[] = []
  let alert: number | null = null
  let isNoise = false
  for (let at = 0; at + 5 <= bytes.length;) {
    const [type, major] = [bytes[at], bytes[at + 1]]
    const length = number(bytes, at + 3, 2)
    if ((type !== HANDSHAKE && type !== ALERT) || major !== 3 || length > MOST_RECORD) {
      isNoise = true
      break
    }
    const body = bytes.subarray(at + 5, at + 5 + length)
    if (body.length < length) break
    if (type === HANDSHAKE) pieces.push(body)
    else if (body[0] === FATAL) alert ??= body[1] ?? 0
    at += 5 + length
  }
  return { messages: messagesIn(joinBytes(pieces)), alert, isNoise }
}

function messagesIn(bytes: Uint8Array): readonly Message[] {
  const messages: Message[] = []
  for (let at = 0; at + 4 <= bytes.length;) {
    const length = number(bytes, at + 1, 3)
    const body = bytes.subarray(at + 4, at + 4 + length)
    if (body.length < length) break
    messages.push({ type: bytes[at] ?? 0, body })
    at += 4 + length
  }
  return messages
}

/** RFC 5246, 7.4.1.3, and for TLS 1.3 the real version in an extension (RFC 8446, 4.2.1). */
function readHello(
  body: Uint8Array,
): Readonly<{ version: number; suite: number; alpn: string | null }> | null {
  if (body.length < 38) return null
  const afterSession = 35 + (body[34] ?? 0)
  if (body.length < afterSession + 3) return null
  let version = number(body, 0, 2)
  let alpn: string | null = null
  for (let at = afterSession + 5; at + 4 <= body.length;) {
    const [type, length] = [number(body, at, 2), number(body, at + 2, 2)]
    const data = body.subarray(at + 4, at + 4 + length)
    if (type === 43 && data.length === 2) version = number(data, 0, 2)
    if (type === 16 && data.length > 3) alpn = String.fromCharCode(...data.subarray(3))
    at += 4 + length
  }
  return { version, suite: number(body, afterSession, 2), alpn }
}

function chainIn(body: Uint8Array): readonly Uint8Array[] {
  const chain: Uint8Array[] = []
  for (let at = 3; at + 3 <= body.length && chain.length < MOST_CERTIFICATES;) {
    const length = number(body, at, 3)
    chain.push(body.subarray(at + 3, at + 3 + length))
    at += 3 + length
  }
  return chain
}

function number(bytes: Uint8Array, at: number, size: number): number {
  let value = 0
  for (const byte of bytes.subarray(at, at + size)) value = value * 256 + byte
  return value
}
