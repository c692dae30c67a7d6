import type { CvssVector, CweId } from '../../../report/finding.ts'
import type { Exchange } from '../../http/exchange.ts'
import { passive, type Sighting } from '../check.ts'
import {
  prefixFlaw,
  readSessionCookies,
  sameSiteOf,
  type SessionCookie,
} from '../support/cookies.ts'

type FlawKind = 'secure' | 'httponly' | 'samesite' | 'prefix'
type Flaw = Readonly<{
  kind: FlawKind
  note: string
  cvss?: CvssVector
}>

const CWES: Readonly<Record<FlawKind, CweId>> = {
  secure: 'CWE-614',
  httponly: 'CWE-1004',
  samesite: 'CWE-1275',
  prefix: 'CWE-565',
}
/** Chromium falls back to Lax, others to None: only some users are open to forged requests. */
const SAMESITE_CVSS: CvssVector = 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N'

export default passive({
  meta: {
    id: 'cookie.session',
    title: 'Session cookie lacks protection',
    category: 'Session management',
    severity: 'medium',
    owasp: 'A02:2025',
    owasp2021: 'A05:2021',
    cwe: 'CWE-614',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:L/I:L/A:N',
    maxRequests: 0,
    oncePer: 'origin',
    profile: 'gate',
    discriminator: 'name of the cookie and the flaw: secure, httponly, samesite or prefix',
    probes: ['reads every Set-Cookie header that sets a session or login cookie'],
    description:
      'A cookie that keeps a session is set without an attribute that protects it. Without Secure it ' +
      'travels in clear text when a page is opened over HTTP; without HttpOnly any script injection can ' +
      'read it; without SameSite other sites can make requests that carry it; and a name prefix whose ' +
      'rules are not met makes browsers throw the cookie away.',
    remediation:
      'Set session cookies as `Set-Cookie: __Host-session=…; Path=/; Secure; HttpOnly; SameSite=Lax`. ' +
      'Use SameSite=None only where the site must work inside other sites, and then with Secure.',
    references: [
      'https://www.rfc-editor.org/rfc/rfc6265',
      'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Cookies',
      'https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html',
    ],
  },

  appliesTo: (exchange) => readSessionCookies(exchange).length > 0,

  *run(exchange) {
    for (const cookie of readSessionCookies(exchange)) {
      for (const flaw of flawsOf(cookie, exchange)) yield sighting(exchange, cookie, flaw)
    }
  },
})

function sighting(exchange: Exchange, cookie: SessionCookie, flaw: Flaw): Sighting {
  return {
    confidence: 'confirmed',
    reason: `The Set-Cookie header was read; ${cookie.because}.`,
    discriminator: `${cookie.stableName}:${flaw.kind}`,
    parameter: cookie.name,
    location: 'cookie',
    cwe: CWES[flaw.kind],
    ...(flaw.cvss === undefined ? {} : { cvss: flaw.cvss }),
    evidence: { exchange, match: cookie.header, note: flaw.note },
  }
}

function flawsOf(cookie: SessionCookie, { request }: Exchange): readonly Flaw[] {
  const { name, secure, httpOnly } = cookie
  const isHttps = request.url.protocol === 'https:'
  const channel = isHttps ? '' : ' It travels over plain HTTP, where Secure cannot be judged.'
  const flaws: Flaw[] = []
  const prefix = prefixFlaw(cookie)
  if (prefix !== null) flaws.push({ kind: 'prefix', note: prefix })
  // A prefix without Secure is one flaw, not two.
  if (isHttps && !secure && prefix === null) {
    flaws.push({ kind: 'secure', note: `\`${name}\` is set over HTTPS without Secure.` })
  }
  if (!httpOnly) {
    flaws.push({ kind: 'httponly', note: `\`${name}\` is set without HttpOnly.${channel}` })
  }
  const sameSite = sameSiteFlaw(cookie)
  if (sameSite !== null) flaws.push({ kind: 'samesite', note: sameSite, cvss: SAMESITE_CVSS })
  return flaws
}

/** Browsers ask for Secure beside None whatever the scheme: over HTTP such a cookie cannot be had. */
function sameSiteFlaw(cookie: SessionCookie): string | null {
  const { name, sameSite = '', secure } = cookie
  const value = sameSiteOf(cookie)
  if (value === 'missing') return `\`${name}\` is set without SameSite.`
  if (value === 'unknown') {
    return `\`${name}\` has the SameSite value "${sameSite}", which browsers do not know.`
  }
  if (value === 'none' && !secure) {
    return `\`${name}\` has SameSite=None without Secure: some browsers refuse it, the others send it from every site.`
  }
  return null
}
