import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Hit, RangeApp, Received, Reply, Route, StartOptions } from './app.ts'
import { parseMultipart } from './multipart.ts'

const BODY_BYTES = 1024 * 1024

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
    prefixes.find((route) => route.method === method && path.startsWith(route.path.slice(0, -1)))
}

async function receive(message: IncomingMessage, origin: string): Promise<Received> {
  const raw = message.url ?? '/'
  const [path = '/'] = raw.split('?')
  const body = await readBody(message)
  const type = message.headers['content-type'] ?? ''
  return {
    method: message.method === 'HEAD' ? 'GET' : (message.method ?? 'GET'),
    path,
    query: new URLSearchParams(raw.slice(path.length)),
    headers: message.headers,
    cookies: parseCookies(message.headers.cookie ?? ''),
    form: new URLSearchParams(type.startsWith('application/x-www-form-urlencoded') ? body : ''),
    parts: parseMultipart(body, type),
    json: type.startsWith('application/json') ? parseJson(body) : undefined,
    origin,
  }
}

async function readBody(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of message) {
    const chunk: Buffer = Buffer.from(part)
    size += chunk.length
    if (size > BODY_BYTES) throw new Error('body too large')
    parts.push(chunk)
  }
  return Buffer.concat(parts).toString('utf8')
}

const parseCookies = (header: string): ReadonlyMap<string, string> =>
  new Map(
    header.split(';').flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=')
      return at < 1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]]
    }),
  )

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, isHead: boolean, reply: Reply): void {
  if (response.headersSent || response.destroyed) return
  const body = typeof reply.body === 'string' ? Buffer.from(reply.body) : reply.body
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
