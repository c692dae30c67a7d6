import type { BrowserWorker } from '@cloudflare/puppeteer'
import { z } from 'zod'

type Fetcher = BrowserWorker['fetch']

const Version = z.object({ webSocketDebuggerUrl: z.url() })
const SESSION = /^\/v1\/devtools\/browser\/[^/]+$/

/**
 * A Chrome that somebody has started with a debugging port, in the shape of the BROWSER binding:
 * `http://host:port`, or its `ws://…` address. The library itself can only open sockets of Node.
 */
export function endpointOf(address: string, fetcher: Fetcher): BrowserWorker {
  const base = new URL(address.replace(/^ws/, 'http'))
  const answer = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    if (init?.method === 'POST' && pathname === '/v1/devtools/browser') {
      return Response.json({ sessionId: crypto.randomUUID() })
    }
    if (!SESSION.test(pathname)) return new Response('not supported', { status: 501 })
    const socketUrl = base.pathname === '/' ? await debuggerOf(base, fetcher) : base
    return fetcher(socketUrl, { headers: { Upgrade: 'websocket' } })
  }
  return { fetch: answer }
}

async function debuggerOf(base: URL, fetcher: Fetcher): Promise<URL> {
  const answer = await fetcher(new URL('/json/version', base))
  const { webSocketDebuggerUrl } = Version.parse(await answer.json())
  return new URL(webSocketDebuggerUrl.replace(/^ws/, 'http'))
}
