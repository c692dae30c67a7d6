import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Hit, RangeApp, Received, Reply, Route, StartOptions } from './app.ts'
import { receive } from './receive.ts'

export type Site = Readonly<{
  routes: readonly Route[]
  /** Answers what no route names. */
  fallback(request: Received): Reply
  /** Last touch on every answer: the headers that the whole site sets. */
  finish?(reply: Reply, request: Received): Reply
}>

/** Serves a site on loopback and counts what is asked of it. */
export async function serve(site: Site, options: StartOptions = {}): Promise<RangeApp> {
  const host = options.host ?? '127.0.0.1'
  const tally = makeTally()
  const find = router(site.routes)
  let origin = ''
  const server = createServer((message, response) => {
    tally.enter(message)
    response.once('close', () => tally.leave())
    void handle(message, response)
  })

  async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const request = await receive(message, origin)
      const route = find(request.method, request.path)
      tally.effect(route)
      const reply = await (route?.answer ?? site.fallback)(request)
      send(response, message.method === 'HEAD', site.finish?.(reply, request) ?? reply)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      process.stderr.write(`range app: ${message.method} ${message.url}: ${text}\n`)
      send(response, false, { status: 500, body: 'Internal error' })
    }
  }

  await listening(server, options.port ?? 0, host)
  origin = `http://${host}:${portOf(server)}`
  return { url: `${origin}/`, stats: tally.stats, close: () => closed(server) }
}

function makeTally() {
  const hits: Hit[] = []
  const counts = { dangerous: 0, stateChanging: 0, maxConcurrent: 0 }
  let open = 0
  return {
    enter(message: IncomingMessage) {
      const url = message.url ?? '/'
      const [path = '/'] = url.split('?')
      const scan = String(message.headers['x-scan-id'] ?? '')
      hits.push({ at: performance.now(), method: message.method ?? 'GET', path, url, scan })
      open += 1
      counts.maxConcurrent = Math.max(counts.maxConcurrent, open)
    },
    leave() {
      open -= 1
    },
    effect(route: Route | undefined) {
      if (route?.effect === 'dangerous') counts.dangerous += 1
      if (route?.effect === 'state') counts.stateChanging += 1
    },
    stats: () => ({ ...counts, requests: hits.length, hits: [...hits] }),
  }
}

function router(routes: readonly Route[]) {
  const exact = new Map<string, Route>()
  const prefixes: Route[] = []
  for (const route of routes) {
    if (route.path.endsWith('*')) prefixes.push(route)
    else exact.set(`${route.method} ${route.path}`, route)
  }
  return (method: string, path: string): Route | undefined =>
    exact.get(`${method} ${path}`) ??
    exact.get(`* ${path}`) ??
    prefixes.find(
      (route) =>
        (route.method === method || route.method === '*') &&
        path.startsWith(route.path.slice(0, -1)),
    )
}

function send(response: ServerResponse, isHead: boolean, reply: Reply): void {
  if (response.headersSent || response.destroyed) return
  const body = typeof reply.body === 'string' ? Buffer.from(reply.body) : reply.body
  if (reply.rawHeaders !== undefined) return sendRaw(response, isHead ? '' : body, reply)
  for (const [name, value] of Object.entries(reply.headers ?? {})) {
    response.setHeader(name, typeof value === 'string' ? value : [...value])
  }
  if (!response.hasHeader('content-type')) {
    response.setHeader('content-type', 'text/html; charset=utf-8')
  }
  response.setHeader('content-length', body.length)
  response.statusCode = reply.status ?? 200
  response.end(isHead ? undefined : body)
}

/** The whole answer in one write, then the end of the connection. */
function sendRaw(response: ServerResponse, body: string | Buffer, reply: Reply): void {
  const status = reply.status ?? 200
  const set = Object.entries(reply.headers ?? {}).flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}: ${each}`),
  )
  const length = `content-length: ${body.length}`
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`
  const head = [first, ...set, length, 'connection: close', ...(reply.rawHeaders ?? [])]
  // UTF-8: cut to single bytes, characters that no filter looks at would become CR and LF.
  response.socket?.end(
    Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)]),
  )
}

export const listening = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })

export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('server is not listening')
  return address.port
}

export const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
