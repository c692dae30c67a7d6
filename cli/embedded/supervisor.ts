import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { z } from 'zod'

import { listenOnLoopback } from './listen.ts'
import { answerDnsQuery, type Lookup, type TxtLookup } from './resolver.ts'

const BODY_BYTES = 1024
const Clock = z.object({ offset_ms: z.number().int().nonnegative() })

export type SupervisorOptions = Readonly<{
  lookup: Lookup
  lookupTxt: TxtLookup
  /** What the Worker must send as `authorization` to move the clock. */
  token: string
  saveClockOffset(offsetMs: number): Promise<void>
}>
export type Supervisor = Readonly<{ url: string; close(): Promise<void> }>

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > BODY_BYTES) throw new Error('body too large')
  }
  return text
}

type Answer = Readonly<{ status: number; type: string; body: string }>

async function answer(request: IncomingMessage, options: SupervisorOptions): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (request.method === 'GET' && url.pathname === '/dns-query') {
    const reply = await answerDnsQuery(url.searchParams, options.lookup, options.lookupTxt)
    return { ...reply, type: 'application/dns-json' }
  }
  const mayWrite = request.headers.authorization === options.token
  if (request.method === 'PUT' && url.pathname === '/clock' && mayWrite) {
    const clock = Clock.safeParse(JSON.parse(await readBody(request)))
    if (!clock.success) return { status: 400, type: 'text/plain', body: 'offset_ms is needed' }
    await options.saveClockOffset(clock.data.offset_ms)
    return { status: 200, type: 'application/json', body: '{}' }
  }
  return { status: 404, type: 'text/plain', body: 'Not found' }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  options: SupervisorOptions,
): Promise<void> {
  const reply = await answer(request, options)
  response.writeHead(reply.status, { 'content-type': reply.type })
  response.end(reply.body)
}

/**
 * What the embedded Worker asks its parent process for: names through the host's resolver, and
 * keeping the moved clock over restarts. Loopback, a port of its own.
 */
export async function startSupervisor(options: SupervisorOptions): Promise<Supervisor> {
  const server = createServer((request, response) => {
    respond(request, response, options).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' })
      response.end(error instanceof Error ? error.message : 'failed')
    })
  })
  const port = await listenOnLoopback(server)
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
