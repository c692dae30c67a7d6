import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

export type AddressKind = 'public' | 'loopback' | 'forbidden'

/** Prefixes of IPv6 that carry an IPv4 address which is the one really reached, and where in it. */
const EMBEDDED: readonly Readonly<{ cidr: string; at: number; isInverted?: true }>[] = [
  { cidr: '::ffff:0:0/96', at: 12 },
  { cidr: '::/96', at: 12 },
  { cidr: '64:ff9b::/96', at: 12 },
  { cidr: '2002::/16', at: 2 },
  // Teredo keeps the client's address with every bit turned over (RFC 4380).
  { cidr: '2001::/32', at: 12, isInverted: true },
]

/** Unicast by ipaddr.js, and yet nothing that a public site lives on. */
const ALSO_FORBIDDEN: readonly string[] = [
  '192.0.0.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '64:ff9b:1::/48',
  '100::/64',
  '2001:20::/28',
  '3fff::/20',
  '5f00::/16',
  'fec0::/10',
]

/** `forbidden` is all that is neither public unicast nor loopback, and what is no address at all. */
export function classifyAddress(text: string): AddressKind {
  const bare = text.replace(/^\[|\]$/g, '')
  if (!ipaddr.isValid(bare)) return 'forbidden'
  return kindOf(ipaddr.parse(bare))
}

export const isAddress = (host: string): boolean => ipaddr.isValid(host.replace(/^\[|\]$/g, ''))

function kindOf(address: Address): AddressKind {
  const inner = embeddedIn(address)
  if (inner !== null) return kindOf(inner)
  const range = address.range()
  if (range === 'loopback') return 'loopback'
  if (range !== 'unicast') return 'forbidden'
  return ALSO_FORBIDDEN.some((cidr) => isIn(address, cidr)) ? 'forbidden' : 'public'
}

function embeddedIn(address: Address): Address | null {
  if (address.kind() === 'ipv4') return null
  const bytes = address.toByteArray()
  // ::1 and :: are addresses of their own, although they lie in ::/96.
  if (bytes.slice(0, 15).every((byte) => byte === 0) && (bytes[15] ?? 0) < 2) return null
  const form = EMBEDDED.find(({ cidr }) => isIn(address, cidr))
  if (form === undefined) return null
  const inner = bytes.slice(form.at, form.at + 4)
  return ipaddr.fromByteArray(form.isInverted ? inner.map((byte) => byte ^ 0xff) : inner)
}

function isIn(address: Address, cidr: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(cidr)
  return network.kind() === address.kind() && address.match(network, bits)
}
