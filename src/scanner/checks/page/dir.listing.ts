import type { Exchange, HttpRequest } from '../../http/exchange.ts'
import { percentDecode } from '../../http/percent.ts'
import { LISTING_TITLES } from '../../payloads/listings.ts'
import { onPage } from '../check.ts'
import { isHtml, isSuccess, quoted } from '../support/content.ts'
import { findElements } from '../support/markup.ts'

type Listing = Readonly<{ server: string; title: string; names: readonly string[] }>

const LEAST_CHILDREN = 2
/** Titles stand at the start. */
const HEAD_CHARS = 4096

export default onPage({
  meta: {
    id: 'dir.listing',
    title: 'The server lists the files of a folder',
    category: 'Exposed resources',
    severity: 'medium',
    owasp: 'A01:2025',
    owasp2021: 'A01:2021',
    cwe: 'CWE-548',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
    // A made-up folder beside it.
    maxRequests: 1,
    oncePer: 'path',
    profile: 'gate',
    probes: ['GET {folder}', 'GET {parent folder}{nonce}/'],
    description:
      'A folder without a start page answers with a list of its files. Visitors find copies, uploads, settings ' +
      'and old versions that no page links to, and learn how the site is built.',
    remediation:
      'Turn the automatic index of the web server off (`Options -Indexes` in Apache, `autoindex off` in nginx, ' +
      'directory browsing in IIS), and move files that are not meant for visitors out of the web root.',
    references: [
      'https://cwe.mitre.org/data/definitions/548.html',
      'https://httpd.apache.org/docs/2.4/mod/mod_autoindex.html',
      'https://nginx.org/en/docs/http/ngx_http_autoindex_module.html',
    ],
  },

  appliesTo: ({ isFolder }) => isFolder,

  async *run({ page, baseline, send, nonce }) {
    const listing = listingIn(baseline.first)
    if (listing === null || listingIn(baseline.second) === null) return
    const sibling = folderBeside(page.url, nonce())
    const control = await send(sibling)
    if (listingIn(control) !== null) return
    const [first = '', second = ''] = listing.names
    yield {
      confidence: 'confirmed',
      reason:
        'Title and links have the form of a listing of this folder, twice; a made-up folder beside it has none.',
      location: 'path',
      evidence: {
        exchange: baseline.first,
        match: quoted(baseline.first, listing.title),
        note: `\`${page.url.pathname}\` lists ${listing.names.length} entries, ${first} and ${second} among them, in the form of ${listing.server}.`,
      },
    }
  },
})

function listingIn(exchange: Exchange): Listing | null {
  const { request, response } = exchange
  if (!isSuccess(response) || !isHtml(response)) return null
  const head = response.body.slice(0, HEAD_CHARS)
  for (const { server, title } of LISTING_TITLES) {
    const [whole = '', path = ''] = title.exec(head) ?? []
    if (whole === '' || !isPath(path.trim(), request.url)) continue
    const names = childrenIn(exchange)
    return names.length < LEAST_CHILDREN ? null : { server, title: whole, names }
  }
  return null
}

/** The path as a title writes it: decoded, with or without the slash at the end. */
function isPath(written: string, { pathname }: URL): boolean {
  const bare = (path: string) => path.replace(/\/$/, '')
  return [pathname, percentDecode(pathname)].some((path) => bare(path) === bare(written))
}

/** Names of what lies directly in the folder, by the links of the page. */
function childrenIn({ request: { url }, response }: Exchange): readonly string[] {
  const links = findElements(response.body, ({ name }) => name === 'a')
  const names = links.flatMap(({ attributes }) => {
    const target = URL.parse(attributes.get('href') ?? '', url.href)
    if (target === null || target.origin !== url.origin || target.search !== '') return []
    if (!target.pathname.startsWith(url.pathname)) return []
    const name = target.pathname.slice(url.pathname.length)
    return /^[^/]+\/?$/.test(name) ? [name] : []
  })
  return [...new Set(names)]
}

function folderBeside(url: URL, word: string): HttpRequest {
  const parent = url.pathname === '/' ? '/' : url.pathname.replace(/[^/]+\/$/, '')
  return { method: 'GET', url: new URL(`${parent}${word}/`, url), headers: new Headers() }
}
