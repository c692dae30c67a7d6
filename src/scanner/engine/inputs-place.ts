import type { Input } from '../checks/check.ts'
import { decodePiece } from '../crawl/urls.ts'
import { NO_HEADERS, type HttpRequest } from '../http/exchange.ts'
import { replaceJsonLeaf } from './inputs-json.ts'
import { replaceField } from './inputs-multipart.ts'
import { replaceXmlLeaf } from './inputs-xml.ts'
import type { Point } from './unit.ts'

/** The point as checks use it. `with` replaces this input only, every other byte stays. */
export function toInput(point: Point): Input {
  return {
    kind: point.kind,
    name: point.name,
    value: point.value,
    request: IMPLICIT.has(point.kind) ? PUT[point.kind](point, point.value) : requestOf(point, {}),
    with: (payload) => PUT[point.kind](point, payload),
  }
}

/** Headers and cookies of one page as one input: all take the payload at once, each after its own value. */
export function inputOfAll(first: Point, beside: readonly Point[]): Input {
  const inputs = [first, ...beside].map(toInput)
  const input = toInput(first)
  const all = (requestOfEach: (each: Input) => HttpRequest): HttpRequest => {
    const cookies: string[] = []
    const headers = new Headers()
    for (const [name, value] of inputs.flatMap((each) => [...requestOfEach(each).headers])) {
      if (name === 'cookie') cookies.push(value)
      else headers.set(name, value)
    }
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
    return { ...input.request, headers }
  }
  return {
    ...input,
    request: all(({ request }) => request),
    with: (payload) =>
      all((each) =>
        each.with(
          payload.startsWith(first.value)
            ? `${each.value}${payload.slice(first.value.length)}`
            : payload,
        ),
      ),
  }
}

/** Kinds that a plain request of the page does not carry by itself. */
const IMPLICIT: ReadonlySet<Point['kind']> = new Set(['cookie', 'header'])

type Change = Partial<Readonly<{ url: string; body: string; header: readonly [string, string] }>>

const URL_PARTS = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s

/** How a payload gets into the request, by kind of place. */
const PUT: Readonly<Record<Point['kind'], (point: Point, payload: string) => HttpRequest>> = {
  query(point, payload) {
    // By its text: a URL is parsed once for a request, as it is sent.
    const [, before = point.url, query = '', hash = ''] = URL_PARTS.exec(point.url) ?? []
    return requestOf(point, { url: `${before}?${replacePiece(query, point, payload)}${hash}` })
  },
  form: (point, payload) =>
    requestOf(point, { body: replacePiece(point.body ?? '', point, payload) }),
  multipart: (point, payload) =>
    requestOf(point, { body: replaceField(point.body ?? '', [point.name, point.value], payload) }),
  json: (point, payload) =>
    requestOf(point, { body: replaceJsonLeaf(point.body ?? '', point.name, payload) }),
  xml: (point, payload) =>
    requestOf(point, { body: replaceXmlLeaf(point.body ?? '', point.name, payload) }),
  path: (point, payload) => requestOf(point, { url: withSegment(point, payload) }),
  cookie: (point, payload) =>
    requestOf(point, { header: ['cookie', `${point.name}=${cookieText(payload)}`] }),
  header: (point, payload) => requestOf(point, { header: [point.name, headerText(payload)] }),
}

function requestOf(point: Point, change: Change): HttpRequest {
  const { method, url, body } = point
  const text = change.body ?? body
  return {
    method,
    url: new URL(change.url ?? url),
    headers: headersOf(point, change),
    ...(text === null ? {} : { body: text }),
  }
}

function headersOf({ headers: own, contentType }: Point, { header }: Change): Headers {
  if (own === undefined && contentType === null && header === undefined) return NO_HEADERS
  const headers = new Headers(own)
  if (contentType !== null) headers.set('content-type', contentType)
  if (header !== undefined) headers.set(...withOthers(headers, header))
  return headers
}

/** A cookie stands beside the others that the request needs. */
function withOthers(headers: Headers, [name, value]: readonly [string, string]): [string, string] {
  const others = name === 'cookie' ? (headers.get('cookie')?.split('; ') ?? []) : []
  const own = `${value.split('=', 1)[0]}=`
  return [name, [...others.filter((pair) => !pair.startsWith(own)), value].join('; ')]
}

/** The first piece of this name and value, else the first of this name, gets the payload. */
function replacePiece(encoded: string, { name, value }: Point, payload: string): string {
  const pieces = encoded.split('&')
  const decoded = pieces.map(decodePiece)
  const exact = decoded.findIndex((piece) => piece[0] === name && piece[1] === value)
  const index = exact === -1 ? decoded.findIndex((piece) => piece[0] === name) : exact
  if (index === -1) return encoded
  const rawName = pieces[index]?.split('=', 1)[0] ?? ''
  return pieces.with(index, `${rawName}=${encodeURIComponent(payload.toWellFormed())}`).join('&')
}

export const segmentName = (nth: number): string => `segment ${nth}`

/** `segment 2` of `/a/b/c` is `b`. Slashes of the payload are encoded: it stays one segment. */
function withSegment({ url, name }: Point, payload: string): string {
  const changed = new URL(url)
  const segments = changed.pathname.split('/')
  const at = Number(name.slice(segmentName(0).length - 1))
  if (at >= segments.length) return url
  changed.pathname = segments.with(at, encodeURIComponent(payload.toWellFormed())).join('/')
  return changed.href
}

/** Cookies cannot hold control characters, semicolons and non-ASCII; many servers decode percent. */
const cookieText = (payload: string): string =>
  // oxlint-disable-next-line no-control-regex -- exactly those have to go
  payload.toWellFormed().replaceAll(/^ +|[\x00-\x1f\x7f-\u{10ffff};%]| +$/gu, encodeURIComponent)

/** A header holds visible ASCII and inner blanks; control characters are dropped. */
const headerText = (payload: string): string =>
  payload
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- exactly those have to go
    .replaceAll(/[\x00-\x1f\x7f]/g, '')
    .replaceAll(/[^\x20-\x7e]/gu, encodeURIComponent)
    .trim()
