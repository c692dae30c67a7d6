import { LIMITS } from '../../limits.ts'
import { elementsNamed, type HtmlElement } from '../crawl/html.ts'
import { pageOf, type Page } from '../crawl/page.ts'
import { compareText } from '../crawl/urls.ts'
import type { Exchange } from '../http/exchange.ts'
import { headerList } from '../http/header-list.ts'
import { FACTS, type Fact, type Place } from './facts.ts'

const MAX_TEXTS = 300
const BY_PLACE: ReadonlyMap<Place, readonly Fact[]> = Map.groupBy(FACTS, ([, place]) => place)
const IN_PAGE = ['cookie', 'html', 'script', 'generator'] as const satisfies readonly Place[]

/** Technologies an answer shows, as `nginx` or, with a version, `nginx 1.25.3`; sorted, unique. */
export function detectTech(exchange: Exchange): string[] {
  const page = pageOf(exchange)
  const found: string[] = []
  const read = (facts: readonly Fact[], texts: readonly string[]): void => {
    for (const text of texts) {
      for (const fact of facts) {
        const name = shownBy(fact, text)
        if (name !== null) found.push(name)
      }
    }
  }
  for (const place of IN_PAGE) read(BY_PLACE.get(place) ?? [], textsAt(place, page))
  for (const [header, value] of headerList(exchange.response.headers)) {
    const facts = BY_PLACE.get(`header:${header}`)
    if (facts !== undefined) read(facts, [value.slice(0, LIMITS.urlLength)])
  }
  return found.length === 0 ? found : mergeTech([found])
}

function shownBy([technology, , pattern, part]: Fact, text: string): string | null {
  if (part !== undefined && !text.includes(part)) return null
  const match = pattern.exec(text)
  if (match === null) return null
  const version = match[1]?.replace(/\.+$/, '').slice(0, 30) ?? ''
  return version === '' ? technology : `${technology} ${version}`
}

/** What several answers show together: a bare name goes where its version is known. */
export function mergeTech(lists: readonly (readonly string[])[]): string[] {
  const names = new Set(lists.flat())
  const versioned = new Set([...names].map((name) => /^(.+) \d[\w.]*$/.exec(name)?.[1]))
  return [...names].filter((name) => !versioned.has(name)).sort(compareText)
}

function textsAt(
  place: (typeof IN_PAGE)[number],
  { exchange: { response }, kind, html }: Page,
): readonly string[] {
  if (place === 'cookie') return cookieNames(response.headers)
  if (place === 'html') return kind === 'html' ? [response.body.slice(0, LIMITS.scriptBytes)] : []
  if (place === 'script') return valuesOf(elementsNamed(html, 'script'), 'src')
  const metas = elementsNamed(html, 'meta').filter(({ attributes }) => {
    return attributes.get('name')?.toLowerCase() === 'generator'
  })
  return valuesOf(metas, 'content')
}

const cookieNames = (headers: Headers): readonly string[] =>
  headers
    .getSetCookie()
    .slice(0, MAX_TEXTS)
    .map((cookie) => cookie.split('=', 1)[0]?.trim() ?? '')

const valuesOf = (elements: readonly HtmlElement[], attribute: string): readonly string[] =>
  elements
    .flatMap(({ attributes }) => attributes.get(attribute) ?? [])
    .slice(0, MAX_TEXTS)
    .map((value) => value.slice(0, LIMITS.urlLength))
