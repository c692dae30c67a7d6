import { elementsNamed, elementsWith } from '../html.ts'
import type { Link } from '../link.ts'
import type { Page } from '../page.ts'

const URL_FUNCTION =
  /\burl\(\s{0,10}(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})'|([^\s"'()]{1,2000}))/gi
const IMPORT = /@import\s{1,10}(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})')/gi

/** `url()` and `@import` of style sheets, style elements and style attributes. */
export function* styleLinks({ kind, html, exchange }: Page): Iterable<Link> {
  if (kind === 'style') {
    const base = exchange.request.url
    for (const link of linksOf(exchange.response.body)) yield { ...link, base }
  }
  for (const { text } of elementsNamed(html, 'style')) yield* linksOf(text)
  for (const { attributes } of elementsWith(html, 'style')) {
    yield* linksOf(attributes.get('style') ?? '')
  }
}

function* linksOf(css: string): Iterable<Link> {
  for (const pattern of [URL_FUNCTION, IMPORT]) {
    for (const [, double, single, bare] of css.matchAll(pattern)) {
      const reference = double ?? single ?? bare
      if (reference !== undefined) yield { reference, source: 'css' }
    }
  }
}
