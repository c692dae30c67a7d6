import { pageOf } from '../crawl/page.ts'
import type { Exchange } from '../http/exchange.ts'
import { describeApi } from './describe.ts'
import { refused, type ApiDescription, type Outcome } from './operation.ts'
import { readDocument } from './read-document.ts'

/** A first key of its own, in JSON or YAML; pages that show a description are no description. */
const SIGNS =
  /^\s{0,100}(?:openapi|swagger)\s{0,5}:|"(?:openapi|swagger)"\s{0,20}:\s{0,20}"[\d.]{1,10}/m

/** The description that an answer is; null where it is none at all, a reason where it cannot be used. */
export function findDescription(exchange: Exchange, target: URL): Outcome<ApiDescription> | null {
  const { body, status, truncated } = exchange.response
  if (status !== 200 || pageOf(exchange).kind === 'html' || !SIGNS.test(body)) return null
  if (truncated) return refused('It is too large.')
  const document = readDocument(body)
  if (!document.ok) return document
  return describeApi(document.value, { target, location: exchange.request.url })
}
