import { similarity, withoutPayload } from './compare.ts'
import type { Exchange, HttpRequest, Send } from './exchange.ts'

/** Answers at least this alike are the same page with other words in it. */
const SAME_PAGE = 0.9
const CONTROLS_PER_SHAPE = 2
const MISSING: ReadonlySet<number> = new Set([404, 410])

type Control = Readonly<{ exchange: Exchange; path: string }>

/**
 * Learns how a site says "not found" and recognises it. Per folder, extension and dot-prefix, two
 * names that cannot exist are asked for, once; an answer that looks like theirs is missing, whatever
 * its status says. May throw what `send` throws.
 */
export function makeSoft404({
  send,
  nonce,
}: Readonly<{ send: Send; nonce(): string }>): (exchange: Exchange) => Promise<boolean> {
  const controls = new Map<string, Promise<readonly Control[]>>()
  return async (exchange) => {
    if (MISSING.has(exchange.response.status)) return true
    const shape = shapeOf(exchange.request.url)
    const key = `${shape.folder}*${shape.extension}`
    const asked = controls.get(key) ?? ask(send, nonce, exchange.request, shape)
    controls.set(key, asked)
    try {
      return (await asked).some((control) => isSamePage(exchange, control))
    } catch (error) {
      // A control without an answer says nothing about the shape: it is asked for again.
      controls.delete(key)
      throw error
    }
  }
}

type Shape = Readonly<{ folder: string; prefix: string; extension: string }>

/** `/.git/config.bak` → folder `/.git/`, prefix "", extension `.bak`; `/.env` → prefix `.`. */
function shapeOf(url: URL): Shape {
  const cut = url.pathname.lastIndexOf('/') + 1
  const name = url.pathname.slice(cut)
  const prefix = name.startsWith('.') ? '.' : ''
  const dot = name.lastIndexOf('.')
  return {
    folder: url.pathname.slice(0, cut) + prefix,
    prefix,
    extension: dot > prefix.length - 1 && dot > 0 ? name.slice(dot) : '',
  }
}

async function ask(
  send: Send,
  nonce: () => string,
  request: HttpRequest,
  shape: Shape,
): Promise<readonly Control[]> {
  const made: Control[] = []
  for (let asked = 0; asked < CONTROLS_PER_SHAPE; asked++) {
    const url = new URL(request.url)
    url.pathname = `${shape.folder}${nonce()}${shape.extension}`
    url.search = ''
    const exchange = await send({ method: 'GET', url, headers: new Headers(request.headers) })
    made.push({ exchange, path: url.pathname })
  }
  return made
}

/** Alike once each page's own path, which many error pages repeat, is taken out. */
function isSamePage(exchange: Exchange, control: Control): boolean {
  const { status } = exchange.response
  if (status !== control.exchange.response.status) return false
  const own = withoutPayload(exchange, exchange.request.url.pathname)
  const theirs = withoutPayload(control.exchange, control.path)
  return similarity(own, theirs) >= SAME_PAGE
}
