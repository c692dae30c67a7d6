import { XMLValidator } from 'fast-xml-parser'

import type { Exchange } from '../../http/exchange.ts'
import { codeOfAddress, isNavigable } from './address.ts'
import { isAttachment, isHtml, isRedirect, isScriptableXml } from './content.ts'
import { isInside, walkMarkup, type Element } from './markup.ts'
import { callsFunction, isJavaScript } from './script.ts'

/** Where script of ours would run: how, and the source text that shows it. */
export type Execution = Readonly<{ how: string; match: string }>

/** Content that a browser that runs script does not build, or does not show. */
const INERT: ReadonlySet<string> = new Set(['template', 'noscript'])
/** Of other elements, browsers keep only choices and script in here. */
const CHOICES: ReadonlySet<string> = new Set(['select'])
/** Elements that get no events a page or a visitor can cause. */
const DEAF: ReadonlySet<string> = new Set([
  'meta',
  'base',
  'head',
  'title',
  'param',
  'template',
  'noscript',
])
const NAMESPACES = /^http:\/\/www\.w3\.org\/(?:1999\/xhtml|2000\/svg)$/
const EXCERPT_CHARS = 120
const MAX_NESTING = 2

/** How a browser parses the body: as HTML, as XML that can hold script, or not as a document. */
export function documentKind({ response }: Exchange): 'html' | 'xml' | null {
  if (isRedirect(response) || isAttachment(response)) return null
  if (isHtml(response)) return 'html'
  return isScriptableXml(response) ? 'xml' : null
}

/** Finds where a page calls a function of this name, by markup and code, not by text. */
export function findExecution(exchange: Exchange, name: string): Execution | null {
  const kind = documentKind(exchange)
  const { body } = exchange.response
  if (kind === null || !body.toLowerCase().includes(name)) return null
  // A browser shows the error of a broken XML document instead of the document.
  if (kind === 'xml' && XMLValidator.validate(body) !== true) return null
  return findIn(body, name, kind, 0)
}

function findIn(
  source: string,
  name: string,
  kind: 'html' | 'xml',
  nesting: number,
): Execution | null {
  let found: Execution | null = null
  const see = (element: Element, end: number, how: string | null) => {
    if (how === null || found !== null || isInert(element)) return
    if (kind === 'xml' && !NAMESPACES.test(namespaceOf(element))) return
    found = { how, match: excerpt(source, element.start, end, name) }
  }
  walkMarkup(
    source,
    { xml: kind === 'xml' },
    {
      open: (element) =>
        see(element, element.end, howItRuns(element, name) ?? howItNests(element, name, nesting)),
      script: (element, code) =>
        see(element, element.end + code.length, scriptRuns(element, code, name)),
    },
  )
  return found
}

const isInert = (element: Element): boolean =>
  isInside(element, INERT) || (element.name !== 'script' && isInside(element, CHOICES))

/** The source around the name in a start tag or script, short enough to read. */
function excerpt(source: string, start: number, end: number, name: string): string {
  const at = source.toLowerCase().indexOf(name, start)
  const from = Math.max(start, at - EXCERPT_CHARS)
  return source.slice(from, Math.min(end, Math.max(at, start) + EXCERPT_CHARS))
}

function scriptRuns({ attributes }: Element, code: string, name: string): string | null {
  const type = attributes.get('type')
  if (attributes.has('src') || !isJavaScript(type)) return null
  const kind = type?.trim().toLowerCase() === 'module' ? 'module' : 'script'
  return callsFunction(code, name, kind) ? 'script element' : null
}

function howItRuns({ name: tag, attributes }: Element, name: string): string | null {
  for (const [attribute, value] of attributes) {
    if (/^on[a-z]+$/.test(attribute) && !DEAF.has(tag) && callsFunction(value, name, 'handler')) {
      return `\`${attribute}\` of <${tag}>`
    }
    const code = isNavigable(tag, attribute) ? codeOfAddress(value) : null
    if (code !== null && callsFunction(code, name, 'script')) return `\`${attribute}\` of <${tag}>`
  }
  return null
}

function howItNests(
  { name: tag, attributes }: Element,
  name: string,
  nesting: number,
): string | null {
  const inside = attributes.get('srcdoc')
  if (tag !== 'iframe' || inside === undefined || nesting >= MAX_NESTING) return null
  // A sandboxed frame runs at best without the origin of the page.
  if (attributes.has('sandbox')) return null
  const found = findIn(inside, name, 'html', nesting + 1)
  return found === null ? null : `${found.how} in srcdoc`
}

function namespaceOf(element: Element): string {
  for (let at: Element | null = element; at !== null; at = at.parent) {
    const declared = at.attributes.get('xmlns')
    if (declared !== undefined) return declared
  }
  return ''
}
