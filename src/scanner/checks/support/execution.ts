import { XMLValidator } from 'fast-xml-parser'

import type { Exchange } from '../../http/exchange.ts'
import { codeOfAddress, isNavigable } from './address.ts'
import { isAttachment, isHtml, isRedirect, isScriptableXml } from './content.ts'
import { isInside, readElements, type Element } from './markup.ts'
import { callsFunction, isJavaScript } from './script.ts'

/** Where script of ours would run: how, and the source text that shows it. */
export type Execution = Readonly<{ how: string; match: string }>

/** Content that a browser that runs script does not build, or does not show. */
const INERT: ReadonlySet<string> = new Set(['template', 'noscript', 'select'])
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
  for (const element of readElements(source, { xml: kind === 'xml' })) {
    if (isInside(element, INERT) && element.name !== 'script') continue
    if (kind === 'xml' && !NAMESPACES.test(namespaceOf(element))) continue
    const how = howItRuns(element, name) ?? howItNests(element, name, nesting)
    if (how !== null) return { how, match: excerpt(source, element, name) }
  }
  return null
}

/** The source around the name in a start tag or script, short enough to read. */
function excerpt(source: string, { start, end, text }: Element, name: string): string {
  const at = Math.max(start, source.toLowerCase().indexOf(name, start))
  const from = Math.max(start, at - EXCERPT_CHARS)
  return source.slice(from, Math.min(end + text.length, at + EXCERPT_CHARS))
}

function howItRuns({ name: tag, attributes, text, closed }: Element, name: string): string | null {
  const type = attributes['type']
  if (tag === 'script' && closed && !('src' in attributes) && isJavaScript(type)) {
    const kind = type?.trim().toLowerCase() === 'module' ? 'module' : 'script'
    if (callsFunction(text, name, kind)) return 'script element'
  }
  for (const [attribute, value] of Object.entries(attributes)) {
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
  const inside = attributes['srcdoc']
  if (tag !== 'iframe' || inside === undefined || nesting >= MAX_NESTING || 'sandbox' in attributes)
    return null
  const found = findIn(inside, name, 'html', nesting + 1)
  return found === null ? null : `${found.how} in srcdoc`
}

function namespaceOf(element: Element): string {
  for (let at: Element | null = element; at !== null; at = at.parent) {
    const declared = at.attributes['xmlns']
    if (declared !== undefined) return declared
  }
  return ''
}
