import type { CvssVector } from '../../../report/finding.ts'
import { voidsDifferential } from '../../http/blocked.ts'
import { failedBy, type Exchange, type HttpRequest } from '../../http/exchange.ts'
import { onPage, type PageContext, type Sighting } from '../check.ts'
import { isSuccess, mediaType } from '../support/content.ts'

/** Methods that a page has no use for; those of the last line are normal for resources of an API. */
const ODD_METHODS =
  'TRACE TRACK DEBUG CONNECT PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK SEARCH'
const WRITING_METHODS = 'PUT DELETE'
const OVERRIDE_HEADERS = ['x-http-method-override', 'x-http-method', 'x-method-override']
/** How servers refuse a method that they do not know. */
const UNKNOWN_METHOD: ReadonlySet<number> = new Set([400, 405, 501])

/** Browsers refuse to send TRACE: what it sends back helps only beside another flaw. */
const TRACE_CVSS: CvssVector = 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N'
/** Rules that look at the method of the request are passed by; what that gains depends on them. */
const OVERRIDE_CVSS: CvssVector = 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:L/A:N'

export default onPage({
  meta: {
    id: 'http.methods',
    title: 'Request methods beyond what a page needs',
    category: 'Configuration',
    severity: 'medium',
    owasp: 'A01:2025',
    owasp2021: 'A04:2021',
    cwe: 'CWE-650',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
    // OPTIONS; PROPFIND, twice; a made-up override, twice, and a harmless one; TRACE, twice.
    maxRequests: 1 + 2 + 3 + 2,
    oncePer: 'path',
    profile: 'standard',
    discriminator: 'webdav, override, trace or allow',
    probes: [
      'OPTIONS {page}',
      'PROPFIND {page} with Depth: 0',
      ...OVERRIDE_HEADERS.map((name) => `GET {page} with ${name}: {nonce}`),
      'TRACE {page} with x-{nonce}: {nonce}',
    ],
    description:
      'The server acts on methods that visitors have no use for: WebDAV lists files, a header that replaces the ' +
      'method passes by rules that look at the method, and TRACE sends back all headers, with those that proxies ' +
      'have added. PUT, DELETE and the like are never sent: what is only announced is shown as possible.',
    remediation:
      'Allow GET, HEAD and POST, and what an API needs besides, and refuse all other methods with 405. Switch ' +
      'WebDAV off where nobody uses it, and headers that override the method where no client needs them.',
    references: [
      'https://cwe.mitre.org/data/definitions/650.html',
      'https://www.rfc-editor.org/rfc/rfc4918',
      'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/06-Test_HTTP_Methods',
    ],
  },

  async *run(context) {
    for (const look of [announced, webdav, override, trace]) {
      const sighting = await look(context)
      if (sighting !== null) yield sighting
    }
  },
})

const requestTo = (
  { page }: PageContext,
  method: string,
  headers: Readonly<Record<string, string>> = {},
): HttpRequest => ({ method, url: page.url, headers: new Headers(headers) })

const listIn = (value: string): readonly string[] => value.toUpperCase().split(/[\s,]+/)

/** Allow and Public are what the server says of itself, no more. */
async function announced(context: PageContext): Promise<Sighting | null> {
  const exchange = await context.send(requestTo(context, 'OPTIONS'))
  const { headers } = exchange.response
  const said = headers.get('allow') ?? headers.get('public') ?? ''
  const isApi = /[/+](?:json|xml)$/.test(context.page.contentType ?? '')
  const odd = `${ODD_METHODS}${isApi ? '' : ` ${WRITING_METHODS}`}`.split(' ')
  const methods = listIn(said).filter((method) => odd.includes(method))
  if (methods.length === 0) return null
  return {
    confidence: 'possible',
    reason: 'The server announces the methods; whether it acts on them was not tried.',
    discriminator: 'allow',
    location: 'response',
    evidence: {
      exchange,
      match: said,
      note: `OPTIONS of \`${context.page.url.pathname}\` announces ${methods.join(', ')}.`,
    },
  }
}

/** RFC 4918, 9.1: with Depth 0 the properties of one resource are read, and nothing changes. */
async function webdav(context: PageContext): Promise<Sighting | null> {
  const ask = () => context.send(requestTo(context, 'PROPFIND', { depth: '0' }))
  const exchange = await ask()
  const match = multistatusIn(exchange)
  if (match === null) return null
  const again = multistatusIn(await ask()) !== null
  return {
    confidence: again ? 'confirmed' : 'likely',
    reason: again
      ? 'PROPFIND was answered twice with 207 and the list of properties that WebDAV defines.'
      : 'PROPFIND was answered once with 207 and a list of properties; the second answer differed.',
    discriminator: 'webdav',
    location: 'path',
    evidence: {
      exchange,
      match,
      note: `\`${context.page.url.pathname}\` is open to WebDAV without a login: PROPFIND reads properties.`,
    },
  }
}

function multistatusIn({ response }: Exchange): string | null {
  if (response.status !== 207 || !/[/+]xml$/.test(mediaType(response))) return null
  return /<(?:[\w-]{1,20}:)?multistatus\b[^>]{0,200}>/.exec(response.body)?.[0] ?? null
}

/** A method that does not exist is refused only by a server that reads the header. */
async function override(context: PageContext): Promise<Sighting | null> {
  const { baseline, nonce, send } = context
  if (!isSuccess(baseline.first.response) || !isSuccess(baseline.second.response)) return null
  const ask = (method: string) =>
    send(
      requestTo(context, 'GET', Object.fromEntries(OVERRIDE_HEADERS.map((name) => [name, method]))),
    )
  const isRefused = (exchange: Exchange) =>
    UNKNOWN_METHOD.has(exchange.response.status) && !voidsDifferential(exchange, baseline)
  const exchange = await ask(nonce().toUpperCase())
  if (!isRefused(exchange)) return null
  const again = await ask(nonce().toUpperCase())
  const control = await ask('GET')
  if (!isRefused(again) || !isSuccess(control.response)) return null
  return {
    confidence: 'confirmed',
    reason:
      'Two made-up methods in the header were refused as unknown; GET in the same header gave the page.',
    discriminator: 'override',
    cvss: OVERRIDE_CVSS,
    location: 'header',
    parameter: OVERRIDE_HEADERS.join(', '),
    evidence: {
      exchange,
      match: null,
      note: `\`${context.page.url.pathname}\` takes the method from a header such as \`${OVERRIDE_HEADERS[0]}\`: it answered ${exchange.response.status} to a GET with a method that does not exist.`,
    },
  }
}

/** RFC 9110, 9.3.8: the answer is the request itself. Last, since a runtime may refuse to send it. */
async function trace(context: PageContext): Promise<Sighting | null> {
  const first = await echo(context)
  if (first === null) return null
  const again = await echo(context)
  return {
    confidence: again === null ? 'likely' : 'confirmed',
    reason:
      again === null
        ? 'TRACE was answered once with the request itself; the second answer differed.'
        : 'TRACE was answered twice with the request itself, with a header made up for each.',
    discriminator: 'trace',
    cvss: TRACE_CVSS,
    location: 'path',
    evidence: {
      exchange: first.exchange,
      match: first.match,
      note: `TRACE of \`${context.page.url.pathname}\` sends back the request with all its headers.`,
    },
  }
}

async function echo(
  context: PageContext,
): Promise<Readonly<{ exchange: Exchange; match: string }> | null> {
  const [name, word] = [`x-${context.nonce()}`, context.nonce()]
  try {
    const exchange = await context.send(requestTo(context, 'TRACE', { [name]: word }))
    const { body } = exchange.response
    const line = new RegExp(`^${name}:[ \\t]{0,8}${word}`, 'im').exec(body)?.[0]
    // A page that lists headers does so for every method; it does not begin like a request.
    return /^TRACE [^\s]{1,2048} HTTP\/\d/.test(body) && line !== undefined
      ? { exchange, match: line }
      : null
  } catch (error) {
    // Firewalls drop the connection: that refuses it, too.
    if (failedBy(error, ['unreachable'])) return null
    throw error
  }
}
