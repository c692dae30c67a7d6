import { ACCEPTED, ProbeError, type HttpRequest } from '../exchange.ts'
import { bytesOfBinary, joinBytes } from './bytes.ts'

/** What the codec decides, or fetch would drop: only `wire.lines` can send these. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'expect',
])
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}$/
/** Methods whose lack of a body is said. */
const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** Fewer than fetch decodes: a large page in Brotli could not be cut at its bound here. */
const DECODED = 'gzip, deflate'

const encoder = new TextEncoder()

/**
 * The bytes of a request (RFC 9112, 3). What `wire` says is sent byte for byte: a character is a
 * byte. Line ends in it would begin a second request: ProbeError `transport`.
 */
export function encodeRequest(request: HttpRequest): Uint8Array {
  const { method, url, headers, wire = {} } = request
  const target = wire.target ?? `${url.pathname}${url.search}`
  const host = wire.host ?? url.host
  const lines = wire.lines ?? []
  if (!TOKEN.test(method)) throw unsendable(`The method ${method} is no token.`)
  if ([target, host, ...lines].some((text) => /[\r\n]/.test(text))) {
    throw unsendable('A line end would begin a second request.')
  }
  if (lines.includes('')) throw unsendable('An empty line would end the head.')
  const names = new Set(lines.map((line) => line.split(':', 1)[0]?.trim().toLowerCase()))
  const body = request.body === undefined ? null : encoder.encode(request.body)
  const isSaid = (name: string): boolean => headers.has(name) || names.has(name)
  const plain = [
    ...Object.entries(ACCEPTED).filter(([name]) => !isSaid(name)),
    ...[...headers].filter(([name]) => !OWN_HEADERS.has(name)),
    ...(body !== null && !isSaid('content-type')
      ? [['content-type', 'text/plain;charset=UTF-8'] as const]
      : []),
    ...(body !== null || BODY_METHODS.has(method)
      ? [['content-length', String(body?.length ?? 0)] as const]
      : []),
  ].filter(([name]) => !(name === 'content-length' && names.has(name)))
  const start = `${method} ${target} HTTP/1.1\r\n`
  const own = names.has('host') ? lines : [`Host: ${host}`, ...lines]
  return joinBytes([
    binary(start + own.map((line) => `${line}\r\n`).join('')),
    encoder.encode(
      plain.map(([name, value]) => `${titled(name)}: ${accepted(value)}\r\n`).join(''),
    ),
    encoder.encode('\r\n'),
    body ?? new Uint8Array(),
  ])
}

function binary(text: string): Uint8Array {
  try {
    return bytesOfBinary(text)
  } catch (error) {
    throw unsendable('The request holds characters that are no bytes.', error)
  }
}

const accepted = (value: string): string =>
  value === ACCEPTED['accept-encoding'] ? DECODED : value

/** As browsers write names over HTTP/1.1. */
const titled = (name: string): string =>
  name.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase())

const unsendable = (message: string, cause?: unknown): ProbeError =>
  new ProbeError('transport', message, { cause })
