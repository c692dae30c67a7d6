import { failedBy, type Exchange } from '../../http/exchange.ts'
import { ADDRESS_ATTRIBUTES, HOST, HOST_HEADERS } from '../../payloads/host-headers.ts'
import { onPage, type PageContext, type PageFacts, type Sighting } from '../check.ts'
import { isHtml, quoted } from '../support/content.ts'
import { followedDestinations } from '../support/destination.ts'
import { fill } from '../support/fill.ts'
import { findElements } from '../support/markup.ts'

type HostHeader = (typeof HOST_HEADERS)[number]
/** An address of the answer that leads to our host. */
type Reach = Readonly<{ header: HostHeader; host: string; text: string; by: string }>

export default onPage({
  meta: {
    id: 'host.header',
    title: 'A request header decides the host of addresses',
    category: 'Injection',
    severity: 'medium',
    owasp: 'A05:2025',
    owasp2021: 'A03:2021',
    cwe: 'CWE-644',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
    // All headers in one request; then the one that works, alone and again, or else Host, twice.
    maxRequests: 3,
    oncePer: 'path',
    profile: 'standard',
    discriminator: 'the name of the header',
    probes: [...HOST_HEADERS, HOST].map(
      ({ name, value }) =>
        `GET {page}?{nonce} with ${name}: ${fill(value, { host: '{nonce}.example' })}`,
    ),
    description:
      'A header that only a proxy should set, and that any client can send, becomes the host of links, redirects ' +
      'or scripts. Where a cache keeps such an answer, or a mail is written with such a link, other users follow ' +
      'it to a host of the attacker.',
    remediation:
      'Build absolute addresses from a configured host name, or use addresses without a host. Accept forwarding ' +
      'headers from your own proxies only, and let these remove what clients send under those names.',
    references: [
      'https://cwe.mitre.org/data/definitions/644.html',
      'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/07-Input_Validation_Testing/17-Testing_for_Host_Header_Injection',
      'https://www.rfc-editor.org/rfc/rfc7239',
    ],
  },

  appliesTo: ({ contentType, isFolder, status }) =>
    status === null
      ? !isFolder
      : isRedirectStatus(status) || contentType === null || contentType === 'text/html',

  async *run(context) {
    const first = await ask(context, HOST_HEADERS)
    if (first.reach === null) {
      yield* byHost(context)
      return
    }
    const { header } = first.reach
    const alone = await ask(context, [header])
    const again = alone.reach === null ? alone : await ask(context, [header])
    const reach = alone.reach ?? first.reach
    const { exchange } = alone.reach === null ? first : alone
    const isProved = again.reach !== null
    yield {
      confidence: isProved ? 'confirmed' : 'likely',
      reason: isProved
        ? 'Made-up hosts, new for each request, became hosts of addresses three times.'
        : 'A made-up host became the host of an address, but not in every answer.',
      discriminator: header.name,
      location: 'header',
      parameter: header.name,
      evidence: {
        exchange,
        match: quoted(exchange, reach.text, reach.host),
        note: `\`${header.name}\` decides the host of ${reach.by} of \`${context.page.url.pathname}\`: ${reach.host}.`,
      },
    }
  },
})

/**
 * The Host header itself, which fetch cannot change. Many servers redirect to whatever host was asked
 * for: no browser can be made to ask so, and a cache keeps hosts apart, so that is a sign and no more.
 */
async function* byHost(context: PageContext): AsyncIterable<Sighting> {
  const first = await ask(context, [HOST]).catch(refused)
  if (first === null || first.reach === null) return
  const again = await ask(context, [HOST]).catch(refused)
  const isSteady = again !== null && again.reach !== null
  const isRedirect = isRedirectStatus(first.exchange.response.status)
  const { text, host, by } = first.reach
  yield {
    confidence: isRedirect ? 'possible' : isSteady ? 'confirmed' : 'likely',
    reason: isRedirect
      ? 'The redirect goes to the host that was asked for; whether anybody else is sent there cannot be seen.'
      : isSteady
        ? 'Made-up hosts, new for each request, became hosts of addresses twice.'
        : 'A made-up host became the host of an address, but not in both answers.',
    discriminator: HOST.name,
    location: 'header',
    parameter: HOST.name,
    evidence: {
      exchange: first.exchange,
      match: quoted(first.exchange, text, host),
      note: `\`Host\` decides the host of ${by} of \`${context.page.url.pathname}\`: ${host}.`,
    },
  }
}

/** A server that hangs up on a host that is not its own has refused it. */
function refused(error: unknown): null {
  if (failedBy(error, ['unreachable'])) return null
  throw error
}

/** A word of its own in the query keeps the answer out of the caches that others are served from. */
async function ask(
  { page, send, nonce }: PageContext,
  headers: readonly HostHeader[],
): Promise<Readonly<{ exchange: Exchange; reach: Reach | null }>> {
  const hosts = new Map(headers.map((header) => [`${nonce()}.example`, header]))
  const lines = [...hosts].map(([host, { name, value }]) => [name, fill(value, { host })] as const)
  const url = apart(page, nonce())
  const own = lines.find(([name]) => name === HOST.name)
  const exchange = await send({
    method: 'GET',
    url,
    headers: new Headers(
      lines.filter((line) => line !== own).map(([name, value]) => [name, value]),
    ),
    ...(own && { wire: { host: own[1] } }),
  })
  const addresses = addressesIn(exchange)
  for (const { url, text, by } of addresses) {
    const header = hosts.get(url.hostname)
    if (header !== undefined) return { exchange, reach: { header, host: url.hostname, text, by } }
  }
  return { exchange, reach: null }
}

function apart({ url }: PageFacts, word: string): URL {
  const changed = new URL(url)
  changed.searchParams.append(word, '1')
  return changed
}

const isRedirectStatus = (status: number): boolean => status >= 300 && status < 400

type Address = Readonly<{ url: URL; text: string; by: string }>

/** Redirects, and what the elements of the page lead to. */
function addressesIn(exchange: Exchange): readonly Address[] {
  const followed = followedDestinations(exchange).map(({ url, text, by }) => ({ url, text, by }))
  const { request, response } = exchange
  if (!isHtml(response)) return followed
  const elements = findElements(response.body, ({ name }) => ADDRESS_ATTRIBUTES.has(name))
  const found = elements.flatMap(({ name, attributes }) => {
    const text = attributes.get(ADDRESS_ATTRIBUTES.get(name) ?? '') ?? ''
    const url = URL.parse(text, request.url.href)
    return url === null ? [] : [{ url, text, by: `<${name}>` }]
  })
  return [...followed, ...found]
}
