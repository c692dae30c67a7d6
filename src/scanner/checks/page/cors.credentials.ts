import { makeComparer } from '../../http/compare.ts'
import type { Exchange, HttpRequest } from '../../http/exchange.ts'
import { FOREIGN_ORIGINS } from '../../payloads/origins.ts'
import type { CvssVector } from '../../../report/finding.ts'
import { onPage, type PageContext, type Sighting } from '../check.ts'
import { fill } from '../support/fill.ts'

type Foreign = (typeof FOREIGN_ORIGINS)[number]
type Attempt = Readonly<{
  exchange: Exchange
  origin: string
  allows: 'nothing' | 'reading' | 'session'
}>

/** Nothing is read that needs a login, but pages of an inner network may be. */
const WITHOUT_SESSION: CvssVector = 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N'
/** Scripts, styles, images and fonts are for everybody. */
const ASSET = /^(?:image|font|audio|video)\/|^text\/css$|javascript$/
/** Answers with and without the session less alike than this show whose session it is. */
const SAME_PAGE = 0.98

export default onPage({
  meta: {
    id: 'cors.credentials',
    title: 'Other origins may read answers with the session',
    category: 'Access control',
    severity: 'high',
    owasp: 'A02:2025',
    owasp2021: 'A05:2021',
    cwe: 'CWE-942',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:N',
    // Each origin, the one that is let in again, and a request without the session.
    maxRequests: FOREIGN_ORIGINS.length + 2,
    oncePer: 'path',
    profile: 'gate',
    discriminator: 'the origin that is let in: random, null, prefix, suffix or http',
    probes: FOREIGN_ORIGINS.map(({ origin }) => `GET {page} with Origin: ${origin}`),
    description:
      'The page lets another origin read its answers, with the cookies of the visitor. Whoever gets a visitor to ' +
      'open their own page can then read what this site shows to that visitor, tokens against forged requests ' +
      'included, and act with the session.',
    remediation:
      'Compare the Origin header as a whole with a fixed list of origins, never by its beginning, its end or a ' +
      'pattern, and never allow `null`. Send Access-Control-Allow-Credentials to those origins only, and ' +
      '`Vary: Origin` with every answer.',
    references: [
      'https://cwe.mitre.org/data/definitions/942.html',
      'https://fetch.spec.whatwg.org/#http-cors-protocol',
      'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CORS',
    ],
  },

  // What nothing has answered, a folder beside a visited page, has no session to read.
  appliesTo: ({ contentType, status }) => !ASSET.test(contentType ?? '') && status !== null,

  async *run(context) {
    let weaker: Sighting | null = null
    for (const foreign of FOREIGN_ORIGINS) {
      const attempt = await attemptWith(foreign, context)
      if (attempt?.allows === 'session') {
        yield await judge(foreign, attempt, context)
        return
      }
      if (attempt?.allows === 'reading') weaker ??= readable(foreign, attempt)
    }
    if (weaker !== null) yield weaker
  },
})

/** Null where the origin is the site's own. */
async function attemptWith(
  { origin: template }: Foreign,
  { page, send, nonce }: PageContext,
): Promise<Attempt | null> {
  const { protocol, host, hostname } = page.url
  const values = { word: nonce(), scheme: protocol, host, name: hostname }
  const origin = fill(template, values)
  if (origin === page.url.origin) return null
  const exchange = await send(requestTo(page.url, { origin }))
  return { exchange, origin, allows: allowedTo(origin, exchange) }
}

const requestTo = (url: URL, headers: Readonly<Record<string, string>>): HttpRequest => ({
  method: 'GET',
  url,
  headers: new Headers(headers),
})

function allowedTo(origin: string, { response }: Exchange): Attempt['allows'] {
  // Browsers compare the whole value with the origin, and the word `true` to the letter.
  if (response.headers.get('access-control-allow-origin') !== origin) return 'nothing'
  return response.headers.get('access-control-allow-credentials') === 'true' ? 'session' : 'reading'
}

async function judge(
  foreign: Foreign,
  { exchange, origin }: Attempt,
  context: PageContext,
): Promise<Sighting> {
  const isSteady = (await attemptWith(foreign, context))?.allows === 'session'
  const isProved = isSteady && (await needsSession(context))
  return {
    confidence: isProved ? 'confirmed' : 'likely',
    reason: isProved
      ? 'The origin was let in twice with credentials, and without the session the page is another one.'
      : isSteady
        ? 'The origin was let in twice with credentials; that the page depends on a session was not seen.'
        : 'The origin was let in once with credentials; a second request was not.',
    discriminator: foreign.id,
    location: 'header',
    parameter: 'Origin',
    evidence: {
      exchange,
      match: origin,
      note: `\`${context.page.url.pathname}\` lets ${foreign.what} read it with the session: to \`Origin: ${origin}\` it answers with that origin and Access-Control-Allow-Credentials.`,
    },
  }
}

/** True when the page is another one without the cookies of the scan's login. */
async function needsSession({ page, baseline, send }: PageContext): Promise<boolean> {
  if (baseline.first.request.headers.get('cookie') === null) return false
  const anonymous = await send(requestTo(page.url, { cookie: '' }))
  const comparer = makeComparer(baseline)
  return comparer.self >= SAME_PAGE && comparer.similarityTo(anonymous) < SAME_PAGE
}

function readable(foreign: Foreign, { exchange, origin }: Attempt): Sighting {
  return {
    confidence: 'possible',
    reason:
      'Without Access-Control-Allow-Credentials, what may be read is what anybody can ask for.',
    cvss: WITHOUT_SESSION,
    discriminator: foreign.id,
    location: 'header',
    parameter: 'Origin',
    evidence: {
      exchange,
      match: origin,
      note: `The answer lets ${foreign.what} read it, without the session.`,
    },
  }
}
