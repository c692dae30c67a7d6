import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createHttps } from 'node:https'
import type { Server } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import type { WaitMeter } from './e2e-kept-waiting.ts'

/** A site whose speed is known: what it does is what it was told to do. */
export type SpeedSite = Readonly<{
  /** Before the first byte of a page; files answer at once. */
  delayMs?: number
  /** Of the page, before compression. */
  pageBytes?: number
  compresses?: boolean
  /** Pages are told in pieces, without Content-Length. */
  isChunked?: boolean
  redirects?: boolean
  /** The start of the page, in place of the usual one. */
  head?: string
  tls?: Readonly<{ key: string; cert: string; http2: boolean }>
}>

/** What the site did for one request. */
export type Served = Readonly<{
  path: string
  accepts: string
  /** The value of X-Scan-Id. */
  scan: string
  agent: string
  /** From the request to the first byte of the answer, as the site measured it. */
  ttfbMs: number
  sentBytes: number
  bytes: number
  /** Other requests that it had not answered when this one came. */
  beside: number
  /** What the meter said when the request came, and when its first byte was sent. */
  waitedMs: Readonly<{ came: number; answered: number }>
}>

export type SpeedApp = Readonly<{
  url: string
  served: readonly Served[]
  close(): void
}>

const HEAD =
  '<link rel="stylesheet" href="/s.css"><script src="/a.js"></script><img src="/i.png"><a href="/other">x</a>'
const FILES: Readonly<Record<string, readonly [type: string, body: Buffer, cache: string]>> = {
  '/s.css': ['text/css', Buffer.from('p { color: #123456 }\n'.repeat(400)), 'no-store'],
  '/a.js': ['text/javascript', Buffer.from('var a = 1;\n'.repeat(900)), 'max-age=31536000'],
  '/i.png': ['image/png', Buffer.alloc(9000, 7), 'max-age=60'],
}

/** Serves the site on a port of 127.0.0.1. `waitedMs` is read at every request. */
export async function startSpeedSite(
  site: SpeedSite = {},
  waitedMs: WaitMeter = () => 0,
): Promise<SpeedApp> {
  const served: Served[] = []
  let open = 0
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const cameAt = performance.now()
    const came = waitedMs()
    const beside = open++
    const path = request.url ?? ''
    const accepts = request.headers['accept-encoding'] ?? ''
    const scan = String(request.headers['x-scan-id'] ?? '')
    const agent = request.headers['user-agent'] ?? ''
    const reply = replyOf(site, path)
    if (reply.delayMs > 0) await wait(reply.delayMs)
    const coding = site.compresses === true && reply.isText ? codingOf(accepts) : null
    const sent = coding === null ? reply.body : coding.encode(reply.body)
    const length = site.isChunked === true ? {} : { 'content-length': String(sent.length) }
    const encoding = coding === null ? {} : { 'content-encoding': coding.name }
    response.writeHead(reply.status, { ...reply.headers, ...length, ...encoding })
    response.write(sent)
    const ttfbMs = performance.now() - cameAt
    const answered = waitedMs()
    response.end()
    open -= 1
    served.push({
      path,
      accepts,
      scan,
      agent,
      ttfbMs,
      sentBytes: sent.length,
      bytes: reply.body.length,
      beside,
      waitedMs: { came, answered },
    })
  }
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request, response)
  const server = serverOf(site, listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  const url = site.tls ? `https://localhost:${port}/` : `http://127.0.0.1:${port}/`
  return { url, served, close: () => server.close() }
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

function serverOf({ tls }: SpeedSite, listener: Listener): Server {
  if (tls === undefined) return createServer(listener)
  const { key, cert } = tls
  if (!tls.http2) return createHttps({ key, cert, ALPNProtocols: ['http/1.1'] }, listener)
  const server = createSecureServer({ key, cert, allowHTTP1: true })
  // Over HTTP/1.1 the listener gets what node:http gives; Node's types say HTTP/2 only.
  return server.on('request', listener as unknown as Parameters<typeof server.on>[1])
}

type Reply = Readonly<{
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
  delayMs: number
  isText: boolean
}>

function replyOf(site: SpeedSite, path: string): Reply {
  const { delayMs = 0, pageBytes = 3000, redirects, head = HEAD } = site
  const file = FILES[path]
  if (file !== undefined) {
    const [type, body, cache] = file
    const headers = { 'content-type': type, 'cache-control': cache }
    return { status: 200, headers, body, delayMs: 0, isText: type.startsWith('text/') }
  }
  const html = { 'content-type': 'text/html; charset=utf-8' }
  if (redirects === true && path === '/') {
    const headers = { ...html, location: '/start' }
    return { status: 302, headers, body: Buffer.from('moved'), delayMs: 0, isText: false }
  }
  if (path !== '/' && path !== '/start' && path !== '/other') {
    return { status: 404, headers: html, body: Buffer.from('no'), delayMs: 0, isText: true }
  }
  const text = `${head}<p>`.padEnd(pageBytes, 'a word or two ')
  return { status: 200, headers: html, body: Buffer.from(text), delayMs, isText: true }
}

function codingOf(accepts: string) {
  const codings = accepts.split(',').map((text) => text.trim())
  if (codings.includes('br')) return { name: 'br', encode: brotliCompressSync } as const
  return codings.includes('gzip') ? ({ name: 'gzip', encode: gzipSync } as const) : null
}
