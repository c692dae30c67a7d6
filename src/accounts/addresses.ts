import ipaddr from 'ipaddr.js'

type Ip = ipaddr.IPv4 | ipaddr.IPv6

export type AddressClass =
  | Readonly<{ kind: 'public' }>
  | Readonly<{ kind: 'loopback' }>
  /** `what` completes "The address is …". */
  | Readonly<{ kind: 'forbidden'; what: string }>

/** What people call the ranges of ipaddr.js; every other range is "reserved". */
const RANGE_NAMES: Readonly<Record<string, string>> = {
  unspecified: 'unspecified',
  broadcast: 'a broadcast address',
  multicast: 'a multicast address',
  linkLocal: 'link-local (cloud metadata lives there)',
  private: 'in a private network',
  uniqueLocal: 'in a private network',
  deprecatedSiteLocal: 'in a private network',
  carrierGradeNat: "in a provider's shared network",
  benchmarking: 'reserved for benchmarks',
}

/** Public by number, but answered by the machine's own cloud: Azure's wire server. */
const CLOUD_INTERNAL: ReadonlySet<string> = new Set(['168.63.129.16'])

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** IPv6 forms that carry an IPv4 address, and where in the eight words it stands. */
const EMBEDDINGS: readonly Readonly<{
  prefix: [ipaddr.IPv6, number]
  words: (parts: readonly number[]) => readonly (number | undefined)[]
}>[] = [
  { prefix: ipaddr.IPv6.parseCIDR('::ffff:0:0/96'), words: (parts) => parts.slice(6) },
  { prefix: ipaddr.IPv6.parseCIDR('::ffff:0:0:0/96'), words: (parts) => parts.slice(6) },
  { prefix: ipaddr.IPv6.parseCIDR('64:ff9b::/32'), words: (parts) => parts.slice(6) },
  { prefix: ipaddr.IPv6.parseCIDR('2002::/16'), words: (parts) => parts.slice(1, 3) },
  // Teredo holds the client's address inverted.
  {
    prefix: ipaddr.IPv6.parseCIDR('2001::/32'),
    words: (parts) => parts.slice(6).map((word) => word ^ 0xffff),
  },
  { prefix: ipaddr.IPv6.parseCIDR('::/96'), words: (parts) => parts.slice(6) },
]

/**
 * Whether an address may be connected to. Only plain public unicast is public: IPv6 forms that
 * carry an IPv4 address are unwrapped, and refused whatever they carry; the mapped form of a
 * loopback address is loopback. What is no address is forbidden too.
 */
export function classifyAddress(text: string): AddressClass {
  const ip = parseStrictly(text)
  if (ip === null) return { kind: 'forbidden', what: 'not an IP address' }
  if (!isIpv6(ip)) return classifyPlain(ip)
  if (ip.range() === 'loopback') return { kind: 'loopback' }
  const inner = embeddedIn(ip)
  if (inner === null) return classifyPlain(ip)
  const hidden = classifyPlain(inner)
  if (ip.isIPv4MappedAddress() && hidden.kind === 'loopback') return hidden
  const which = hidden.kind === 'forbidden' ? `, which is ${hidden.what}` : ''
  return { kind: 'forbidden', what: `an IPv6 form of ${inner.toString()}${which}` }
}

const isIpv6 = (ip: Ip): ip is ipaddr.IPv6 => ip.kind() === 'ipv6'

function classifyPlain(ip: Ip): AddressClass {
  const range: string = ip.range()
  if (range === 'loopback') return { kind: 'loopback' }
  if (CLOUD_INTERNAL.has(ip.toString())) {
    return { kind: 'forbidden', what: "a cloud provider's internal service" }
  }
  const isGlobal = ip.kind() === 'ipv4' || ip.match(GLOBAL_UNICAST)
  if (range === 'unicast' && isGlobal) return { kind: 'public' }
  return { kind: 'forbidden', what: RANGE_NAMES[range] ?? 'in a reserved range' }
}

function embeddedIn(ip: ipaddr.IPv6): ipaddr.IPv4 | null {
  if (ip.range() === 'unspecified') return null
  const form = EMBEDDINGS.find(({ prefix }) => ip.match(prefix))
  if (!form) return null
  const [high = 0, low = 0] = form.words(ip.parts)
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff])
}

/** Four decimal parts or IPv6 without a zone: other spellings mean different things to different readers. */
function parseStrictly(text: string): Ip | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  if (!text.includes(':') || !URL.canParse(`http://[${text}]/`)) return null
  // ipaddr.js reads `::127.0.0.1` as the mapped form; URL gives it words without dots.
  return ipaddr.IPv6.parse(new URL(`http://[${text}]/`).hostname.slice(1, -1))
}

/** The IP literal that a parsed URL's host is, without brackets; null for a name. */
export function literalOf(url: URL): string | null {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return parseStrictly(host) === null ? null : host
}

export type ParsedIp = Readonly<{ ok: true; ip: string }> | Readonly<{ ok: false; reason: string }>

/** `target_ip`: a public IP literal in plain spelling, given back in canonical form. */
export function parsePublicIp(text: string, policy = { allowLoopback: false }): ParsedIp {
  const trimmed = text.trim()
  const ip = parseStrictly(trimmed)
  if (ip === null) return { ok: false, reason: 'This is not an IP address, such as 198.51.100.7.' }
  const verdict = classifyAddress(trimmed)
  if (verdict.kind === 'public') return { ok: true, ip: ip.toString() }
  if (verdict.kind === 'loopback') {
    return policy.allowLoopback
      ? { ok: true, ip: ip.toString() }
      : { ok: false, reason: 'Only public addresses are allowed; this one is loopback.' }
  }
  return { ok: false, reason: `Only public addresses are allowed; this one is ${verdict.what}.` }
}
