import type { UrlItem } from '../../report/report.ts'
import type { Exchange } from '../http/exchange.ts'
import { mediaType } from './page.ts'
import { compareText, decodePiece } from './urls.ts'

/** Read piece by piece: runtimes build all of `searchParams` for one look. */
const namesOf = (search: string): readonly string[] =>
  search
    .slice(1)
    .split('&')
    .filter((piece) => piece !== '')
    .map((piece) => decodePiece(piece)[0])

/** A visit as `GET /api/scan/{id}/urls` lists it. `parameters` are names, sorted, each once. */
export function urlItemOf({ request, response }: Exchange, source: string): UrlItem {
  const { url, body } = request
  const isForm =
    body !== undefined && mediaType(request.headers) === 'application/x-www-form-urlencoded'
  const names = new Set([
    ...namesOf(url.search),
    ...(isForm ? new URLSearchParams(body).keys() : []),
  ])
  return {
    url: url.href,
    method: request.method,
    source,
    status: response.status,
    content_type: mediaType(response.headers),
    parameters: [...names].sort(compareText),
  }
}
