import { LIMITS } from '../../limits.ts'
import { pageOf, type Page } from '../crawl/page.ts'
import { compareText } from '../crawl/urls.ts'
import type { Exchange } from '../http/exchange.ts'
import { FACTS, type Place } from './facts.ts'

const MAX_TEXTS = 300

/** Technologies an answer shows, as `nginx` or, with a version, `nginx 1.25.3`; sorted, unique. */
export function detectTech(exchange: Exchange): string[] {
  const page = pageOf(exchange)
  const texts = new Map<Place, readonly string[]>()
  const found = FACTS.flatMap(([technology, place, pattern]) => {
    const known = texts.get(place) ?? textsAt(place, page)
    texts.set(place, known)
    return known.flatMap((text) => {
      const match = pattern.exec(text)
      if (match === null) return []
      const version = match[1]?.replace(/\.+$/, '').slice(0, 30) ?? ''
      return [version === '' ? technology : `${technology} ${version}`]
    })
  })
  return mergeTech([found])
}

/** What several answers show together: a bare name goes where its version is known. */
export function mergeTech(lists: readonly (readonly string[])[]): string[] {
  const names = new Set(lists.flat())
  const versioned = new Set([...names].map((name) => /^(.+) \d[\w.]*$/.exec(name)?.[1]))
  return [...names].filter((name) => !versioned.has(name)).sort(compareText)
}

function textsAt(place: Place, { exchange: { response }, kind, html }: Page): readonly string[] {
  if (place === 'cookie') return cookieNames(response.headers)
  if (place === 'html') return kind === 'html' ? [response.body.slice(0, LIMITS.scriptBytes)] : []
  if (place === 'script') return attributes(html?.elements ?? [], 'script', 'src')
  if (place === 'generator') {
    const metas = (html?.elements ?? []).filter(({ attributes: meta }) => {
      return meta.get('name')?.toLowerCase() === 'generator'
    })
    return attributes(metas, 'meta', 'content')
  }
  const value = response.headers.get(place.slice('header:'.length))
  return value === null ? [] : [value.slice(0, LIMITS.urlLength)]
}

const cookieNames = (headers: Headers): readonly string[] =>
  headers
    .getSetCookie()
    .slice(0, MAX_TEXTS)
    .map((cookie) => cookie.split('=', 1)[0]?.trim() ?? '')

const attributes = (
  elements: NonNullable<Page['html']>['elements'],
  element: string,
  attribute: string,
): readonly string[] =>
  elements
    .filter(({ name }) => name === element)
    .flatMap((found) => found.attributes.get(attribute) ?? [])
    .slice(0, MAX_TEXTS)
    .map((value) => value.slice(0, LIMITS.urlLength))
