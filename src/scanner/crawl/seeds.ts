import type { CrawlEntry } from '../engine/unit.ts'

/** Found nowhere but at its usual place: where nothing lies, it is no page of the site. */
export const GUESS_SOURCE = 'known file'

/** Files that name pages, at fixed places (RFC 9309, sitemaps.org, RFC 9116, RFC 8615). */
const KNOWN_FILES = [
  ['/robots.txt', 'robots'],
  ['/sitemap.xml', 'sitemap'],
  ['/.well-known/security.txt', 'security.txt'],
  ['/sitemap_index.xml', GUESS_SOURCE],
  ['/.well-known/openid-configuration', GUESS_SOURCE],
  ['/.well-known/apple-app-site-association', GUESS_SOURCE],
  ['/.well-known/assetlinks.json', GUESS_SOURCE],
  ['/crossdomain.xml', GUESS_SOURCE],
  ['/humans.txt', GUESS_SOURCE],
  ['/llms.txt', GUESS_SOURCE],
] as const

/** Where a crawl begins: the target itself and the files of its origin that name pages. */
export function seedEntries(target: URL): readonly CrawlEntry[] {
  const start = new URL(target)
  start.hash = ''
  return [
    { url: start.href, source: 'target', depth: 0 },
    ...KNOWN_FILES.map(([path, source]) => ({
      url: new URL(path, target.origin).href,
      source,
      depth: 0,
    })),
  ]
}
