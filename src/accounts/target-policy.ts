import { LIMITS } from '../limits.ts'
import { classifyAddress, literalOf } from './addresses.ts'
import { BAD_PORTS } from './bad-ports.ts'

export type TargetPolicy = Readonly<{
  /** Local mode only: loopback literals, `localhost` and `*.test` may be targets. */
  allowLoopback: boolean
  /** Hosts of this service, `name` or `name:port`; with their subdomains, never a target. */
  ownHosts: readonly string[]
}>

export type ParsedTarget =
  | Readonly<{ ok: true; url: URL }>
  | Readonly<{ ok: false; reason: string }>

/** Endings that no public resolver may be asked about (tables.md §9; RFC 2606, 6761, 6762, 7686). */
const UNASKED_ENDINGS = ['invalid', 'example', 'local', 'internal', 'onion', 'localhost', 'test']
const MAX_NAME_LENGTH = 253
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** A text as people type it, as the URL that may be scanned, or why it may not be. */
export function parseTarget(text: string, policy: TargetPolicy): ParsedTarget {
  const trimmed = text.trim()
  if (trimmed === '') return refused('The address is empty.')
  if (trimmed.length > LIMITS.urlLength) {
    return refused(`The address is longer than ${LIMITS.urlLength} characters.`)
  }
  if (hasControls(trimmed))
    return refused('The address contains a line break or control character.')
  if (!/^https?:/i.test(trimmed)) return refused('The address must start with http:// or https://.')
  // Not URL.canParse: once optimised, that of Node 22, which tests run on, refuses umlauts.
  const url = URL.parse(trimmed)
  if (url === null) return refused('This is not a valid web address.')
  const reason = whyForbidden(url, policy)
  return reason === null ? { ok: true, url: withoutFinalDot(url) } : refused(reason)
}

/**
 * Why a parsed URL may not be connected to, judged by its text alone: names are not resolved here.
 * Null when nothing speaks against it.
 */
export function whyForbidden(url: URL, policy: TargetPolicy): string | null {
  if (!(url.protocol in DEFAULT_PORTS)) return 'Only http and https addresses are allowed.'
  if (url.username !== '' || url.password !== '') {
    return 'The address must not contain a user name or password.'
  }
  if (BAD_PORTS.has(portOf(url))) return `Port ${portOf(url)} belongs to another kind of service.`
  if (policy.ownHosts.some((own) => isOwn(url, own)))
    return 'The address belongs to this service itself.'
  const literal = literalOf(url)
  return literal === null
    ? whyNameForbidden(hostName(url), policy)
    : whyAddressForbidden(literal, policy)
}

/** Why an address that a URL names, or that a name resolved to, is out of reach. */
export function whyAddressForbidden(
  address: string,
  policy: Pick<TargetPolicy, 'allowLoopback'>,
): string | null {
  const verdict = classifyAddress(address)
  if (verdict.kind === 'public') return null
  if (verdict.kind === 'loopback') {
    return policy.allowLoopback ? null : `The address ${address} is loopback, not public.`
  }
  return `The address ${address} is ${verdict.what}, not public.`
}

/** `localhost` and names ending in `.test`: they mean this machine, in local mode only. */
export const isLocalName = (name: string): boolean => name === 'localhost' || name.endsWith('.test')

/** The host as resolvers are asked for it: lower case, without a final dot. */
export const hostName = (url: URL): string => url.hostname.replace(/\.$/, '')

/**
 * The one spelling of a target that dedup and "previous scan" compare: lower-case scheme and host,
 * no default port, no fragment, path without needless escapes and without a final slash.
 */
export function normaliseTarget(url: URL): string {
  const host = url.port === '' ? hostName(url) : `${hostName(url)}:${url.port}`
  const path = url.pathname
    .replaceAll(/%[0-9a-f]{2}/gi, plainEscape)
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1')
  return `${url.protocol}//${host}${path}${url.search}`
}

/** RFC 3986 §6.2.2: escapes of unreserved characters are undone, others are upper case. */
function plainEscape(escape: string): string {
  const char = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
  return /[a-z0-9_~-]/i.test(char) ? char : escape.toUpperCase()
}

function whyNameForbidden(name: string, policy: TargetPolicy): string | null {
  const labels = name.split('.')
  const isWellFormed = labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label))
  if (!isWellFormed || name.length > MAX_NAME_LENGTH) return 'This is not a valid host name.'
  const isAllowedLocally = name === 'localhost' || (labels.length > 1 && labels.at(-1) === 'test')
  if (policy.allowLoopback && isAllowedLocally) return null
  if (labels.length === 1) return `The host "${name}" is not a public name.`
  const ending = UNASKED_ENDINGS.find((each) => each === labels.at(-1))
  return ending === undefined ? null : `Names ending in .${ending} are not public.`
}

function isOwn(url: URL, own: string): boolean {
  const other = new URL(`http://${own.toLowerCase()}`)
  const name = hostName(url)
  const ownName = hostName(other)
  if (other.port !== '' && Number(other.port) !== portOf(url)) return false
  if (name === ownName || name.endsWith(`.${ownName}`)) return true
  // All spellings of this machine are one host: 127.0.0.1, 127.1.2.3, [::1], localhost, a.test.
  return other.port !== '' && isThisMachine(url) && isThisMachine(other)
}

function isThisMachine(url: URL): boolean {
  const literal = literalOf(url)
  return literal === null
    ? isLocalName(hostName(url))
    : classifyAddress(literal).kind === 'loopback'
}

const portOf = (url: URL): number =>
  url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? 0) : Number(url.port)

function withoutFinalDot(url: URL): URL {
  const plain = new URL(url)
  plain.hostname = hostName(url)
  return plain
}

const hasControls = (text: string): boolean =>
  Array.from(text, (char) => char.codePointAt(0) ?? 0).some((code) => code < 0x20 || code === 0x7f)

const refused = (reason: string) => ({ ok: false, reason }) as const
