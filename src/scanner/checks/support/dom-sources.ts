import { NO_HEADERS, type HttpRequest } from '../../http/exchange.ts'
import { PARAMETER_NAMES } from '../../payloads/dom.ts'
import type { Visit } from '../check-browser.ts'

/** A visit as it is put together: each source has a part of its own in it. */
export type Draft = {
  url: URL
  windowName?: string
  referrer?: string
  message?: NonNullable<Visit['message']>
}

/** What script reads that somebody else has written. */
export type Source = Readonly<{
  /** As script names it: `location.hash`, `window.name`, … */
  name: string
  location: 'query' | 'fragment' | 'path' | 'response'
  /** The parameter in it, or the source itself. */
  parameter: string
  put(draft: Draft, value: string): void
}>

const MOST_NAMES = 5

/** A visit of the page with these values in these sources. */
export function visitWith(
  page: URL,
  values: readonly (readonly [source: Source, value: string])[],
): Omit<Visit, 'called'> {
  const draft: Draft = { url: new URL(page) }
  for (const [source, value] of values) source.put(draft, value)
  const { url, ...rest } = draft
  const request: HttpRequest = { method: 'GET', url, headers: NO_HEADERS }
  return { request, ...rest }
}

const hash: Source = {
  name: 'location.hash',
  location: 'fragment',
  parameter: 'location.hash',
  put: ({ url }, value) => void (url.hash = value),
}
const search: Source = {
  name: 'location.search',
  location: 'query',
  parameter: 'location.search',
  put: ({ url }, value) => void (url.search = encodeURIComponent(value)),
}
const path: Source = {
  name: 'location.pathname',
  location: 'path',
  parameter: 'location.pathname',
  put: ({ url }, value) =>
    void (url.pathname = `${url.pathname.replace(/\/$/, '')}/${encodeURIComponent(value)}`),
}
const windowName: Source = {
  name: 'window.name',
  location: 'response',
  parameter: 'window.name',
  put: (draft, value) => void (draft.windowName = value),
}
const referrer: Source = {
  name: 'document.referrer',
  location: 'response',
  parameter: 'document.referrer',
  put: (draft, value) => void (draft.referrer = encodeURIComponent(value)),
}
/** `keys` of the object that is sent, or a text where there are none. */
export const messageWith = (keys: readonly string[] | null): Source => ({
  name: keys === null ? 'postMessage' : `postMessage, ${keys.join(', ')}`,
  location: 'response',
  parameter: 'postMessage',
  put: (draft, text) => void (draft.message = { text, keys }),
})
const inQuery = (name: string): Source => ({
  name: `location.search, ${name}`,
  location: 'query',
  parameter: name,
  put: ({ url }, value) => url.searchParams.set(name, value),
})
const inHash = (name: string): Source => ({
  name: `location.hash, ${name}`,
  location: 'fragment',
  parameter: name,
  put: ({ url }, value) => {
    const own = new URLSearchParams(url.hash.slice(1))
    own.set(name, value)
    url.hash = own.toString()
  },
})

/** Of every page, in groups that one visit has room for. */
export const SOURCES: readonly (readonly Source[])[] = [
  [hash, search, windowName, referrer, messageWith(null)],
  [messageWith([])],
  // Most sites have no page there, and then nothing else could arrive.
  [path],
]

/** Of the parameters that the page has, or that its scripts name. */
export function namedSources(page: URL, scripts: readonly string[]): readonly Source[] {
  const found = scripts.flatMap((text) =>
    PARAMETER_NAMES.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name ?? '')),
  )
  const names = [...new Set([...page.searchParams.keys(), ...found])].slice(0, MOST_NAMES)
  return names.flatMap((name) => [inQuery(name), inHash(name)])
}
