import { elementsNamed, elementsWith } from '../html.ts'
import type { Link } from '../link.ts'
import type { Page } from '../page.ts'

const URL_FUNCTION =
  /\burl\(\s{0,10}(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})'|([^\s"'()]{1,2000}))/gi
const IMPORT = /@import\s{1,10}(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})')/gi
/** A text among the candidates of `image-set()`: with a resolution or a type behind it. */
const IMAGE_SET =
  /(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})')\s{1,10}(?:[\d.]{1,10}(?:x|dppx|dpi)|type\()/gi
const SOURCE_MAP = /[#@] {0,3}sourceMappingURL=([^\s'"*]{1,2000})/g
/** Escapes of CSS: up to six hex digits and a space, or the character itself. */
const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi

/** `url()`, `@import` and `image-set()` of style sheets, style elements and style attributes. */
export function* styleLinks({ kind, html, exchange }: Page): Iterable<Link> {
  if (kind === 'style') {
    const base = exchange.request.url
    for (const link of linksOf(exchange.response.body)) yield { ...link, base }
    for (const [, reference = ''] of exchange.response.body.matchAll(SOURCE_MAP)) {
      if (!reference.startsWith('data:')) yield { reference, source: 'css', base }
    }
  }
  for (const { text } of elementsNamed(html, 'style')) yield* linksOf(text)
  for (const { attributes } of elementsWith(html, 'style')) {
    yield* linksOf(attributes.get('style') ?? '')
  }
}

function* linksOf(css: string): Iterable<Link> {
  const patterns = css.includes('image-set(')
    ? [URL_FUNCTION, IMPORT, IMAGE_SET]
    : [URL_FUNCTION, IMPORT]
  for (const pattern of patterns) {
    for (const [, double, single, bare] of css.matchAll(pattern)) {
      const reference = double ?? single ?? bare
      if (reference !== undefined) yield { reference: unescaped(reference), source: 'css' }
    }
  }
}

const unescaped = (text: string): string =>
  text.includes('\\')
    ? text.replaceAll(ESCAPE, (_, hex: string | undefined, own: string | undefined) =>
        hex === undefined ? (own ?? '') : characterOf(Number.parseInt(hex, 16)),
      )
    : text

const characterOf = (code: number): string =>
  code === 0 || code > 0x10_ff_ff ? '\ufffd' : String.fromCodePoint(code)
