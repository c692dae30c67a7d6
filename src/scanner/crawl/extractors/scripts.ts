import { LIMITS } from '../../../limits.ts'
import { elementsNamed, elementsWith, readHtml, type HtmlElement } from '../html.ts'
import type { Link } from '../link.ts'
import type { Page } from '../page.ts'
import { concreteRoute } from '../route-pattern.ts'
import { syntaxOf } from '../script-syntax.ts'
import { linksOf as linksOfMarkup } from './attributes.ts'
import { readJson } from './json-values.ts'
import { scriptFacts } from './script-code.ts'

/** A string literal that is a URL, or a path from the root. Attempts start at quotes only. */
const ROOTED = /(["'`])(https?:\/\/[^\s"'`<>\\]{1,500}|\/[\w~%-][\w.~/%?=&:+,;@!*-]{0,500})(?=\1)/g
/** A relative path that says so itself: `./x`, an extension of pages, or a query. */
const RELATIVE =
  /(["'`])(\.{1,2}\/[\w.~/%?=&:+,;@-]{1,300}|[\w-]{1,60}(?:\/[\w.-]{1,60}){0,10}(?:\.(?:php|html?|json|aspx?|jsp|do|action|cgi|cfm|xml)|\?[\w[\]-]{1,60}=)[\w.~%?=&[\]-]{0,200})(?=\1)/g
/** A file beside the script, named from the folder that both are in: `assets/x.js`. */
const BUNDLED = /(["'`])((\w[\w.-]{0,60}\/)[\w./-]{1,200}\.(?:m?js|css|json))(?=\1)/g
const SOURCE_MAP = /[#@] {0,3}sourceMappingURL=([^\s'"*]{1,2000})/g
const GATSBY_PAGE = /component---src-pages-([\w-]{1,200})-(?:jsx?|tsx?|mdx?)\b/g
const SCRIPT_ADDRESS = /^\s{0,20}javascript:/i
const PLACEHOLDER = /\$\{[^{}`\n]{0,100}\}/g
/** Code that puts addresses together, or takes relative ones: worth a parser. */
const WORTH_PARSING = /[/<]|fetch|import|open\(|path\s?:|url\s?:/
const MARKUP_TYPE = /template|x-tmpl|text\/html|handlebars|mustache|text\/x-/
const JSON_TYPE = /json|importmap|speculationrules/

const codeOf = (value = ''): string => value.slice(0, LIMITS.urlLength)

/** Addresses in script files, script elements and event handlers. */
export function* scriptLinks(page: Page): Iterable<Link> {
  const { kind, html, exchange } = page
  if (kind === 'script') yield* linksOfFile(page)
  for (const element of elementsNamed(html, 'script')) yield* linksOfElement(page, element)
  for (const [attribute, elements] of html?.byAttribute ?? []) {
    if (!isCode(attribute)) continue
    for (const { attributes } of elements) yield* literals(codeOf(attributes.get(attribute)))
  }
  for (const { attributes } of elementsWith(html, 'href')) {
    const href = attributes.get('href') ?? ''
    if (SCRIPT_ADDRESS.test(href)) yield* literals(codeOf(href))
  }
  if (exchange.response.body.includes('component---src-pages-')) yield* gatsbyPages(page)
}

/** Attributes that hold code: handlers, and what Vue, Alpine and Angular bind. */
const isCode = (name: string): boolean =>
  name.startsWith('on') || /^(?:[@:[(*]|x-|v-|ng-|hx-on|data-on)/.test(name)

function* linksOfFile({ exchange }: Page): Iterable<Link> {
  const { request, response } = exchange
  const text = response.body.slice(0, LIMITS.scriptBytes)
  // The page that runs the script is not known here: paths without dots are taken from the root.
  const root = new URL('/', request.url)
  for (const link of literals(text)) {
    yield { ...link, base: link.reference.startsWith('.') ? request.url : root }
  }
  yield* bundled(text, request.url)
  for (const [, reference = ''] of text.matchAll(SOURCE_MAP)) {
    if (!reference.startsWith('data:')) yield { reference, source: 'script:map', base: request.url }
  }
  yield* codeLinks(syntaxOf(exchange, text), { script: request.url, page: root })
}

function* linksOfElement({ exchange, base }: Page, element: HtmlElement): Iterable<Link> {
  const { text } = element
  if (text === '') return
  const type = element.attributes.get('type')?.toLowerCase() ?? ''
  if (type !== '' && JSON_TYPE.test(type)) {
    for (const link of readJson(text).links) yield { ...link, source: 'script' }
    return
  }
  if (type !== '' && MARKUP_TYPE.test(type)) {
    for (const link of linksOfMarkup(readHtml(text))) yield { ...link, source: 'script' }
    return
  }
  yield* literals(text)
  if (!WORTH_PARSING.test(text)) return
  yield* codeLinks(syntaxOf(exchange, text), { script: base, page: base })
}

type Bases = Readonly<{ script: URL; page: URL }>

/** What the tree of the code tells; nothing of code that does not parse. */
function* codeLinks(tree: ReturnType<typeof syntaxOf>, bases: Bases): Iterable<Link> {
  if (tree === null) return
  const { links, markup, texts } = scriptFacts(tree)
  for (const { reference, base } of links) yield { reference, source: 'script', base: bases[base] }
  for (const text of texts) for (const link of literals(text)) yield { ...link, base: bases.page }
  for (const text of markup) {
    for (const link of linksOfMarkup(readHtml(text))) {
      yield { ...link, source: 'script', base: bases.page }
    }
  }
}

/** The same of code that stands in no answer, as that of a source map. */
export function* linksOfCode(
  text: string,
  tree: ReturnType<typeof syntaxOf>,
  base: URL,
): Iterable<Link> {
  for (const link of literals(text)) yield { ...link, base }
  yield* codeLinks(tree, { script: base, page: base })
}

function* literals(script: string): Iterable<Link> {
  const plain = script.replaceAll('\\/', '/').replaceAll(PLACEHOLDER, '1')
  for (const pattern of [ROOTED, RELATIVE]) {
    for (const [, , literal] of plain.matchAll(pattern)) {
      if (literal === undefined || !isPath(literal)) continue
      yield { reference: concreteRoute(literal), source: 'script' }
    }
  }
}

/** Not a lone slash or letter, nor a date. */
const isPath = (literal: string): boolean => literal.length > 2 && /[a-z]/i.test(literal)

/** `static/x.js` in `/app/static/y.js` stands beside it, whatever base its bundler has in mind. */
function* bundled(text: string, url: URL): Iterable<Link> {
  for (const [, , reference = '', folder = ''] of text.matchAll(BUNDLED)) {
    const at = url.pathname.indexOf(`/${folder}`)
    if (at === -1) continue
    yield { reference, source: 'script', base: new URL(url.pathname.slice(0, at + 1), url) }
  }
}

/** Gatsby names its chunks after the pages they are for. */
function* gatsbyPages({ exchange }: Page): Iterable<Link> {
  for (const [, name = ''] of exchange.response.body.matchAll(GATSBY_PAGE)) {
    const path = name.replace(/-?index$/, '').replaceAll('-', '/')
    if (!/^\d+$/.test(path))
      yield { reference: `/${path}${path === '' ? '' : '/'}`, source: 'script' }
  }
}
