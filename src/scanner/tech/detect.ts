import { LIMITS } from '../../limits.ts'
import { elementsNamed, type HtmlPage } from '../crawl/html.ts'
import { pageOf } from '../crawl/page.ts'
import { compareText } from '../crawl/urls.ts'
import type { Exchange } from '../http/exchange.ts'
import { headerList } from '../http/header-list.ts'
import { iconHash } from './icon-hash.ts'
import {
  ATTRIBUTES,
  HEADERS,
  ICONS,
  MARKUP,
  META,
  PATHS,
  readCookie,
  readFile,
  shownBy,
} from './signs.ts'

const MAX_TEXTS = 300
const ICON = /^image\/|^application\/octet-stream/
/** Elements whose address names a script or a style sheet. */
const FILE_ELEMENTS = [
  ['script', 'src'],
  ['link', 'href'],
] as const

/** Technologies an answer shows, as `nginx` or, with a version, `nginx 1.25.3`; sorted, unique. */
export function detectTech(exchange: Exchange): string[] {
  const { response, request } = exchange
  const { kind, html } = pageOf(exchange)
  const found: string[] = []
  for (const [header, value] of headerList(response.headers)) {
    const read = HEADERS.get(header)
    if (read !== undefined) found.push(...read(value.slice(0, LIMITS.urlLength)))
  }
  for (const cookie of cookieNames(response.headers)) found.push(...readCookie(cookie))
  if (html !== null) readPage(html, response.body, found)
  const signs = response.status === 200 ? PATHS.get(request.url.pathname) : undefined
  for (const sign of signs ?? []) found.push(...listOf(shownBy(sign, response.body)))
  if (kind === 'other' && ICON.test(response.headers.get('content-type') ?? '')) {
    found.push(...ICONS(iconHash(response.body)))
  }
  return found.length === 0 ? found : mergeTech([found])
}

function readPage(html: HtmlPage, body: string, found: string[]): void {
  for (const [element, attribute] of FILE_ELEMENTS) {
    let left = MAX_TEXTS
    for (const { attributes } of elementsNamed(html, element)) {
      const address = attributes.get(attribute)
      if (address === undefined || left-- <= 0) continue
      found.push(...readFile(address.slice(0, LIMITS.urlLength)))
    }
  }
  for (const { attributes } of elementsNamed(html, 'meta').slice(0, MAX_TEXTS)) {
    const read = META.get(attributes.get('name')?.toLowerCase() ?? '')
    if (read !== undefined) found.push(...read(attributes.get('content') ?? ''))
  }
  for (const [attribute, read] of ATTRIBUTES) {
    const first = html.byAttribute.get(attribute)?.[0]?.attributes.get(attribute)
    if (first !== undefined) found.push(...read(first.slice(0, LIMITS.urlLength)))
  }
  const text = body.length > LIMITS.scriptBytes ? body.slice(0, LIMITS.scriptBytes) : body
  for (const { part, sign } of MARKUP) {
    if (text.includes(part)) found.push(...listOf(shownBy(sign, text)))
  }
}

const listOf = (name: string | null): readonly string[] => (name === null ? [] : [name])

const cookieNames = (headers: Headers): readonly string[] =>
  headers
    .getSetCookie()
    .slice(0, MAX_TEXTS)
    .map((cookie) => cookie.split('=', 1)[0]?.trim().slice(0, LIMITS.urlLength) ?? '')

/** `nginx` of `nginx 1.25.3`; null of a bare name. */
const bareOf = (name: string): string | null => /^(.+) \d[\w.]*$/.exec(name)?.[1] ?? null

/** What several answers show together: a bare name goes where its version is known. */
export function mergeTech(lists: readonly (readonly string[])[]): string[] {
  const names = new Set(lists.flat())
  const versioned = new Set([...names].map(bareOf))
  return [...names].filter((name) => !versioned.has(name)).sort(compareText)
}
