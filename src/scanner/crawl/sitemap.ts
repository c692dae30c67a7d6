import { XMLParser } from 'fast-xml-parser'
import * as z from 'zod'
import { LIMITS } from '../../limits.ts'

const location = z.object({ loc: z.string() }).transform(({ loc }) => loc.trim())
/** An item without a usable `loc` is passed over, the others still count. */
const locations = z
  .array(z.unknown())
  .transform((items) => items.slice(0, LIMITS.sitemapUrls).map((item) => location.safeParse(item)))
  .transform((results) => results.flatMap((result) => (result.success ? [result.data] : [])))
const Sitemap = z.object({
  urlset: z.object({ url: locations }).optional().catch(undefined),
  sitemapindex: z.object({ sitemap: locations }).optional().catch(undefined),
})

const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => name === 'url' || name === 'sitemap',
})

/**
 * The `loc` of each `url` and each `sitemap` (sitemaps.org); at most LIMITS.sitemapUrls. Empty for
 * anything that is no sitemap. A file of bare lines is one too.
 */
export function readSitemap(text: string): readonly string[] {
  if (!text.trimStart().startsWith('<')) return readLines(text)
  const document = Sitemap.safeParse(parseXml(text))
  if (!document.success) return []
  return [
    ...(document.data.urlset?.url ?? []),
    ...(document.data.sitemapindex?.sitemap ?? []),
  ].slice(0, LIMITS.sitemapUrls)
}

const readLines = (text: string): readonly string[] =>
  text.split(/\r\n?|\n/, LIMITS.sitemapUrls).filter((line) => /^https?:\/\/\S+\s*$/i.test(line))

function parseXml(text: string): unknown {
  try {
    // A body that was cut ends inside a tag.
    return parser.parse(text.slice(0, text.lastIndexOf('>') + 1))
  } catch {
    // The file is not well-formed: it names nothing that could be trusted.
    return null
  }
}
