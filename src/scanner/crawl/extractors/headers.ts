import { headerList } from '../../http/header-list.ts'
import type { Link } from '../link.ts'
import type { Page } from '../page.ts'
import { refreshUrl } from './refresh.ts'

type Reading = (value: string) => readonly string[]

const whole: Reading = (value) => [value]
const matches =
  (pattern: RegExp): Reading =>
  (value) =>
    [...value.matchAll(pattern)].flatMap(([, reference]) => reference ?? [])
const quoted = matches(/"([^"\s]{1,2048})"/g)

/** Headers that name addresses, relative to the request. The first ones are the surest. */
const HEADERS: readonly (readonly [name: string, source: string, reading: Reading])[] = [
  ['location', 'redirect', whole],
  ['content-location', 'header:content-location', whole],
  ['refresh', 'header:refresh', (value) => [refreshUrl(value) ?? []].flat()],
  ['link', 'header:link', matches(/<([^<>]{1,2048})>/g)],
  ['sourcemap', 'header:sourcemap', whole],
  ['x-sourcemap', 'header:sourcemap', whole],
  ['x-pingback', 'header:x-pingback', whole],
  ['hx-redirect', 'header:hx-redirect', whole],
  ['hx-push-url', 'header:hx-push-url', whole],
  // An address, or JSON with one
  [
    'hx-location',
    'header:hx-location',
    (value) =>
      value.startsWith('{') ? matches(/"path"\s{0,5}:\s{0,5}"([^"]+)"/g)(value) : [value],
  ],
  ['x-inertia-location', 'header:x-inertia-location', whole],
  ['speculation-rules', 'header:speculation-rules', quoted],
  ['content-security-policy', 'header:csp', matches(/\breport-uri\s+([^\s;,]+)/gi)],
  ['reporting-endpoints', 'header:reporting', quoted],
  ['report-to', 'header:reporting', matches(/"url"\s{0,5}:\s{0,5}"([^"]+)"/g)],
  ['set-cookie', 'header:set-cookie', matches(/;\s{0,5}path=(\/[^;\s,]+)/gi)],
]

const NAMES: ReadonlySet<string> = new Set(HEADERS.map(([name]) => name))

/** Location, Link and their like, and the folders that cookies are for. */
export function* headerLinks({ exchange: { request, response } }: Page): Iterable<Link> {
  const named = headerList(response.headers).filter(([name]) => NAMES.has(name))
  if (named.length === 0) return
  const base = request.url
  for (const [name, source, reading] of HEADERS) {
    for (const [own, value] of named) {
      if (own !== name) continue
      for (const reference of reading(value)) yield { reference, source, base }
    }
  }
}
