import type { Input } from '../../src/scanner/checks/check.ts'
import { pointsOfBody, pointsOfUrl } from '../../src/scanner/engine/inputs.ts'
import { multipartBody, MULTIPART_TYPE } from '../../src/scanner/engine/inputs-multipart.ts'
import { segmentName, toInput } from '../../src/scanner/engine/inputs-place.ts'
import type { Point } from '../../src/scanner/engine/unit.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'

type Fields = Readonly<Record<string, string>>

export type RequestSpec = Readonly<{
  url?: string
  method?: string
  /** Sent as application/x-www-form-urlencoded, by POST unless `method` says otherwise. */
  form?: Fields
  /** Sent as multipart/form-data, by POST. */
  multipart?: Fields
  /** Sent as application/json; every leaf is an input. */
  json?: Readonly<Record<string, unknown>>
  /** Sent as application/xml; every text is an input. */
  xml?: string
  /** Inputs that are cookies or headers, with their recorded values. */
  cookies?: Fields
  headers?: Fields
  /** Which segments of the path are inputs, counted from 1. */
  segments?: readonly number[]
}>

const DEFAULT_URL = 'https://shop.test/item?id=1'

type Sent = Pick<Point, 'method' | 'url' | 'body' | 'contentType'>

function sentBy(spec: RequestSpec): Sent {
  const url = new URL(spec.url ?? DEFAULT_URL).href
  const post = (body: string, contentType: string): Sent => ({
    method: spec.method ?? 'POST',
    url,
    body,
    contentType,
  })
  if (spec.form !== undefined) {
    return post(new URLSearchParams(spec.form).toString(), 'application/x-www-form-urlencoded')
  }
  if (spec.multipart !== undefined) {
    return post(multipartBody(Object.entries(spec.multipart)), MULTIPART_TYPE)
  }
  if (spec.json !== undefined) return post(JSON.stringify(spec.json), 'application/json')
  if (spec.xml !== undefined) return post(spec.xml, 'application/xml')
  return { method: spec.method ?? 'GET', url, body: null, contentType: null }
}

export function requestOf(spec: RequestSpec): HttpRequest {
  const { method, url, body, contentType } = sentBy(spec)
  const headers = new Headers(contentType === null ? {} : { 'content-type': contentType })
  return { method, url: new URL(url), headers, ...(body === null ? {} : { body }) }
}

/** Every input of a request: query, then body, then path, cookies and headers as the spec names them. */
export function inputsOf(spec: RequestSpec): readonly Input[] {
  const sent = sentBy(spec)
  const request = requestOf(spec)
  const { url } = request
  const at = (kind: Point['kind'], name: string, value: string): Point => ({
    ...sent,
    kind,
    name,
    value,
  })
  const fieldsAt = (kind: Point['kind'], fields: Fields = {}): Point[] =>
    Object.entries(fields).map(([name, value]) => at(kind, name, value))
  const points: Point[] = [
    ...pointsOfUrl(url).map((point) => ({ ...point, ...sent })),
    ...fieldsAt('form', spec.form),
    ...fieldsAt('multipart', spec.multipart),
    ...pointsOfBody(request),
    ...(spec.segments ?? []).map((nth) =>
      at('path', segmentName(nth), decodeURIComponent(url.pathname.split('/')[nth] ?? '')),
    ),
    ...fieldsAt('cookie', spec.cookies),
    ...fieldsAt('header', spec.headers),
  ]
  return points.map(toInput)
}
