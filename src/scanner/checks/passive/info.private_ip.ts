import ipaddr from 'ipaddr.js'

import { pageOf, type PageKind } from '../../crawl/page.ts'
import type { Exchange } from '../../http/exchange.ts'
import { passive } from '../check.ts'
import { OBSERVATION, READ } from '../support/grades.ts'

/** Kinds of answers whose text is read; a style or an image shows numbers, not addresses. */
const READ_KINDS: ReadonlySet<PageKind> = new Set(['html', 'script', 'json', 'xml', 'text'])
const MOST_ADDRESSES = 5

/** RFC 1918 and RFC 3927 as strict dotted quads: no part of a longer number, name or version. */
const IPV4 =
  /(?<![\w.-])(?:10\.\d{1,3}|172\.(?:1[6-9]|2\d|3[01])|192\.168|169\.254)\.\d{1,3}\.\d{1,3}(?![\w-]|\.\d)/g
/** RFC 4193 and link-local: the first group in full, then at least two more. */
const IPV6 = /(?<![\w:.-])(?:f[cd][0-9a-f]{2}|fe80):[0-9a-f:]{3,34}(?![\w:])/gi
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
    discriminator: 'header or body',
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

  *run(exchange) {
    const inHeaders = [...exchange.response.headers].flatMap(([name, value]) =>
      addressesIn(value, exchange).map((address) => ({ address, where: `the header ${name}` })),
    )
    const body = READ_KINDS.has(pageOf(exchange).kind) ? exchange.response.body : ''
    const inBody = addressesIn(body, exchange).map((address) => ({ address, where: 'the body' }))
    for (const [discriminator, found] of [
      ['header', inHeaders],
      ['body', inBody],
    ] as const) {
      const [first] = found
      if (first === undefined) continue
      const all = found.map(({ address }) => address)
      yield {
        confidence: 'confirmed',
        reason: READ,
        discriminator,
        location: 'response',
        evidence: {
          exchange,
          match: first.address,
          note: `Private addresses in ${first.where}: ${all.slice(0, MOST_ADDRESSES).join(', ')}.`,
        },
      }
    }
  },
})

/** Valid private addresses in a text, each once; the host that is being scanned is no leak. */
function addressesIn(text: string, { request }: Exchange): readonly string[] {
  const found = new Set<string>()
  for (const pattern of [IPV4, IPV6]) {
    for (const match of text.matchAll(pattern)) {
      const [address] = match
      const before = text.slice(Math.max(0, match.index - LOOK_BACK), match.index)
      if (isPrivate(address) && !isVersion(before) && !request.url.hostname.includes(address)) {
        found.add(address)
      }
      if (found.size >= MOST_ADDRESSES) return [...found]
    }
  }
  return [...found]
}

const isPrivate = (address: string): boolean =>
  address.includes(':')
    ? ipaddr.IPv6.isValid(address)
    : ipaddr.IPv4.isValidFourPartDecimal(address) && ipaddr.IPv4.isValid(address)

/** `//10.0.0.5` is a host; `/10.0.0.5`, `v10.0.0.5` and `tool@10.0.0.5` are versions. */
const isVersion = (before: string): boolean => !before.endsWith('//') && BEFORE_VERSION.test(before)
