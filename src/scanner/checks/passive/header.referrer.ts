import { pageOf } from '../../crawl/page.ts'
import type { Exchange } from '../../http/exchange.ts'
import { passive } from '../check.ts'
import { isHtml, isSuccess, quoted } from '../support/content.ts'
import { OBSERVATION, READ } from '../support/grades.ts'

/** Referrer Policy, 3: the words that a browser knows. */
const POLICIES: ReadonlySet<string> = new Set([
  'no-referrer',
  'no-referrer-when-downgrade',
  'same-origin',
  'origin',
  'strict-origin',
  'origin-when-cross-origin',
  'strict-origin-when-cross-origin',
  'unsafe-url',
])
/** Words that only meta tags know (HTML standard, 4.2.5.1). */
const LEGACY: ReadonlyMap<string, string> = new Map([
  ['never', 'no-referrer'],
  ['default', 'strict-origin-when-cross-origin'],
  ['always', 'unsafe-url'],
  ['origin-when-crossorigin', 'origin-when-cross-origin'],
])
/** Policies that hand the whole address to other sites. */
const UNSAFE: ReadonlySet<string> = new Set(['unsafe-url', 'no-referrer-when-downgrade'])

/** `text`: as written, null where nothing is; `policy`: the word in force, null for none. */
type Stated = Readonly<{ text: string | null; policy: string | null }>

export default passive({
  meta: {
    id: 'header.referrer',
    title: 'Referrer-Policy is missing or gives addresses away',
    category: 'Security headers',
    severity: 'low',
    owasp: 'A01:2025',
    owasp2021: 'A01:2021',
    cwe: 'CWE-200',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    maxRequests: 0,
    oncePer: 'origin',
    profile: 'gate',
    discriminator: 'missing, invalid or unsafe',
    probes: ['reads Referrer-Policy and <meta name=referrer> of pages'],
    description:
      'The Referrer-Policy decides how much of the address of a page other sites learn when a visitor ' +
      'follows a link or the page loads something from them. With unsafe-url or no-referrer-when-downgrade ' +
      'they get path and query, with whatever names, keys or tokens stand there. Without a policy, each ' +
      'browser uses its own default.',
    remediation:
      'Send `Referrer-Policy: strict-origin-when-cross-origin` with every page, or `no-referrer` where ' +
      'addresses are confidential, and remove meta tags that say otherwise.',
    references: [
      'https://www.w3.org/TR/referrer-policy/',
      'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Referrer-Policy',
    ],
  },

  appliesTo: ({ response }) =>
    isSuccess(response) && isHtml(response) && response.body.trim() !== '',

  *run(exchange) {
    const { text, policy } = statedBy(exchange)
    if (policy !== null && !UNSAFE.has(policy)) return
    const kind = policy !== null ? 'unsafe' : text === null ? 'missing' : 'invalid'
    yield {
      confidence: 'confirmed',
      reason: READ,
      discriminator: kind,
      location: 'response',
      // Browsers of today fall back to strict-origin-when-cross-origin, which is safe.
      ...(kind === 'unsafe' ? {} : { cvss: OBSERVATION }),
      evidence: {
        exchange,
        match: text === null ? null : quoted(exchange, text),
        note: NOTES[kind](policy ?? text ?? ''),
      },
    }
  },
})

const NOTES = {
  missing: () => 'The page states no Referrer-Policy; browsers use their own default.',
  invalid: (text: string) => `No word of the Referrer-Policy "${text}" is one that browsers know.`,
  unsafe: (policy: string) =>
    `The policy in force is ${policy}: other sites get the full address of the page.`,
} as const

/** A meta tag comes after the header and replaces its policy. */
function statedBy(exchange: Exchange): Stated {
  const header = exchange.response.headers.get('referrer-policy')
  const inHeader: Stated = { text: header, policy: lastKnown(header) }
  let stated = inHeader
  for (const { name, attributes } of pageOf(exchange).html?.elements ?? []) {
    if (name !== 'meta' || attributes.get('name')?.toLowerCase() !== 'referrer') continue
    const text = attributes.get('content') ?? ''
    const word = text.trim().toLowerCase()
    const policy = LEGACY.get(word) ?? (POLICIES.has(word) ? word : null)
    if (policy !== null || stated.text === null) stated = { text, policy }
  }
  return stated
}

/** Referrer Policy, 8.1: the last known word of a list counts, so that old browsers have a fallback. */
const lastKnown = (list: string | null): string | null =>
  (list ?? '')
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
    .findLast((word) => POLICIES.has(word)) ?? null
