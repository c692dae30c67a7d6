import type { RangeApp } from '../range/kit/app.ts'
import type { Truth } from '../range/truth.ts'
import { ask, type Answer } from './e2e-http.ts'
import { requestAt } from './e2e-place.ts'
import { request } from './range-requests.ts'

/** Where a value goes in: `[kind, path, parameter]`; the parameter is named as in the truth. */
export type Place = readonly [
  kind: 'query' | 'form' | 'json' | 'segment' | 'cookie' | 'header' | 'xml',
  path: string,
  parameter: string,
]

const POSTED: ReadonlySet<string> = new Set(['form', 'json', 'xml'])
const methodOf = (kind: Place[0]): string => (POSTED.has(kind) ? 'POST' : 'GET')

/** The answer to one value in one place; what else the path needs has a default in the app. */
export function askAt(app: RangeApp, place: Place, value: string): Promise<Answer> {
  const [, path] = place
  const [bare = '', rest] = path.split('?')
  const [address, options] = requestOf(place, bare, value)
  // The value before the rest of the query, as in the links: some apps look at the end.
  return request(app, address + (rest === undefined ? '' : `&${rest}`), options)
}

function requestOf(
  [kind, , name]: Place,
  path: string,
  value: string,
): ReturnType<typeof requestAt> {
  const method = methodOf(kind)
  if (kind === 'cookie' || kind === 'header') return requestAt([method, path, name, kind], value)
  if (kind !== 'xml') return requestAt([method, path, name], value)
  return [path, { body: { text: value, type: 'application/xml' } }]
}

const keyOf = (...parts: readonly (string | null)[]): string => parts.join(' ')

/** The places of a class that must be found, and those that a proof was given for: the same. */
export const placesOfTruth = (truth: Truth, checkId: string): string[] =>
  truth.expected
    .filter((entry) => entry.check_id === checkId && entry.must)
    .map(({ method, path, parameter }) => keyOf(method, path, parameter))
    .toSorted()
export const placesProved = (places: readonly Place[]): string[] =>
  places
    .map(([kind, path, name]) => {
      const [bare = ''] = path.split('?')
      return kind === 'xml' ? keyOf(null, bare, null) : keyOf(methodOf(kind), bare, name)
    })
    .toSorted()

/** A place as the list of clean ones names it. */
export const nameOf = ([kind, path, name]: Place): string =>
  keyOf(path.split('?')[0] ?? '', kind === 'xml' ? null : name)
export const placesClean = (truth: Truth): string[] =>
  truth.clean.map(({ path, parameter }) => keyOf(path, parameter))

/** The places whose page repeats a tag that it was sent. */
export async function asMarkup(app: RangeApp, places: readonly Place[]): Promise<string[]> {
  const repeating: string[] = []
  for (const place of places) {
    const { headers, body } = await askAt(app, place, '<i id=z>')
    const isPage = headers['content-type']?.startsWith('text/html') ?? true
    if (isPage && body.includes('<i id=z>')) repeating.push(nameOf(place))
  }
  return repeating
}

/** Every address that links, forms and scripts name, found from `/`; with the text of the pages. */
export async function walk(app: RangeApp): Promise<ReadonlyMap<string, Answer>> {
  const seen = new Map<string, Answer>()
  const queue = ['/']
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (seen.has(next) || /logout|delete/.test(next)) continue
    const answer = await ask(app.url + next.slice(1))
    seen.set(next, answer)
    for (const [, href = ''] of answer.body.matchAll(/<(?:a href|script src)="(\/[^"]*)"/g)) {
      queue.push(href.replaceAll('&amp;', '&'))
    }
  }
  return seen
}

/** The places of the truth that a crawl cannot come by. */
export async function unlinked(app: RangeApp, truth: Truth): Promise<readonly string[]> {
  const pages = await walk(app)
  const linked = new Set([...pages.keys()].map((address) => address.split('?')[0] ?? ''))
  const markup = [...pages.values()].map(({ body }) => body).join('\n')
  const named = new Set(
    [...markup.matchAll(/(?: action="|fetch\(')(\/[^"']*)["']/g)].map(([, path]) => path ?? ''),
  )
  return [...truth.expected, ...truth.clean]
    .flatMap(({ path }) => path ?? [])
    .filter((path) => !linked.has(path) && !named.has(path))
}
