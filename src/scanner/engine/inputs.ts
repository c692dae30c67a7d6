import { pathTemplate } from '../../report/path-template.ts'
import { LIMITS } from '../../limits.ts'
import type { Input } from '../checks/check.ts'
import { isStaticAsset } from '../crawl/assets.ts'
import { isDangerous } from '../crawl/avoid.ts'
import { encodeFields, type Form, isHarmless, urlOfGetForm } from '../crawl/forms.ts'
import { mediaType } from '../crawl/page.ts'
import { compareText, decodePiece } from '../crawl/urls.ts'
import type { HttpRequest } from '../http/exchange.ts'
import { jsonLeaves, replaceJsonLeaf } from './inputs-json.ts'
import { isProtective } from './inputs-skipped.ts'
import type { Point } from './unit.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Each parameter of a URL: repeated ones, empty ones and those without `=` too. */
export const pointsOfUrl = (url: URL): Point[] =>
  piecesOf(url.search.slice(1)).map(([name, value]) => ({
    method: 'GET',
    url: withoutFragment(url),
    body: null,
    contentType: null,
    kind: 'query',
    name,
    value,
  }))

/**
 * Each field of a form: in the query for GET, in a urlencoded body for POST. None of a form that
 * sends a password or files, or that may do harm.
 */
export function pointsOfForm(form: Form): Point[] {
  if (!isHarmless(form)) return []
  if (form.method === 'GET') return pointsOfUrl(urlOfGetForm(form))
  if (form.enctype !== 'urlencoded') return []
  const body = encodeFields(form.fields)
  const at = { method: form.method, url: form.action, body, contentType: FORM_TYPE }
  const inBody = piecesOf(body).map(([name, value]): Point => ({
    ...at,
    kind: 'form',
    name,
    value,
  }))
  const inQuery = piecesOf(new URL(form.action).search.slice(1)).map(([name, value]): Point => ({
    ...at,
    kind: 'query',
    name,
    value,
  }))
  return [...inBody, ...inQuery]
}

/** Each value of a JSON body, named by its pointer (RFC 6901); none where the body is no JSON. */
export function pointsOfJson(request: HttpRequest): Point[] {
  const { method, url, body } = request
  const contentType = mediaType(request.headers)
  if (body === undefined || contentType === null || !/[/+]json$/.test(contentType)) return []
  return jsonLeaves(body)
    .slice(0, LIMITS.jsonPoints)
    .map(({ pointer, value }) => ({
      method,
      url: withoutFragment(url),
      body,
      contentType,
      kind: 'json',
      name: pointer,
      value,
    }))
}

/** The point as checks use it. `with` replaces this input only, every other byte stays. */
export function toInput(point: Point): Input {
  const request = requestOf(point.url, point.body, point)
  return {
    kind: point.kind,
    name: point.name,
    value: point.value,
    request,
    with: (payload) => requestWith(point, payload),
  }
}

function requestWith(point: Point, payload: string): HttpRequest {
  const { kind, name, body } = point
  if (kind === 'query') {
    const url = new URL(point.url)
    url.search = `?${replacePiece(url.search.slice(1), point, payload)}`
    return requestOf(url.href, body, point)
  }
  const text = body ?? ''
  const changed =
    kind === 'json' ? replaceJsonLeaf(text, name, payload) : replacePiece(text, point, payload)
  return requestOf(point.url, changed, point)
}

function requestOf(url: string, body: string | null, { method, contentType }: Point): HttpRequest {
  const headers = new Headers(contentType === null ? {} : { 'content-type': contentType })
  return { method, url: new URL(url), headers, ...(body === null ? {} : { body }) }
}

/** In a serialised URL the first `#` starts the fragment (URL standard, 4.5). */
const withoutFragment = ({ href }: URL): string => href.split('#', 1)[0] ?? href

const piecesOf = (encoded: string): readonly (readonly [name: string, value: string])[] =>
  encoded
    .split('&')
    .filter((piece) => piece !== '')
    .map(decodePiece)

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

/** One per place in the application: other ids, other values, other list items are the same. */
export function pointKey({ method, url, kind, name }: Point): string {
  const { origin, pathname } = new URL(url)
  const place =
    kind === 'json' ? name.replaceAll(/\/\d+(?=\/|$)/g, '/{}') : name.replaceAll(/\[\d+\]/g, '[]')
  return JSON.stringify([method, origin, pathTemplate(pathname), kind, place])
}

/**
 * The points to test: one per key, that of the smallest URL, sorted by key, at most LIMITS.points.
 * Without those on static files, those of dangerous requests, and tokens that guard a form.
 */
export function selectPoints(points: readonly Point[]): Point[] {
  const byKey = new Map<string, Point>()
  for (const point of points) {
    if (!isTestable(point)) continue
    const key = pointKey(point)
    const known = byKey.get(key)
    if (known === undefined || comparePoints(point, known) < 0) byKey.set(key, point)
  }
  return [...byKey]
    .sort(([a], [b]) => compareText(a, b))
    .slice(0, LIMITS.points)
    .map(([, point]) => point)
}

function isTestable(point: Point): boolean {
  const url = new URL(point.url)
  return !isStaticAsset(url) && !isDangerous(point.method, url) && !isProtective(point.name)
}

const comparePoints = (a: Point, b: Point): number =>
  a.url.length - b.url.length ||
  compareText(a.url, b.url) ||
  compareText(a.body ?? '', b.body ?? '') ||
  compareText(a.value, b.value)
