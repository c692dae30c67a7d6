import { getDomain } from 'tldts'

import type { CvssVector, CweId } from '../../../report/finding.ts'
import type { HtmlElement } from '../../crawl/html.ts'
import { pageOf } from '../../crawl/page.ts'
import { CHANGING_HOSTS, HIJACKED_HOSTS } from '../../payloads/third-party-scripts.ts'
import { passive } from '../check.ts'
import { isHtml, isSuccess, quoted } from '../support/content.ts'
import { READ } from '../support/grades.ts'

type Kind = 'hijacked' | 'invalid' | 'missing'
type Load = Readonly<{ host: string; written: string; integrity: string | undefined; what: string }>

const GRADES: Readonly<Record<Kind, CvssVector>> = {
  hijacked: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H',
  invalid: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:L/A:N',
  missing: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:L/A:N',
}
const CWES: Readonly<Partial<Record<Kind, CweId>>> = { hijacked: 'CWE-829' }
const NOTES: Readonly<Record<Kind, (load: Load) => string>> = {
  hijacked: ({ host, what }) =>
    `The page loads a ${what} from ${host}, a domain that has served altered scripts.`,
  invalid: ({ host, what, integrity }) =>
    `The integrity "${integrity}" of the ${what} from ${host} holds no valid hash: browsers ignore it.`,
  missing: ({ host, what }) => `The page loads a ${what} from ${host} without integrity.`,
}

export default passive({
  meta: {
    id: 'sri.integrity',
    title: 'Script or style of another site is loaded unchecked',
    category: 'Supply chain',
    severity: 'low',
    owasp: 'A08:2025',
    owasp2021: 'A08:2021',
    cwe: 'CWE-353',
    cvss: GRADES.missing,
    maxRequests: 0,
    oncePer: 'origin',
    profile: 'gate',
    discriminator: 'host that serves the file, and hijacked, invalid or missing',
    probes: ['reads the scripts and styles that pages load from other sites'],
    description:
      'A page runs a script or uses a style of another site as it comes. Whoever controls that host, by a ' +
      'break-in or by buying the domain, changes what every visitor of this page runs. The integrity ' +
      'attribute holds a hash of the file, and browsers refuse any other content.',
    remediation:
      'Serve the file from your own host, or load a fixed version with `integrity="sha384-…" ' +
      'crossorigin="anonymous"`. Remove hosts that are known to have served altered scripts at once.',
    references: [
      'https://www.w3.org/TR/SRI/',
      'https://cheatsheetseries.owasp.org/cheatsheets/Third_Party_Javascript_Management_Cheat_Sheet.html',
    ],
  },

  appliesTo: ({ response }) => isSuccess(response) && isHtml(response),

  *run(exchange) {
    const { html, base } = pageOf(exchange)
    const seen = new Set<string>()
    for (const element of html?.elements ?? []) {
      const load = loadOf(element, base, exchange.request.url)
      if (load === null) continue
      const kind = flawOf(load)
      if (kind === null || seen.has(`${load.host}:${kind}`)) continue
      seen.add(`${load.host}:${kind}`)
      const cwe = CWES[kind]
      yield {
        confidence: 'confirmed',
        reason: READ,
        discriminator: `${load.host}:${kind}`,
        parameter: load.host,
        location: 'response',
        cvss: GRADES[kind],
        ...(cwe === undefined ? {} : { cwe }),
        evidence: { exchange, match: quoted(exchange, load.written), note: NOTES[kind](load) },
      }
    }
  },
})

/** Of another registrable domain: a company's own CDN host is its own. */
function loadOf({ name, attributes }: HtmlElement, base: URL, page: URL): Load | null {
  const isStyle = name === 'link' && /(?:^|\s)stylesheet(?:\s|$)/i.test(attributes.get('rel') ?? '')
  if (name !== 'script' && !isStyle) return null
  const written = attributes.get(isStyle ? 'href' : 'src') ?? ''
  const url = written.includes('//') ? URL.parse(written.trim(), base.href) : base
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  if (siteOf(url.hostname) === siteOf(page.hostname)) return null
  const integrity = attributes.get('integrity')
  return { host: url.hostname, written, integrity, what: isStyle ? 'style' : 'script' }
}

/** Addresses and names without a public suffix are sites of their own. */
const siteOf = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host

function flawOf({ host, integrity }: Load): Kind | null {
  if (HIJACKED_HOSTS.some((bad) => host === bad || host.endsWith(`.${bad}`))) return 'hijacked'
  if (integrity !== undefined && integrity.trim() !== '') {
    return integrity.split(/\s+/).some(isHash) ? null : 'invalid'
  }
  return CHANGING_HOSTS.includes(host) ? null : 'missing'
}

/** Characters of base64 without padding, by the length of the digest. */
const DIGESTS: ReadonlyMap<string, number> = new Map([
  ['sha256', 43],
  ['sha384', 64],
  ['sha512', 86],
])

/** SRI, 3.5: options after a question mark are ignored. */
function isHash(word: string): boolean {
  const [, algorithm = '', digest = ''] =
    /^(sha\d{3})-([\w+/-]{20,90})={0,2}(?:\?\S{0,200})?$/i.exec(word) ?? []
  return DIGESTS.get(algorithm.toLowerCase()) === digest.length
}
