import { nameOfOperation, type PlannedOperation } from '../api-spec/operation.ts'
import { decodePiece, decodeSegment } from '../crawl/urls.ts'
import type { HttpRequest } from '../http/exchange.ts'
import { segmentName } from './inputs-place.ts'
import { pointsOfBody } from './inputs.ts'
import type { Point } from './unit.ts'

/** The valid request of an operation, below the origin. */
export function requestOfOperation(
  { method, request }: PlannedOperation,
  origin: string,
): HttpRequest {
  const headers = new Headers(request.headers)
  if (request.contentType !== null) headers.set('content-type', request.contentType)
  return {
    method,
    url: new URL(origin + request.address),
    headers,
    ...(request.body !== null && { body: request.body }),
  }
}

/** Every insertion point of an operation: path, query, body, and the headers and cookies it names. */
export function pointsOfOperation(operation: PlannedOperation, origin: string): readonly Point[] {
  const { method, request } = operation
  const url = origin + request.address
  const common = {
    method,
    url,
    body: request.body,
    contentType: request.contentType,
    headers: request.headers,
    operation: nameOfOperation(operation),
  }
  const at = (kind: Point['kind'], name: string, value: string): Point => ({
    ...common,
    kind,
    name,
    value,
  })
  const { pathname, search } = new URL(url)
  const segments = pathname.split('/')
  const pieces = search
    .slice(1)
    .split('&')
    .filter((piece) => piece !== '')
  const bodyKind = request.contentType?.startsWith('multipart/') ? 'multipart' : 'form'
  const cookies = new Map(
    (request.headers['cookie'] ?? '').split('; ').map((pair) => decodePiece(pair)),
  )
  return [
    ...request.segments.map((nth) =>
      at('path', segmentName(nth), decodeSegment(segments[nth] ?? '')),
    ),
    ...pieces.map(decodePiece).map(([name, value]) => at('query', name, value)),
    ...request.fields.map(({ name, value }) => at(bodyKind, name, value)),
    ...pointsOfBody(requestOfOperation(operation, origin)).map(({ kind, name, value }) =>
      at(kind, name, value),
    ),
    ...request.headerNames.map((name) => at('header', name, request.headers[name] ?? '')),
    ...request.cookieNames.map((name) => at('cookie', name, cookies.get(name) ?? '')),
  ]
}
