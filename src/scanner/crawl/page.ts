import { LIMITS } from '../../limits.ts'
import type { Exchange } from '../http/exchange.ts'
import { remember } from '../http/remember.ts'
import { elementsNamed, type HtmlPage, readHtml } from './html.ts'

export type PageKind = 'html' | 'script' | 'style' | 'json' | 'xml' | 'text' | 'other'

/** An answer, parsed once for all that read it: extractors, technology and passive checks. */
export type Page = Readonly<{
  exchange: Exchange
  kind: PageKind
  /** Null unless `kind` is html. */
  html: HtmlPage | null
  /** What references in HTML are relative to: `<base href>`, else the page's own URL. */
  base: URL
}>

const KINDS: readonly (readonly [RegExp, PageKind])[] = [
  [/^(?:text\/html|application\/xhtml\+xml)$/, 'html'],
  [/^(?:text|application)\/(?:x-)?(?:javascript|ecmascript)$/, 'script'],
  [/^text\/css$/, 'style'],
  [/^(?:application|text)\/(?:[\w.-]+\+)?(?:json|x-ndjson)$/, 'json'],
  [/^(?:application|text)\/(?:[\w.-]+\+)?xml$/, 'xml'],
  [/^text\//, 'text'],
]

const parsed = new WeakMap<Exchange, Page>()

/**
 * The same page for the same exchange: asking again costs nothing. In HTML look up elements by
 * `elementsNamed(page.html, 'script')` or `elementsWith(page.html, 'srcdoc')` before reading all.
 */
export function pageOf(exchange: Exchange): Page {
  const known = parsed.get(exchange)
  if (known !== undefined) return known
  const kind = kindOf(exchange)
  const html = kind === 'html' ? readHtml(exchange.response.body) : null
  const page: Page = { exchange, kind, html, base: baseOf(exchange.request.url, html) }
  parsed.set(exchange, page)
  return page
}

/** `text/html` of `Text/HTML; charset=utf-8`; null when the answer does not say. */
export function mediaType(headers: Headers): string | null {
  const value = headers.get('content-type')
  return value === null ? null : typeOf(value)
}
const typeOf = remember((text) => text.split(';', 1)[0]?.trim().toLowerCase() || null)

function kindOf({ response }: Exchange): PageKind {
  const type = mediaType(response.headers)
  if (type === null) return sniff(response.body)
  return kindOfType(type)
}
const kindOfType = remember(
  (type): PageKind => KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'other',
)

function sniff(body: string): PageKind {
  const start = body.slice(0, 200).trimStart()
  if (start.startsWith('<?xml')) return 'xml'
  if (start.startsWith('<')) return 'html'
  return start.startsWith('{') || start.startsWith('[') ? 'json' : 'text'
}

function baseOf(url: URL, html: HtmlPage | null): URL {
  const element = elementsNamed(html, 'base').find(({ attributes }) => attributes.has('href'))
  const href = element?.attributes.get('href')?.slice(0, LIMITS.urlLength)
  const base = href === undefined ? null : URL.parse(href.trim(), url.href)
  return base?.protocol === 'http:' || base?.protocol === 'https:' ? base : url
}
