import type { Exchange } from '../../http/exchange.ts'
import { passive } from '../check.ts'
import { isHtml, isSuccess } from '../support/content.ts'
import { OBSERVATION, READ } from '../support/grades.ts'
import { isThisMachine } from '../support/hosts.ts'
import { tokenOf } from '../support/structured.ts'

type Rule = Readonly<{
  kind: 'coop' | 'coep' | 'corp'
  header: string
  /** Values that isolate. */
  good: readonly string[]
  /** What stays open without one of them. */
  opens: string
  wordOf(value: string): string | null
}>

const RULES: readonly Rule[] = [
  {
    kind: 'coop',
    header: 'Cross-Origin-Opener-Policy',
    good: ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups'],
    opens: 'a site that opens this page keeps a handle on its window',
    wordOf: tokenOf,
  },
  {
    kind: 'coep',
    header: 'Cross-Origin-Embedder-Policy',
    good: ['require-corp', 'credentialless'],
    opens: 'the page may load what has not agreed to it, and is not isolated',
    wordOf: tokenOf,
  },
  {
    kind: 'corp',
    header: 'Cross-Origin-Resource-Policy',
    good: ['same-origin', 'same-site', 'cross-origin'],
    opens: 'other sites may load this answer into their process',
    // Fetch, 3.7: compared byte by byte, no parameters.
    wordOf: (value) => value.trim(),
  },
]

export default passive({
  meta: {
    id: 'header.cross_origin',
    title: 'Page is not isolated from other origins',
    category: 'Security headers',
    severity: 'info',
    owasp: 'A06:2025',
    owasp2021: 'A05:2021',
    cwe: 'CWE-693',
    cvss: OBSERVATION,
    maxRequests: 0,
    oncePer: 'origin',
    profile: 'gate',
    discriminator: 'coop, coep or corp',
    probes: [
      'reads Cross-Origin-Opener-Policy, -Embedder-Policy and -Resource-Policy of pages over https',
    ],
    description:
      'Three headers keep a page apart from other sites in the browser: Cross-Origin-Opener-Policy its ' +
      'window, Cross-Origin-Embedder-Policy what it loads, Cross-Origin-Resource-Policy who loads it. ' +
      'Without them, side channels such as Spectre and window references have more to work with.',
    remediation:
      'Send `Cross-Origin-Opener-Policy: same-origin` and `Cross-Origin-Resource-Policy: same-origin` ' +
      'where no other site needs the page; add `Cross-Origin-Embedder-Policy: require-corp` once all that ' +
      'the page loads allows it.',
    references: [
      'https://web.dev/articles/coop-coep',
      'https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies',
      'https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header',
    ],
  },

  appliesTo: ({ request: { url }, response }) =>
    (url.protocol === 'https:' || isThisMachine(url.hostname)) &&
    isSuccess(response) &&
    isHtml(response) &&
    response.body.trim() !== '',

  *run(exchange) {
    for (const rule of RULES) {
      const note = flawOf(rule, exchange)
      if (note === null) continue
      yield {
        confidence: 'confirmed',
        reason: READ,
        discriminator: rule.kind,
        location: 'response',
        evidence: { exchange, match: exchange.response.headers.get(rule.header) || null, note },
      }
    }
  },
})

function flawOf({ header, good, opens, wordOf }: Rule, { response }: Exchange): string | null {
  const value = response.headers.get(header)
  if (value === null) return `The page has no ${header} header: ${opens}.`
  if (good.includes(wordOf(value) ?? '')) return null
  return `${header} is "${value}", which isolates nothing: ${opens}.`
}
