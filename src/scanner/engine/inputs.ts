import { pathTemplate } from '../../report/path-template.ts'
import { LIMITS } from '../../limits.ts'
import { isStaticAsset } from '../crawl/assets.ts'
import { isDangerous } from '../crawl/avoid.ts'
import { encodeFields, type Form, isHarmless, urlOfGetForm } from '../crawl/forms.ts'
import { mediaType } from '../crawl/page.ts'
import { compareText, decodePiece } from '../crawl/urls.ts'
import type { HttpRequest } from '../http/exchange.ts'
import { jsonLeaves } from './inputs-json.ts'
import { multipartBody, MULTIPART_TYPE } from './inputs-multipart.ts'
import { toInput } from './inputs-place.ts'
import { isProtective } from './inputs-skipped.ts'
import { xmlLeaves } from './inputs-xml.ts'
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
  const sent = bodyOf(form)
  if (sent === null) return []
  const at = { method: form.method, url: form.action, body: sent.body, contentType: sent.type }
  const inBody = sent.fields.map(([name, value]): Point => ({
    ...at,
    kind: sent.kind,
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

type SentBody = Readonly<{
  kind: 'form' | 'multipart'
  type: string
  body: string
  fields: readonly (readonly [name: string, value: string])[]
}>

function bodyOf(form: Form): SentBody | null {
  if (form.enctype === 'plain') return null
  if (form.enctype === 'multipart') {
    const fields = form.fields.map(({ name, value }) => [name, value] as const)
    return { kind: 'multipart', type: MULTIPART_TYPE, body: multipartBody(fields), fields }
  }
  const body = encodeFields(form.fields)
  return { kind: 'form', type: FORM_TYPE, body, fields: piecesOf(body) }
}

/** Each value of a JSON body by its pointer (RFC 6901), each text of an XML body by its path. */
export function pointsOfBody(request: HttpRequest): Point[] {
  const { method, url, body } = request
  const contentType = mediaType(request.headers)
  const kind = STRUCTURED.find(([type]) => type.test(contentType ?? ''))?.[1]
  if (body === undefined || kind === undefined) return []
  const leaves = kind === 'json' ? jsonLeaves(body) : xmlLeaves(body)
  return leaves.slice(0, LIMITS.jsonPoints).map(({ pointer, value }) => ({
    method,
    url: withoutFragment(url),
    body,
    contentType,
    kind,
    name: pointer,
    value,
  }))
}
/** The points of a request as a page has sent it: of its body, whatever its type, and its query. */
export function pointsOfSent(request: HttpRequest): Point[] {
  const { method, url, body } = request
  if (mediaType(request.headers) !== FORM_TYPE) {
    return [...pointsOfBody(request), ...(method === 'GET' ? pointsOfUrl(url) : [])]
  }
  const fields = piecesOf(body ?? '').map(([name, value]) => ({
    name,
    value,
    type: /pass|pwd/i.test(name) ? 'password' : 'text',
  }))
  const at = { action: withoutFragment(url), page: url.href, submit: '' } as const
  return pointsOfForm({ ...at, method: 'POST', enctype: 'urlencoded', fields })
}

const STRUCTURED: readonly (readonly [type: RegExp, kind: 'json' | 'xml'])[] = [
  [/[/+]json$/, 'json'],
  [/[/+]xml$/, 'xml'],
]

/** In a serialised URL the first `#` starts the fragment (URL standard, 4.5). */
const withoutFragment = ({ href }: URL): string => href.split('#', 1)[0] ?? href

const piecesOf = (encoded: string): readonly (readonly [name: string, value: string])[] =>
  encoded
    .split('&')
    .filter((piece) => piece !== '')
    .map(decodePiece)

/** One per place in the application: other ids, other values, other list items are the same. */
export function pointKey(point: Point): string {
  const { method, kind, name } = point
  // Pages beside each other are values of one place in their path.
  const { origin, pathname } = kind === 'path' ? toInput(point).with('0').url : new URL(point.url)
  const place =
    kind === 'json' || kind === 'xml'
      ? name.replaceAll(/\/\d+(?=\/|$)/g, '/{}')
      : name.replaceAll(/\[\d+\]/g, '[]')
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
  // Only a description names these; what it describes is judged as a form is.
  const method = point.method === 'PUT' || point.method === 'PATCH' ? 'POST' : point.method
  // A file as crawls find it; what a description calls a parameter is one, whatever it ends in.
  const isFile = point.operation === undefined && isStaticAsset(url)
  return !isFile && !isDangerous(method, url) && !isProtective(point.name)
}

const comparePoints = (a: Point, b: Point): number =>
  a.url.length - b.url.length ||
  compareText(a.url, b.url) ||
  compareText(a.body ?? '', b.body ?? '') ||
  compareText(a.value, b.value)
