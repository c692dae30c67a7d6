import type { CvssVector } from '../../../report/finding.ts'
import { srcsetUrls } from '../../crawl/extractors/srcset.ts'
import { elementsWith, type HtmlElement } from '../../crawl/html.ts'
import { pageOf } from '../../crawl/page.ts'
import type { Exchange } from '../../http/exchange.ts'
import { passive, type Sighting } from '../check.ts'
import { isHtml, isSuccess, quoted } from '../support/content.ts'
import { READ } from '../support/grades.ts'
import { isThisMachine } from '../support/hosts.ts'

type Kind = 'active' | 'passive'
type Load = Readonly<{ kind: Kind; element: string; written: string; url: URL }>

/** What a page loads by itself (Mixed Content, 4): active loads can change the whole page. */
const LOADS: ReadonlyMap<string, readonly (readonly [attribute: string, kind: Kind])[]> = new Map([
  ['script', [['src', 'active']]],
  ['iframe', [['src', 'active']]],
  ['frame', [['src', 'active']]],
  ['embed', [['src', 'active']]],
  ['object', [['data', 'active']]],
  ['link', [['href', 'active']]],
  ['img', [['src', 'passive']]],
  ['audio', [['src', 'passive']]],
  ['source', [['src', 'passive']]],
  [
    'video',
    [
      ['src', 'passive'],
      ['poster', 'passive'],
    ],
  ],
])
const LOADING_LINKS = /(?:^|\s)(?:stylesheet|preload|modulepreload|manifest)(?:\s|$)/i

const GRADES: Readonly<Record<Kind, CvssVector>> = {
  active: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
  // Browsers ask for these by https today, and show them only where that fails.
  passive: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
}
const NOTES: Readonly<Record<Kind, string>> = {
  active: 'can change the whole page; browsers of today block it',
  passive: 'can be replaced by another picture or sound on the way',
}

export default passive({
  meta: {
    id: 'mixed.content',
    title: 'Page over HTTPS loads parts over plain HTTP',
    category: 'Transport security',
    severity: 'medium',
    owasp: 'A04:2025',
    owasp2021: 'A02:2021',
    cwe: 'CWE-319',
    cvss: GRADES.active,
    maxRequests: 0,
    oncePer: 'origin',
    profile: 'gate',
    discriminator: 'active (script, style, frame, plugin) or passive (picture, sound, film)',
    probes: ['reads what pages over https load'],
    description:
      'A page that came over HTTPS loads scripts, styles, frames or pictures over plain HTTP. Somebody on ' +
      'the network path can replace them. Browsers block such scripts and frames, so parts of the page also ' +
      'do not work; pictures are still shown by some.',
    remediation:
      'Load everything by https addresses, and send `Content-Security-Policy: upgrade-insecure-requests` ' +
      'while old addresses are still in the content.',
    references: [
      'https://www.w3.org/TR/mixed-content/',
      'https://developer.mozilla.org/en-US/docs/Web/Security/Defenses/Mixed_content',
    ],
  },

  appliesTo: ({ request, response }) =>
    request.url.protocol === 'https:' && isSuccess(response) && isHtml(response),

  *run(exchange) {
    const loads = insecureLoads(exchange)
    if (isUpgraded(exchange)) return
    for (const kind of ['active', 'passive'] as const) {
      const found = loads.filter((load) => load.kind === kind)
      if (found.length > 0) yield sighting(exchange, kind, found)
    }
  },
})

function sighting(exchange: Exchange, kind: Kind, loads: readonly Load[]): Sighting {
  const [first] = loads
  const more = loads.length > 1 ? ` The page has ${loads.length} such loads.` : ''
  return {
    confidence: 'confirmed',
    reason: READ,
    discriminator: kind,
    location: 'response',
    cvss: GRADES[kind],
    evidence: {
      exchange,
      match: first === undefined ? null : quoted(exchange, first.written),
      note: `<${first?.element}> loads ${first?.url.href} over plain HTTP: it ${NOTES[kind]}.${more}`,
    },
  }
}

const UPGRADES = /(?:^|[;,]\s*)(?:upgrade-insecure-requests|block-all-mixed-content)\b/i

/** A policy of the page has browsers ask by https, or not at all. */
function isUpgraded(exchange: Exchange): boolean {
  const header = exchange.response.headers.get('content-security-policy') ?? ''
  const inMeta = elementsWith(pageOf(exchange).html, 'http-equiv')
    .filter(({ name, attributes }) => {
      const is = attributes.get('http-equiv')?.toLowerCase()
      return name === 'meta' && is === 'content-security-policy'
    })
    .map(({ attributes }) => attributes.get('content') ?? '')
  return [header, ...inMeta].some((policy) => UPGRADES.test(policy.trim()))
}

function insecureLoads(exchange: Exchange): readonly Load[] {
  const { html, base } = pageOf(exchange)
  return (html?.elements ?? []).flatMap((element) =>
    addressesOf(element).flatMap(([written, kind]) => {
      const url = URL.parse(written.trim(), base.href)
      const isInsecure = url?.protocol === 'http:' && !isThisMachine(url.hostname)
      return isInsecure ? [{ kind, element: element.name, written, url }] : []
    }),
  )
}

function addressesOf({ name, attributes }: HtmlElement): readonly (readonly [string, Kind])[] {
  if (name === 'link' && !LOADING_LINKS.test(attributes.get('rel') ?? '')) return []
  const found = (LOADS.get(name) ?? []).flatMap(([attribute, kind]) => {
    const value = attributes.get(attribute)
    return value === undefined ? [] : [[value, kind] as const]
  })
  const srcset = name === 'img' || name === 'source' ? attributes.get('srcset') : undefined
  if (srcset === undefined) return found
  return [...found, ...srcsetUrls(srcset).map((value) => [value, 'passive'] as const)]
}
