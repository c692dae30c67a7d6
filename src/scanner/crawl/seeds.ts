import type { CrawlEntry } from '../engine/unit.ts'

/** Files that name pages, at fixed places (RFC 9309, sitemaps.org, RFC 9116). */
const KNOWN_FILES = [
  ['/robots.txt', 'robots'],
  ['/sitemap.xml', 'sitemap'],
  ['/.well-known/security.txt', 'security.txt'],
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
