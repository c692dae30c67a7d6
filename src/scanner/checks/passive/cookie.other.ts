import type { CvssVector, CweId } from '../../../report/finding.ts'
import type { Exchange } from '../../http/exchange.ts'
import { passive, type Sighting } from '../check.ts'
import { prefixFlaw, readOtherCookies, sameSiteOf, type Cookie } from '../support/cookies.ts'
import { OBSERVATION, READ } from '../support/grades.ts'

type FlawKind = 'samesite' | 'none' | 'domain' | 'prefix'

const CWES: Readonly<Record<FlawKind, CweId>> = {
  samesite: 'CWE-1275',
  none: 'CWE-614',
  domain: 'CWE-565',
  prefix: 'CWE-565',
}
/** A wide Domain is often meant so, and only tells that every subdomain can read and set the cookie. */
const GRADES: Readonly<Partial<Record<FlawKind, CvssVector>>> = { domain: OBSERVATION }

export default passive({
  meta: {
    id: 'cookie.other',
    title: 'Cookie attributes are missing or contradict each other',
    category: 'Session management',
    severity: 'low',
    owasp: 'A01:2025',
    owasp2021: 'A01:2021',
    cwe: 'CWE-1275',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
    maxRequests: 0,
    oncePer: 'origin',
    profile: 'gate',
    discriminator: 'samesite, none, domain or prefix; the instances name the cookies',
    probes: ['reads every Set-Cookie header that sets no session cookie'],
    description:
      'A cookie that keeps no session is set without SameSite, with SameSite=None but without Secure, for ' +
      'more hosts than its own, or under a name whose prefix it does not live up to. Preferences, carts and ' +
      'anti-forgery tokens in it can be sent, read or replaced by others than the site means to allow.',
    remediation:
      'Set each cookie with Secure and SameSite=Lax (or Strict), without Domain unless other subdomains need ' +
      'it, and as `__Host-name=…; Path=/; Secure` where nobody else may set it.',
    references: [
      'https://www.rfc-editor.org/rfc/rfc6265',
      'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Set-Cookie',
    ],
  },

  appliesTo: (exchange) => readOtherCookies(exchange).length > 0,

  *run(exchange) {
    for (const cookie of readOtherCookies(exchange)) {
      for (const [kind, note] of flawsOf(cookie, exchange)) {
        yield sighting(exchange, cookie, kind, note)
      }
    }
  },
})

function sighting(exchange: Exchange, cookie: Cookie, kind: FlawKind, note: string): Sighting {
  const cvss = GRADES[kind]
  return {
    confidence: 'confirmed',
    reason: READ,
    discriminator: kind,
    parameter: cookie.name,
    location: 'cookie',
    cwe: CWES[kind],
    ...(cvss === undefined ? {} : { cvss }),
    evidence: { exchange, match: cookie.header, note },
  }
}

function* flawsOf(cookie: Cookie, { request }: Exchange): Iterable<[FlawKind, string]> {
  const { name, secure, domain = '', sameSite = '' } = cookie
  const prefix = prefixFlaw(cookie)
  if (prefix !== null) yield ['prefix', prefix]
  const value = sameSiteOf(cookie)
  if (value === 'missing') yield ['samesite', `\`${name}\` is set without SameSite.`]
  if (value === 'unknown') {
    yield ['samesite', `\`${name}\` has the unknown SameSite value "${sameSite}".`]
  }
  // A prefix without Secure is one flaw, not two.
  if (value === 'none' && !secure && prefix === null) {
    yield [
      'none',
      `\`${name}\` has SameSite=None without Secure: some browsers refuse it, some send it in clear text.`,
    ]
  }
  const wide = domain.replace(/^\./, '').toLowerCase()
  if (wide !== '' && request.url.hostname.endsWith(`.${wide}`)) {
    yield ['domain', `\`${name}\` is set by ${request.url.hostname} for all hosts of ${wide}.`]
  }
}
