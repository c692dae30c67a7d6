import ipaddr from 'ipaddr.js'

import { pageOf, type PageKind } from '../../crawl/page.ts'
import type { Exchange } from '../../http/exchange.ts'
import { headerList } from '../../http/header-list.ts'
import { passive, type Sighting } from '../check.ts'
import { OBSERVATION, READ } from '../support/grades.ts'
import { isShownAsExample } from '../support/shown-as-example.ts'

/** Kinds of answers whose text is read; a style or an image shows numbers, not addresses. */
const READ_KINDS: ReadonlySet<PageKind> = new Set(['html', 'script', 'json', 'xml', 'text'])
const MOST_ADDRESSES = 5

/** RFC 1918 and RFC 3927 as strict dotted quads: no part of a longer number, name or version. */
const IPV4 =
  /(?<![\w.-])(?:10\.\d{1,3}|172\.(?:1[6-9]|2\d|3[01])|192\.168|169\.254)\.\d{1,3}\.\d{1,3}(?![\w-]|\.\d)/g
/** RFC 4193 and link-local: the first group in full, then at least two more. */
const IPV6 = /(?<![\w:.-])(?:f[cd][0-9a-f]{2}|fe80):[0-9a-f:]{3,34}(?![\w:])/gi
/** A part of every match, looked for first: nearly all texts have none. */
const IPV4_STARTS = ['10.', '172.', '192.168.', '169.254.'] as const
const PATTERNS: readonly (readonly [pattern: RegExp, mayHold: (text: string) => boolean])[] = [
  [IPV4, (text) => IPV4_STARTS.some((start) => text.includes(start))],
  [IPV6, hasLocalGroup],
]
/** What stands before a number that only looks like an address. */
const BEFORE_VERSION = /(?:version|ver|release|build|rev|\bv|[\w.-]@|[\w.-]\/)["':=\s]{0,4}$/i
const LOOK_BACK = 20

export default passive({
  meta: {
    id: 'info.private_ip',
    title: 'Answer shows an address of the internal network',
    category: 'Information disclosure',
    severity: 'info',
    owasp: 'A01:2025',
    owasp2021: 'A01:2021',
    cwe: 'CWE-497',
    cvss: OBSERVATION,
    maxRequests: 0,
    oncePer: 'origin',
    profile: 'gate',
    discriminator: 'header or body, and the network of the address (/24, or /64 of IPv6)',
    probes: ['reads headers, pages, scripts and data for private addresses'],
    description:
      'A header or a body contains an address that is valid in a private network only (RFC 1918, RFC 4193 or ' +
      'link-local). It tells how the network behind the site is laid out, which helps with other attacks ' +
      'such as server-side request forgery.',
    remediation:
      'Use public host names in addresses that leave the system, and let the proxy remove or rewrite headers ' +
      'that name the machines behind it.',
    references: [
      'https://www.rfc-editor.org/rfc/rfc1918',
      'https://www.rfc-editor.org/rfc/rfc4193',
      'https://cwe.mitre.org/data/definitions/497.html',
    ],
  },

  readsErrors: true,

  *run(exchange) {
    const { headers, body } = exchange.response
    for (const [name, value] of headerList(headers)) {
      yield* sightings(exchange, 'header', `the header ${name}`, addressesIn(value, exchange))
    }
    const { kind } = pageOf(exchange)
    if (!READ_KINDS.has(kind)) return
    const shown = addressesIn(body, exchange)
    yield* sightings(exchange, 'body', 'the body', kind === 'html' ? own(shown, body) : shown)
  },
})

type Found = Readonly<{ address: string; at: number }>

/** A page that explains networks in passing tells nothing of its own. */
const own = (found: readonly Found[], body: string): readonly Found[] =>
  found.filter(({ address, at }) => !isShownAsExample(body, at, address.length))

/** One for each network: nodes that take turns are the same observation. */
function* sightings(
  exchange: Exchange,
  part: 'header' | 'body',
  where: string,
  found: readonly Found[],
): Iterable<Sighting> {
  for (const [network, some] of Map.groupBy(found, networkOf)) {
    const all = some.map(({ address }) => address)
    yield {
      confidence: 'confirmed',
      reason: READ,
      discriminator: `${part}:${network}`,
      location: 'response',
      evidence: {
        exchange,
        match: all[0] ?? null,
        note: `Private ${all.length === 1 ? 'address' : 'addresses'} in ${where}: ${all.join(', ')}.`,
      },
    }
  }
}

/** Valid private addresses in a text, each once; the host that is being scanned is no leak. */
function addressesIn(text: string, { request }: Exchange): readonly Found[] {
  const found = new Map<string, number>()
  for (const [pattern, mayHold] of PATTERNS) {
    if (!mayHold(text)) continue
    for (const match of text.matchAll(pattern)) {
      const [address] = match
      if (found.size >= MOST_ADDRESSES) break
      const before = text.slice(Math.max(0, match.index - LOOK_BACK), match.index)
      if (found.has(address) || !isPrivate(address) || isVersion(before)) continue
      if (!request.url.hostname.includes(address)) found.set(address, match.index)
    }
  }
  return [...found].map(([address, at]) => ({ address, at }))
}

/** A colon behind four characters of which the first is an F. */
function hasLocalGroup(text: string): boolean {
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    const first = text[at - 4]
    if (first === 'f' || first === 'F') return true
  }
  return false
}

function networkOf({ address }: Found): string {
  if (!address.includes(':')) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}

const isPrivate = (address: string): boolean =>
  address.includes(':') ? ipaddr.IPv6.isValid(address) : ipaddr.IPv4.isValidFourPartDecimal(address)

/** `//10.0.0.5` is a host; `/10.0.0.5`, `v10.0.0.5` and `tool@10.0.0.5` are versions. */
const isVersion = (before: string): boolean => BEFORE_VERSION.test(before)
