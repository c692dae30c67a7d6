import ipaddr from 'ipaddr.js'

import { LIMITS } from '../../../limits.ts'
import type { CvssVector } from '../../../report/finding.ts'
import { failedBy, type Exchange, type ProbeFailure } from '../../http/exchange.ts'
import { followRedirects, redirectTarget } from '../../http/redirects.ts'
import { onOrigin, type OriginContext, type Sighting } from '../check.ts'
import { isSuccess } from '../support/content.ts'

/** The first visit is open to others on the network path, and HSTS comes too late to end that. */
const LATE_CVSS: CvssVector = 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N'

/** Nobody listens, or what answers speaks something else. */
const NOT_SPOKEN: readonly ProbeFailure[] = ['unreachable', 'malformed_answer']
const NOT_ASKED: readonly ProbeFailure[] = ['out_of_scope', 'excluded']

export default onOrigin({
  meta: {
    id: 'https.redirect',
    title: 'Pages are answered over plain HTTP',
    category: 'Transport security',
    severity: 'medium',
    owasp: 'A04:2025',
    owasp2021: 'A02:2021',
    cwe: 'CWE-319',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N',
    // The chain from http, twice, and the front page over https.
    maxRequests: 2 * (LIMITS.redirects + 1) + 1,
    oncePer: 'origin',
    profile: 'gate',
    discriminator: 'no-https, no-redirect or late',
    probes: ['GET http://{host}/ and each redirect', 'GET https://{host}/'],
    description:
      'The site answers over plain HTTP without sending browsers to HTTPS at once, or HTTPS is not offered at ' +
      'all. Whoever is on the network path reads and changes what visitors and the site exchange, logins and ' +
      'session cookies included.',
    remediation:
      'Offer HTTPS for every host, and answer every request over HTTP with a redirect (301 or 308) to the same ' +
      'address over HTTPS, before any other redirect. Then add Strict-Transport-Security.',
    references: [
      'https://cwe.mitre.org/data/definitions/319.html',
      'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/TLS',
      'https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html',
    ],
  },

  appliesTo: ({ hostname }) =>
    !ipaddr.isValid(hostname.replace(/^\[|\]$/g, '')) && !/(?:^|\.)localhost$/.test(hostname),

  async *run(context) {
    const start = new URL(context.origin)
    start.protocol = 'http:'
    const chain = await chainFrom(start, context)
    const [last] = chain.slice(-1)
    if (last === undefined) return
    const isPlain = last.request.url.protocol === 'http:'
    if (isPlain && isSuccess(last.response)) {
      const again = await chainFrom(start, context)
      yield await unprotected(last, again.at(-1), context)
    } else if (!isPlain) {
      const late = chain.find((hop) => redirectTarget(hop)?.protocol === 'http:')
      if (late !== undefined) yield lateRedirect(late)
    }
  },
})

/** Hop by hop as far as the scope goes; nothing where nobody listens on http. */
async function chainFrom(start: URL, { send }: OriginContext): Promise<readonly Exchange[]> {
  try {
    return await followRedirects(send, start)
  } catch (error) {
    if (failedBy(error, [...NOT_SPOKEN, 'timeout'])) return []
    throw error
  }
}

async function unprotected(
  last: Exchange,
  again: Exchange | undefined,
  context: OriginContext,
): Promise<Sighting> {
  const { url } = last.request
  const isSteady =
    again !== undefined && again.request.url.protocol === 'http:' && isSuccess(again.response)
  const https = await offersHttps(url, context)
  const other =
    https === 'no'
      ? 'HTTPS gave no usable answer'
      : https === 'yes'
        ? 'although HTTPS is offered, nothing leads there'
        : 'HTTPS is out of the scope of this scan and was not asked'
  return {
    confidence: isSteady ? 'confirmed' : 'likely',
    reason: isSteady
      ? 'Every redirect from plain HTTP was followed, twice, and the last answer came over plain HTTP.'
      : 'The last answer came over plain HTTP once; the second time it differed.',
    discriminator: https === 'no' ? 'no-https' : 'no-redirect',
    location: 'origin',
    evidence: {
      exchange: last,
      match: null,
      note: `${url.origin} answers ${last.response.status} over plain HTTP; ${other}.`,
    },
  }
}

async function offersHttps(url: URL, { send }: OriginContext): Promise<'yes' | 'no' | 'not asked'> {
  const secure = new URL('/', url)
  secure.protocol = 'https:'
  try {
    await send({ method: 'GET', url: secure, headers: new Headers() })
    return 'yes'
  } catch (error) {
    if (failedBy(error, NOT_SPOKEN)) return 'no'
    if (failedBy(error, NOT_ASKED)) return 'not asked'
    throw error
  }
}

function lateRedirect(hop: Exchange): Sighting {
  const location = hop.response.headers.get('location')
  return {
    confidence: 'confirmed',
    reason: 'Every redirect was followed; one leads to plain HTTP before HTTPS is reached.',
    discriminator: 'late',
    cvss: LATE_CVSS,
    location: 'origin',
    evidence: {
      exchange: hop,
      match: location,
      note: `${hop.request.url.href} leads to plain HTTP first (${location ?? ''}); HTTPS comes later.`,
    },
  }
}
