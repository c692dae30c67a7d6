import { LIMITS } from '../../../limits.ts'
import { elementsNamed, elementsWith } from '../html.ts'
import type { Link } from '../link.ts'
import type { Page } from '../page.ts'

/** A string literal that is a URL, or a path from the root. Attempts start at quotes only. */
const ROOTED = /(["'`])(https?:\/\/[^\s"'`<>\\]{1,500}|\/[\w~%-][\w.~/%?=&:+,;@!*-]{0,500})(?=\1)/g
/** A relative path that says so itself: `./x`, an extension of pages, or a query. */
const RELATIVE =
  /(["'`])(\.{1,2}\/[\w.~/%?=&:+,;@-]{1,300}|[\w-]{1,60}(?:\/[\w.-]{1,60}){0,10}(?:\.(?:php|html?|json|aspx?|jsp|do|action|cgi|cfm|xml)|\?[\w[\]-]{1,60}=)[\w.~%?=&[\]-]{0,200})(?=\1)/g
const SCRIPT_ADDRESS = /^\s{0,20}javascript:/i
const PLACEHOLDER = /\$\{[^{}`\n]{0,100}\}/g
const ROUTE_PARAMETER = /\/:[a-z]\w{0,60}\??/gi

const codeOf = (value = ''): string => value.slice(0, LIMITS.urlLength)

/** String literals of script files, script elements and event handlers that look like paths. */
export function* scriptLinks({ kind, html, exchange }: Page): Iterable<Link> {
  if (kind === 'script') {
    const { request, response } = exchange
    // The page that runs the script is not known here: paths without dots are taken from the root.
    const root = new URL('/', request.url)
    for (const link of linksOf(response.body.slice(0, LIMITS.scriptBytes))) {
      yield { ...link, base: link.reference.startsWith('.') ? request.url : root }
    }
  }
  for (const { text } of elementsNamed(html, 'script')) yield* linksOf(text)
  for (const [attribute, elements] of html?.byAttribute ?? []) {
    if (!attribute.startsWith('on')) continue
    for (const { attributes } of elements) yield* linksOf(codeOf(attributes.get(attribute)))
  }
  for (const { attributes } of elementsWith(html, 'href')) {
    const href = attributes.get('href') ?? ''
    if (SCRIPT_ADDRESS.test(href)) yield* linksOf(codeOf(href))
  }
}

function* linksOf(script: string): Iterable<Link> {
  const plain = script.replaceAll('\\/', '/').replaceAll(PLACEHOLDER, '1')
  for (const pattern of [ROOTED, RELATIVE]) {
    for (const [, , literal] of plain.matchAll(pattern)) {
      if (literal === undefined || !isPath(literal)) continue
      yield { reference: literal.replaceAll(ROUTE_PARAMETER, '/1'), source: 'script' }
    }
  }
}

/** Not a lone slash or letter, nor a date. */
const isPath = (literal: string): boolean => literal.length > 2 && /[a-z]/i.test(literal)
