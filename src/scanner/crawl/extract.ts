import { LIMITS } from '../../limits.ts'
import type { CrawlEntry } from '../engine/unit.ts'
import type { Exchange } from '../http/exchange.ts'
import { makeMemory } from '../http/remember.ts'
import { isVisitable } from './assets.ts'
import { isDangerous } from './avoid.ts'
import { attributeLinks } from './extractors/attributes.ts'
import { commentLinks } from './extractors/comments.ts'
import { formLinks } from './extractors/forms.ts'
import { frameworkLinks } from './extractors/frameworks.ts'
import { headerLinks } from './extractors/headers.ts'
import { jsonLinks } from './extractors/json.ts'
import { robotsLinks, securityTxtLinks, sitemapLinks } from './extractors/known-files.ts'
import { scriptLinks } from './extractors/scripts.ts'
import { sourceMapLinks } from './extractors/source-maps.ts'
import { styleLinks } from './extractors/styles.ts'
import { textLinks } from './extractors/texts.ts'
import { xmlLinks } from './extractors/xml.ts'
import type { Extractor } from './link.ts'
import { pageOf, type PageKind } from './page.ts'
import { dedupeKey, pageUrl } from './urls.ts'

const KNOWN_FILES = [robotsLinks, securityTxtLinks] as const

/**
 * Every source of links that a kind of page can have. The first one that names a URL gives its
 * source: surest first.
 */
export const EXTRACTORS: Readonly<Record<PageKind, readonly Extractor[]>> = {
  html: [
    headerLinks,
    attributeLinks,
    formLinks,
    scriptLinks,
    styleLinks,
    commentLinks,
    frameworkLinks,
  ],
  script: [headerLinks, ...KNOWN_FILES, scriptLinks],
  style: [headerLinks, ...KNOWN_FILES, styleLinks],
  json: [headerLinks, ...KNOWN_FILES, jsonLinks, sourceMapLinks, frameworkLinks],
  xml: [headerLinks, ...KNOWN_FILES, sitemapLinks, xmlLinks],
  text: [headerLinks, ...KNOWN_FILES, sitemapLinks, textLinks],
  // Files whose type says little are told by their names.
  other: [headerLinks, ...KNOWN_FILES, sitemapLinks, jsonLinks, xmlLinks],
}

/** The links of a menu stand on every page of a site. */
const judged = makeMemory<boolean>(LIMITS.linksPerPage)
const leadsToHarm = (method: string, url: URL, text: string): boolean =>
  judged(`${method} ${url.href} ${text}`, () => isDangerous(method, url, text))

/**
 * The pages an answer names, in the order found: absolute, without images, fonts, media and
 * downloads, without what may do harm. Other origins are among them; scope is the caller's.
 * At most LIMITS.linksPerPage, of a sitemap LIMITS.sitemapUrls. Never throws.
 */
export function extractEntries(exchange: Exchange, depth: number): CrawlEntry[] {
  const page = pageOf(exchange)
  const entries = new Map<string, CrawlEntry>()
  const most = page.kind === 'xml' ? LIMITS.sitemapUrls : LIMITS.linksPerPage
  for (const extractor of EXTRACTORS[page.kind]) {
    // Lists repeat their links, and resolving one costs more than finding it.
    const texts = new Map<string, string>()
    for (const { reference, source, base, text = '', method } of extractor(page)) {
      if (entries.size >= most) return [...entries.values()]
      // One source takes equal references from one base.
      if (method === undefined) {
        if (texts.get(reference) === text) continue
        texts.set(reference, text)
      }
      const url = pageUrl(reference, base ?? page.base)
      if (url === null || !isVisitable(url)) continue
      const key = dedupeKey(url)
      if (entries.has(key) || leadsToHarm(method ?? 'GET', url, text)) continue
      entries.set(key, { url: url.href, source, depth })
    }
  }
  return [...entries.values()]
}
