import type { UrlItem } from '../../report/report.ts'
import type { Exchange } from '../http/exchange.ts'
import { mediaType } from './page.ts'
import { compareText } from './urls.ts'

/** A visit as `GET /api/scan/{id}/urls` lists it. `parameters` are names, sorted, each once. */
export function urlItemOf({ request, response }: Exchange, source: string): UrlItem {
  const isForm = mediaType(request.headers) === 'application/x-www-form-urlencoded'
  const body = new URLSearchParams(isForm ? (request.body ?? '') : '')
  const names = new Set([...request.url.searchParams.keys(), ...body.keys()])
  return {
    url: request.url.href,
    method: request.method,
    source,
    status: response.status,
    content_type: mediaType(response.headers),
    parameters: [...names].sort(compareText),
  }
}
