import type { Link } from '../link.ts'
import type { Page } from '../page.ts'
import { readRobots } from '../robots.ts'
import { readSitemap } from '../sitemap.ts'

const SECURITY_TXT: ReadonlySet<string> = new Set(['/.well-known/security.txt', '/security.txt'])

/** robots.txt: the paths it allows and forbids, and the sitemaps it names. */
export function* robotsLinks({ kind, exchange: { request, response } }: Page): Iterable<Link> {
  // A site that answers its start page for everything has no robots.txt.
  if (request.url.pathname !== '/robots.txt' || kind === 'html') return
  const { paths, sitemaps } = readRobots(response.body)
  for (const reference of [...paths, ...sitemaps]) {
    yield { reference, source: 'robots', base: request.url }
  }
}

/** Sitemaps and sitemap indexes, by their content or their name. */
export function* sitemapLinks({ kind, exchange: { request, response } }: Page): Iterable<Link> {
  const isNamed = /(?:sitemap[^/]*\.(?:txt|xml)|\.xml)(?:\.gz)?$/i.test(request.url.pathname)
  if (kind !== 'xml' && !((kind === 'text' || kind === 'other') && isNamed)) return
  for (const reference of readSitemap(response.body)) {
    yield { reference, source: 'sitemap', base: request.url }
  }
}

/** The URLs of a security.txt (RFC 9116): policy, acknowledgments, hiring. */
export function* securityTxtLinks({ kind, exchange: { request, response } }: Page): Iterable<Link> {
  if (kind === 'html' || !SECURITY_TXT.has(request.url.pathname)) return
  for (const line of response.body.split('\n', 200)) {
    const [, reference] = /^[a-z-]{1,40}:\s{0,20}(https?:\/\/\S{1,2000})/i.exec(line) ?? []
    if (reference !== undefined) yield { reference, source: 'security.txt', base: request.url }
  }
}
