import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { listenOnLoopback } from '../../cli/embedded/listen.ts'

export type Seen = Readonly<{
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}>
/** What a route answers: JSON with a status, or its own way with the response. */
export type Reply =
  | Readonly<{ status?: number; headers?: Record<string, string>; json: unknown }>
  | ((response: ServerResponse, request: Seen) => void)
/** `METHOD /path` → the replies to the first, second, … request; the last one stays. */
export type Script = Readonly<Record<string, readonly Reply[]>>

async function read(request: IncomingMessage): Promise<Seen> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const { method = '', url = '', headers } = request
  return { method, path: url, headers, body }
}

function send(response: ServerResponse, reply: Reply, seen: Seen): void {
  if (typeof reply === 'function') return reply(response, seen)
  const headers = { 'content-type': 'application/json', ...reply.headers }
  response.writeHead(reply.status ?? 200, headers)
  response.end(JSON.stringify(reply.json))
}

/** A stand-in for a Palisade server on loopback that answers by a script and notes what it saw. */
export async function startFakeServer(script: Script) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    void read(request).then((got) => {
      const route = `${got.method} ${got.path.split('?')[0]}`
      const before = seen.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === route)
      seen.push(got)
      const replies = script[route] ?? []
      const reply = replies[Math.min(before.length, replies.length - 1)]
      const missing = { status: 404, json: { error: 'Not found.', code: 'not_found' } }
      send(response, reply ?? missing, got)
    })
  })
  const port = await listenOnLoopback(server)
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A progress stream of these events; without `done` or `error` it ends before the scan does. */
export const stream =
  (events: readonly Readonly<{ id: number; type: string; data?: unknown }>[]): Reply =>
  (response) => {
    const frames = events.map(
      ({ id, type, data = {} }) => `id: ${id}\ndata: ${JSON.stringify({ type, data })}\n\n`,
    )
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(['retry: 3000\n: connected\n\n', ...frames].join(''))
  }

export const progressData = (phase: string, percent: number) => ({
  scan_id: 's1',
  percent,
  phase,
  message: '',
  requests_sent: percent * 10,
  urls_found: 3,
  findings_count: 1,
  elapsed_ms: percent * 100,
})
