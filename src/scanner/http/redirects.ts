import { LIMITS } from '../../limits.ts'
import { isProbeError, type Exchange, type Send } from './exchange.ts'

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Where a browser would go from here (Fetch standard, redirect statuses); null = nowhere. */
export function redirectTarget({ request, response }: Exchange): URL | null {
  if (!REDIRECTS.has(response.status)) return null
  const location = response.headers.get('location')
  if (location === null || !URL.canParse(location, request.url.href)) return null
  const target = new URL(location, request.url)
  target.hash = ''
  return target.protocol === 'http:' || target.protocol === 'https:' ? target : null
}

/**
 * Follows by hand, hop by hop, so that scope, excluded paths and the guard see each one. The last
 * exchange is the answer; a hop that may not be taken, a loop and LIMITS.redirects end the chain at
 * the redirect itself. Throws what the first request throws.
 */
export async function followRedirects(send: Send, start: URL): Promise<readonly Exchange[]> {
  const chain: Exchange[] = []
  const visited = new Set<string>()
  let next: URL | null = start
  while (next !== null && !visited.has(next.href) && chain.length <= LIMITS.redirects) {
    visited.add(next.href)
    const hop = await take(send, next, chain.length === 0)
    if (hop === null) break
    chain.push(hop)
    next = redirectTarget(hop)
  }
  return chain
}

async function take(send: Send, url: URL, isFirst: boolean): Promise<Exchange | null> {
  try {
    return await send({ method: 'GET', url, headers: new Headers() })
  } catch (error) {
    const isBarred =
      isProbeError(error) && ['out_of_scope', 'excluded', 'refused_by_guard'].includes(error.kind)
    if (isBarred && !isFirst) return null
    throw error
  }
}
