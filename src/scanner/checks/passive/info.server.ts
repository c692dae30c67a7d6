import { pageOf } from '../../crawl/page.ts'
import type { Exchange } from '../../http/exchange.ts'
import { passive } from '../check.ts'
import { quoted } from '../support/content.ts'
import { OBSERVATION, READ } from '../support/grades.ts'

/** Headers that name products; those without a name of their own stand for one product. */
const HEADERS: readonly (readonly [header: string, product: string | null])[] = [
  ['Server', null],
  ['X-Powered-By', null],
  ['X-Generator', null],
  ['X-AspNet-Version', 'ASP.NET'],
  ['X-AspNetMvc-Version', 'ASP.NET MVC'],
  ['MicrosoftSharePointTeamServices', 'SharePoint'],
  ['X-Jenkins', 'Jenkins'],
]
const GENERATORS: ReadonlySet<string> = new Set(['X-Generator', 'meta'])
/** Bounds for headers that never end. */
const MOST_CHARS = 1000
const MOST_PRODUCTS = 10

const NAME = String.raw`\b([A-Za-z][\w.+-]{0,40}(?: [A-Z][\w.+-]{0,40}){0,2})(?:\/|\(| v?| version )`
/** `nginx/1.25.3`, `PHP/8.1.2-1ubuntu2`, `Jetty(9.4.53)`: `dcb/7EA3` is the name of a machine. */
const NAMED = new RegExp(String.raw`${NAME}(\d{1,4}(?:\.\d{1,8}){1,5}[\w.+-]{0,30})`, 'g')
/** `Drupal 10 (…)`: generators tell whole numbers too. */
const GENERATOR = new RegExp(String.raw`${NAME}(\d{1,4}(?:\.\d{1,8}){0,5})(?![\w.])`, 'g')
const BARE = /^\s*(\d{1,4}(?:\.\d{1,8}){1,5})\s*$/

type Banner = Readonly<{ source: string; product: string; version: string; text: string }>

export default passive({
  meta: {
    id: 'info.server',
    title: 'Answer tells the version of a product',
    category: 'Information disclosure',
    severity: 'info',
    owasp: 'A01:2025',
    owasp2021: 'A01:2021',
    cwe: 'CWE-497',
    cvss: OBSERVATION,
    maxRequests: 0,
    oncePer: 'origin',
    profile: 'gate',
    discriminator: 'header (or meta) and product, without the version',
    probes: ['reads Server, X-Powered-By and their like, and <meta name=generator>'],
    description:
      'A header or a meta tag tells which version of a server, a language or a framework runs here. That is ' +
      'no flaw by itself, but it tells which published flaws to try, and lets search engines for servers ' +
      'list this one as soon as a flaw becomes known.',
    remediation:
      'Switch the version off: `server_tokens off` (nginx), `ServerTokens Prod` (Apache), `expose_php = Off`, ' +
      '`app.disable("x-powered-by")`, or remove the header in the proxy; and keep the product up to date.',
    references: [
      'https://cwe.mitre.org/data/definitions/497.html',
      'https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html',
    ],
  },

  *run(exchange) {
    const seen = new Set<string>()
    for (const { source, product, version, text } of bannersOf(exchange)) {
      const discriminator = `${source}:${product}`.toLowerCase()
      if (seen.has(discriminator)) continue
      seen.add(discriminator)
      yield {
        confidence: 'confirmed',
        reason: READ,
        discriminator,
        parameter: source,
        location: 'response',
        evidence: {
          exchange,
          match: quoted(exchange, text),
          note: `${source === 'meta' ? 'The generator meta tag' : source} tells ${product} ${version}.`,
        },
      }
    }
  },
})

function* bannersOf(exchange: Exchange): Iterable<Banner> {
  for (const [source, product] of HEADERS) {
    const value = exchange.response.headers.get(source)?.slice(0, MOST_CHARS)
    if (value !== undefined) yield* read(value, source, product)
  }
  const generator = pageOf(exchange).html?.elements.find(
    ({ name, attributes }) =>
      name === 'meta' && attributes.get('name')?.toLowerCase() === 'generator',
  )
  const content = generator?.attributes.get('content')?.slice(0, MOST_CHARS)
  if (content !== undefined) yield* read(content, 'meta', null)
}

function read(value: string, source: string, product: string | null): readonly Banner[] {
  const bare = BARE.exec(value)?.[1]
  if (product !== null) {
    return bare === undefined ? [] : [{ source, product, version: bare, text: bare }]
  }
  const pattern = GENERATORS.has(source) ? GENERATOR : NAMED
  return [...value.matchAll(pattern)]
    .slice(0, MOST_PRODUCTS)
    .flatMap(([text, name = '', version = '']) => [{ source, product: name, version, text }])
}
