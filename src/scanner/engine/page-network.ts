import type { PageAnswer, PageNetwork, PageRequest, RequestKind } from '../browser/page.ts'
import { REFUSED } from '../browser/page.ts'
import { isDangerous } from '../crawl/avoid.ts'
import { isProbeError, type Exchange, type HttpRequest, type Send } from '../http/exchange.ts'

/** What shows nothing of how a page works; an error event of them reaches the page all the same. */
const NOT_NEEDED: ReadonlySet<RequestKind> = new Set([
  'image',
  'media',
  'font',
  'texttrack',
  'eventsource',
])

/** The browser's own: the sender says who asks, and what it can read. */
const NOT_PASSED_ON =
  /^(?:user-agent|host|connection|content-length|accept-encoding|upgrade-insecure-requests|sec-.*|proxy-.*)$/

export type ScanNetwork = Readonly<{
  /** Puts a request behind scope, excluded paths, guard, pace and budget, and adds credentials. */
  send: Send
  onExchange?(exchange: Exchange, request: PageRequest): void
}>

/**
 * The network of a page in a scan: the scan's own. Other origins, images and the like, and whatever
 * may do harm are refused.
 */
export function scanNetwork({ send, onExchange }: ScanNetwork): PageNetwork {
  return async (request): Promise<PageAnswer> => {
    if (NOT_NEEDED.has(request.kind) || isDangerous(request.method, request.url)) return REFUSED
    try {
      const exchange = await send(requestOf(request))
      onExchange?.(exchange, request)
      return answerOf(exchange)
    } catch (error) {
      if (!isProbeError(error)) throw error
      return REFUSED
    }
  }
}

export const answerOf = ({ response: { status, headers, body } }: Exchange): PageAnswer => ({
  kind: 'answer',
  status,
  headers,
  body,
})

export function requestOf({ method, url, headers, body }: PageRequest): HttpRequest {
  const own = new Headers([...headers].filter(([name]) => !NOT_PASSED_ON.test(name)))
  const plain = new URL(url)
  plain.hash = ''
  return { method, url: plain, headers: own, ...(body !== null && { body }) }
}
