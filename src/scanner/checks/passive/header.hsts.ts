import type { HttpResponse } from '../../http/exchange.ts'
import { passive } from '../check.ts'
import { isHtml, isRedirect, isSuccess } from '../support/content.ts'
import { isPublicName } from '../support/hosts.ts'

/** Half a year in seconds: below it, a browser that stays away a while is unprotected again. */
const LEAST_MAX_AGE = 15_768_000

type Flaw = Readonly<{ kind: 'missing' | 'invalid' | 'disabled' | 'short'; note: string }>

export default passive({
  meta: {
    id: 'header.hsts',
    title: 'HTTP Strict Transport Security is missing or too weak',
    category: 'Transport security',
    severity: 'low',
    owasp: 'A04:2025',
    owasp2021: 'A02:2021',
    cwe: 'CWE-319',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N',
    maxRequests: 0,
    oncePer: 'origin',
    profile: 'gate',
    discriminator: 'missing, invalid, disabled or short',
    probes: ['reads Strict-Transport-Security of pages over https'],
    description:
      'Without a valid Strict-Transport-Security header that lasts at least half a year, a browser will ' +
      'still open the site over plain HTTP when a link, a bookmark or a typed address says so. Somebody ' +
      'on the network path can answer that first request and read or change the whole session.',
    remediation:
      'Send `Strict-Transport-Security: max-age=31536000; includeSubDomains` with every HTTPS answer, once ' +
      'all subdomains serve HTTPS. Start with a short max-age, then raise it to a year.',
    references: [
      'https://www.rfc-editor.org/rfc/rfc6797',
      'https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Strict_Transport_Security_Cheat_Sheet.html',
    ],
  },

  appliesTo: ({ request, response }) =>
    request.url.protocol === 'https:' &&
    // Browsers keep no HSTS policy for IP addresses (RFC 6797, 8.3), nor need one for this machine.
    isPublicName(request.url.hostname) &&
    isNavigation(request.url, response),

  *run(exchange) {
    const value = exchange.response.headers.get('strict-transport-security')
    const flaw = flawOf(value)
    if (flaw === null) return
    yield {
      confidence: 'confirmed',
      reason: 'The header of the answer was read and parsed by the rules of RFC 6797.',
      discriminator: flaw.kind,
      location: 'response',
      evidence: { exchange, match: value === '' ? null : value, note: flaw.note },
    }
  },
})

/** Pages, and the front door: an asset or an API answer elsewhere says nothing about the host. */
const isNavigation = (url: URL, response: HttpResponse): boolean =>
  (isSuccess(response) && isHtml(response)) ||
  (url.pathname === '/' && (isSuccess(response) || isRedirect(response)))

function flawOf(value: string | null): Flaw | null {
  if (value === null)
    return { kind: 'missing', note: 'The answer has no Strict-Transport-Security header.' }
  // RFC 6797, 8.1: of several header fields a browser reads the first only.
  const [first = ''] = value.split(',')
  const directives = first
    .split(';')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')
  const names = directives.map((part) => part.split('=')[0]?.trim() ?? '')
  const repeated = names.find((name, at) => names.indexOf(name) !== at)
  if (repeated !== undefined) {
    return {
      kind: 'invalid',
      note: `The directive ${repeated} occurs twice, so browsers ignore the header.`,
    }
  }
  const written = directives.find((part) => /^max-age\s*=/.test(part))
  const seconds = /^max-age\s*=\s*(?:"(\d+)"|(\d+))$/.exec(written ?? '')
  if (seconds === null) {
    return { kind: 'invalid', note: 'The header has no valid max-age, so browsers ignore it.' }
  }
  const maxAge = Number(seconds[1] ?? seconds[2])
  if (maxAge === 0) return { kind: 'disabled', note: 'max-age=0 makes browsers forget the policy.' }
  if (maxAge >= LEAST_MAX_AGE) return null
  return {
    kind: 'short',
    note: `max-age is ${maxAge} seconds; less than half a year (${LEAST_MAX_AGE}).`,
  }
}
