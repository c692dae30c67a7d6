import { LIMITS } from '../../limits.ts'
import type { Exchange, HttpRequest } from '../http/exchange.ts'
import { isDangerous } from './avoid.ts'
import { elementsNamed } from './html.ts'
import { pageOf } from './page.ts'
import {
  isSyntax,
  keyOf,
  listOf,
  nameOf,
  nodesOf,
  property,
  syntaxOf,
  type Syntax,
} from './script-syntax.ts'

/** Stands for a value that only exists when the script runs. */
const UNKNOWN = '1'
const MOST_REQUESTS = 50

/**
 * POST requests with a JSON or XML body that the page's scripts spell out: `fetch(url, {method: 'POST',
 * body: JSON.stringify({…})})` or `body: '<…>'`, and `client.post(url, {…})`; computed values become "1".
 * A script that does not parse, or is longer than LIMITS.scriptBytes, gives none.
 */
export function scriptRequests(exchange: Exchange): readonly HttpRequest[] {
  const { kind, html, base } = pageOf(exchange)
  const scripts =
    kind === 'script'
      ? [exchange.response.body]
      : elementsNamed(html, 'script').map(({ text }) => text)
  return scripts
    .filter((text) => text.includes('(') && text.length <= LIMITS.scriptBytes)
    .flatMap((text) =>
      callsIn(syntaxOf(exchange, text)).flatMap((call) => requestOf(call, base) ?? []),
    )
    .slice(0, MOST_REQUESTS)
}

/** `body`: a value that is sent as JSON, or the text of an XML document. */
type Call = Readonly<{ url: string; method: string; body: unknown; type: string }>

const JSON_TYPE = 'application/json'
const XML_TYPE = /^\w{1,40}\/(?:[\w.-]{1,80}\+)?xml\b/i

function callsIn(root: Syntax | null): readonly Call[] {
  const calls: Call[] = []
  for (const node of root === null ? [] : nodesOf(root)) {
    const call = node.type === 'CallExpression' ? callOf(node) : null
    if (call !== null) calls.push(call)
    if (calls.length === MOST_REQUESTS) break
  }
  return calls
}

function callOf(node: Syntax): Call | null {
  const [first, second] = Array.isArray(node['arguments']) ? (node['arguments'] as unknown[]) : []
  const url = isWritten(first) ? textOf(first) : null
  if (url === null || !isSyntax(second)) return null
  const name = nameOf(node['callee'])
  if (name === 'fetch') {
    const method = textOf(property(second, 'method'))?.toUpperCase() ?? 'GET'
    const sent = property(second, 'body')
    const type = typeIn(second)
    if (isWritten(sent) && XML_TYPE.test(type)) return { url, method, body: textOf(sent), type }
    const body = stringified(sent)
    return body === undefined ? null : { url, method, body, type: JSON_TYPE }
  }
  if (name === 'post' && second.type === 'ObjectExpression') {
    return { url, method: 'POST', body: valueOf(second), type: JSON_TYPE }
  }
  return null
}

/** The Content-Type among the headers of the options, empty where it is not written out. */
function typeIn(options: Syntax): string {
  const headers = property(options, 'headers')
  const all = isSyntax(headers) ? listOf(headers['properties']) : []
  const found = all.find((each) => isSyntax(each) && keyOf(each)?.toLowerCase() === 'content-type')
  return (isSyntax(found) ? textOf(found['value']) : null) ?? ''
}

const isWritten = (node: unknown): boolean =>
  isSyntax(node) && (node.type === 'Literal' || node.type === 'TemplateLiteral')

/** The argument of `JSON.stringify(…)`, as a value. */
function stringified(node: unknown): unknown {
  if (!isSyntax(node) || node.type !== 'CallExpression') return undefined
  if (nameOf(node['callee']) !== 'stringify') return undefined
  return Array.isArray(node['arguments']) ? valueOf(node['arguments'][0]) : undefined
}

const textOf = (node: unknown): string | null => {
  const value = valueOf(node)
  return typeof value === 'string' ? value : null
}

/** A literal, template, array or object as the value it has; what is computed is UNKNOWN. */
function valueOf(node: unknown, depth = 0): unknown {
  if (!isSyntax(node) || depth > 10) return UNKNOWN
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'object' && node['value'] !== null ? UNKNOWN : node['value']
    case 'TemplateLiteral':
      return templateText(node)
    case 'ArrayExpression':
      return listOf(node['elements']).map((each) => valueOf(each, depth + 1))
    case 'ObjectExpression':
      return Object.fromEntries(
        listOf(node['properties']).flatMap((each) => {
          const key = isSyntax(each) ? keyOf(each) : null
          return key === null || !isSyntax(each) ? [] : [[key, valueOf(each['value'], depth + 1)]]
        }),
      )
    default:
      return UNKNOWN
  }
}

/** Holes of a template stand for values of the page. */
const templateText = (node: Syntax): string =>
  listOf(node['quasis'])
    .map((each) => {
      const value = isSyntax(each) ? each['value'] : null
      return typeof value === 'object' && value !== null && 'cooked' in value
        ? String(value.cooked)
        : ''
    })
    .join(UNKNOWN)

function requestOf({ url, method, body, type }: Call, base: URL): HttpRequest | null {
  if (method !== 'POST' || !URL.canParse(url, base.href)) return null
  const text = typeof body === 'string' && type !== JSON_TYPE ? body : jsonOf(body)
  if (text === null) return null
  const target = new URL(url, base)
  if (isDangerous(method, target)) return null
  return { method, url: target, headers: new Headers({ 'content-type': type }), body: text }
}

const jsonOf = (body: unknown): string | null =>
  typeof body === 'object' && body !== null ? JSON.stringify(body) : null
