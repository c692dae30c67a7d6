import { LIMITS } from '../limits.ts'
import { classifyAddress, isAddress } from './addresses.ts'

export type TargetPolicy = Readonly<{
  /** Local mode only: this machine is a target. */
  allowLoopback: boolean
  /** The service's own host names; never a target. */
  ownHosts: readonly string[]
}>

export type Parsed = Readonly<{ ok: true; url: URL }> | Readonly<{ ok: false; reason: string }>

/** Ports that the Fetch standard blocks ("bad port"): other protocols listen there. */
const BAD_PORTS: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10_080,
])

/** Names that no public resolver answers for, refused unasked (tables.md §9). */
const CLOSED_SUFFIXES = ['invalid', 'example', 'local', 'internal', 'onion', 'localhost', 'test']
/** Of those, the ones that mean this machine; targets in local mode. */
const LOCAL_SUFFIXES = ['localhost', 'test']

/**
 * A target as people write it → the URL a browser would make of it, so that every spelling of an
 * address is judged by what it stands for. `reason` is a sentence for people.
 */
export function parseTarget(text: string, policy: TargetPolicy): Parsed {
  const refuse = (reason: string): Parsed => ({ ok: false, reason })
  if (text.length > LIMITS.urlLength) return refuse('The URL is too long.')
  const url = URL.parse(text.trim())
  if (url === null) return refuse('This is not a URL.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refuse('Only http and https URLs can be scanned.')
  }
  const reason = reasonAgainst(url, policy)
  if (reason !== null) return refuse(reason)
  url.hash = ''
  return { ok: true, url }
}

/** Why this URL may not be connected to, as far as its spelling tells; null = it may. */
export function reasonAgainst(url: URL, policy: TargetPolicy): string | null {
  if (url.username !== '' || url.password !== '') return 'A URL must not carry credentials.'
  if (url.port !== '' && BAD_PORTS.has(Number(url.port))) {
    return `Port ${url.port} belongs to another protocol.`
  }
  const host = hostOf(url)
  if (isAddress(host)) return reasonAgainstAddress(host, policy)
  return reasonAgainstName(host, policy)
}

/** Judges an address that a URL names or a name resolves to. */
export function reasonAgainstAddress(address: string, policy: TargetPolicy): string | null {
  switch (classifyAddress(address)) {
    case 'public':
      return null
    case 'loopback':
      return policy.allowLoopback ? null : 'Loopback addresses cannot be scanned.'
    case 'forbidden':
      return 'Only public unicast addresses can be scanned.'
  }
}

function reasonAgainstName(host: string, policy: TargetPolicy): string | null {
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  if (policy.ownHosts.some((own) => host === own || host.endsWith(`.${own}`))) {
    return 'The service does not scan itself.'
  }
  if (policy.allowLoopback && isLocalName(host)) return null
  if (CLOSED_SUFFIXES.includes(last)) return `Names ending in .${last} are not public.`
  if (labels.length < 2) return 'A host name needs at least two labels.'
  if (labels.some((label) => label === '' || label.length > 63) || host.length > 253) {
    return 'This is not a valid host name.'
  }
  return null
}

/** `localhost`, `*.localhost` and `*.test`: names of this machine (RFC 6761). */
export const isLocalName = (host: string): boolean =>
  host === 'localhost' ||
  (host.includes('.') && LOCAL_SUFFIXES.includes(host.slice(host.lastIndexOf('.') + 1)))

/** The host without brackets and without the dot of an absolute name. */
export const hostOf = (url: URL): string =>
  url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()

/**
 * What dedup, previous and cooldown compare: scheme, host and port as the URL parser writes them, the
 * path without a trailing slash, the query as it is, no fragment.
 */
export function normaliseTarget(url: URL): string {
  const port = url.port === '' ? '' : `:${url.port}`
  const host = url.hostname.replace(/\.$/, '')
  return `${url.protocol}//${host}${port}${url.pathname.replace(/\/+$/, '')}${url.search}`
}
