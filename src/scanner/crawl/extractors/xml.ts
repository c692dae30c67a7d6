import { readHtml } from '../html.ts'
import type { Link } from '../link.ts'
import { mediaType, type Page } from '../page.ts'
import { decodeText } from '../references.ts'
import { readTokens } from '../tokens.ts'
import { looksLikeUrl } from '../urls.ts'
import { linksOf as linksOfMarkup } from './attributes.ts'

/** Attributes that hold addresses in feeds, SVG, WSDL, OpenSearch, OData, tiles, style sheets. */
const ATTRIBUTES: ReadonlySet<string> = new Set(
  'href xlink:href src url uri location schemalocation xsi:schemalocation template resource rdf:resource action codebase data path'.split(
    ' ',
  ),
)
const STYLE_SHEET = /^\?xml-stylesheet\b[^>]{0,500}?\bhref=["']([^"']{1,2000})/
/** `{searchTerms}` of an OpenSearch template */
const TEMPLATE_PART = /\{[\w:]{1,60}\??\}/g
const PIECES = 20_000
const CDATA = '<![CDATA['

/** Addresses in attributes and texts of an XML document, and markup that its texts hold. */
export function* xmlLinks({ kind, exchange: { request, response } }: Page): Iterable<Link> {
  // A drawing is no text that checks read, but it links.
  if (kind !== 'xml' && mediaType(response.headers) !== 'image/svg+xml') return
  const base = request.url
  const { references, texts } = piecesOf(response.body)
  for (const reference of references) yield { reference, source: 'xml', base }
  for (const text of [...texts, ...sectionsOf(response.body)]) {
    if (looksLikeUrl(text.trim())) yield { reference: text, source: 'xml', base }
    if (!text.includes('<')) continue
    for (const link of linksOfMarkup(readHtml(text))) yield { ...link, source: 'xml', base }
  }
}

function piecesOf(body: string): Readonly<{ references: string[]; texts: string[] }> {
  const references: string[] = []
  const texts: string[] = []
  const hasRoom = (): boolean => references.length + texts.length < PIECES
  readTokens(body, {
    open(_, attributes) {
      for (const [name, value] of attributes) {
        if (!ATTRIBUTES.has(name) || !hasRoom()) continue
        const parts = name.endsWith('location') ? value.split(/\s+/, 50) : [value]
        references.push(...parts.map((part) => part.replaceAll(TEMPLATE_PART, '1')))
      }
    },
    close: () => undefined,
    text(start, end) {
      // Most texts are words: an address starts with one of two letters, markup has been escaped.
      const text = body.slice(start, end).trim()
      const isLikely = /^(?:\/|https?:)/i.test(text) || text.includes('&lt;')
      if (isLikely && hasRoom()) texts.push(decodeText(text))
    },
    comment(text) {
      const [, reference] = STYLE_SHEET.exec(text) ?? []
      if (reference !== undefined && hasRoom()) references.push(reference)
    },
  })
  return { references, texts }
}

/** CDATA sections: feeds keep pages in them. */
function* sectionsOf(body: string): Iterable<string> {
  for (let at = body.indexOf(CDATA); at !== -1;) {
    const start = at + CDATA.length
    const end = body.indexOf(']]>', start)
    if (end === -1) return
    yield body.slice(start, end)
    at = body.indexOf(CDATA, end)
  }
}
