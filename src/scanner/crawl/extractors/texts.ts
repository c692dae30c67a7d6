import type { Link } from '../link.ts'
import type { Page } from '../page.ts'

const ABSOLUTE = /https?:\/\/[^\s"'`<>\\(){}|^[\]]{1,2000}/gi
/** `[words](/path)` and `[1]: /path` of Markdown. */
const MARKDOWN = /\](?:\(|:[ \t]{1,5})<?([^\s()<>"']{1,1000})/g
/** What ends a sentence and is no part of an address. */
const SENTENCE_END = /[.,;:!?]+$/
const APPCACHE_LINES = 2000

/** Addresses in plain text: whole URLs, links of Markdown, the lines of a cache manifest. */
export function* textLinks({ kind, exchange: { request, response } }: Page): Iterable<Link> {
  // robots.txt is read as what it is.
  if (kind !== 'text' || request.url.pathname === '/robots.txt') return
  const base = request.url
  const { body } = response
  for (const [reference] of body.matchAll(ABSOLUTE)) {
    yield { reference: reference.replace(SENTENCE_END, ''), source: 'text', base }
  }
  for (const [, reference = ''] of body.matchAll(MARKDOWN)) {
    if (!reference.startsWith('#')) yield { reference, source: 'text', base }
  }
  if (body.startsWith('CACHE MANIFEST')) yield* cacheLines(body, base)
}

/** The files of an application cache: one a line, of a fallback the second. */
function* cacheLines(body: string, base: URL): Iterable<Link> {
  for (const line of body.split(/\r\n?|\n/, APPCACHE_LINES).slice(1)) {
    const words = line.trim().split(/\s+/)
    const isSection = line.trim().endsWith(':') || line.startsWith('#') || line.startsWith('*')
    const reference = words.at(-1) ?? ''
    if (!isSection && reference !== '') yield { reference, source: 'text', base }
  }
}
