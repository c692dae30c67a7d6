import { createServer, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { RangeApp } from '../../kit/app.ts'
import { closed, listening, portOf } from '../../kit/listen.ts'

const DRIP_MS = 200
const LINKS = 100_000
const BOMB_BYTES = 64 * 1024 * 1024
const DEEP = 100_000

type Misbehaviour = (response: ServerResponse, path: string) => void

const page = (response: ServerResponse, body: string): void => {
  response.setHeader('content-type', 'text/html')
  response.end(body)
}

/** One byte at a time, for as long as the other side listens. */
function drip(response: ServerResponse, first: string): void {
  response.write(first)
  const timer = setInterval(() => response.write('.'), DRIP_MS)
  response.once('close', () => clearInterval(timer))
}

/** A status line, then header bytes without an end. */
function dripHeaders(response: ServerResponse): void {
  const { socket } = response
  socket?.write('HTTP/1.1 200 OK\r\nx-slow: ')
  const timer = setInterval(() => socket?.write('.'), DRIP_MS)
  socket?.once('close', () => clearInterval(timer))
}

let bomb: Buffer | null = null

/** Ways in which a target can hold up or fill up whoever scans it. */
export const MISBEHAVIOURS = {
  'never answers': () => undefined,
  'answers only with headers': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.flushHeaders()
  },
  'drips its body': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    drip(response, '<title>slow</title>')
  },
  'drips its headers': dripHeaders,
  'redirects for ever': (response, path) => {
    const hop = Number(/\d+$/.exec(path)?.[0] ?? 0) + 1
    response.writeHead(302, { location: `/hop/${hop}` }).end()
  },
  'redirects to itself': (response, path) => void response.writeHead(302, { location: path }).end(),
  'has 100,000 links': (response) =>
    page(
      response,
      Array.from({ length: LINKS }, (_, id) => `<a href="/page-of/${id}x">x</a>`).join(''),
    ),
  'has a new page behind every page': (response, path) =>
    page(
      response,
      `<a href="${path.replace(/\/$/, '')}/deeper">on</a> <a href="${path}?a=${path.length}">x</a>`,
    ),
  'nests its markup': (response) => page(response, '<div>'.repeat(DEEP)),
  'sends a gzip bomb': (response) => {
    bomb ??= gzipSync(Buffer.alloc(BOMB_BYTES, '<a href="/bomb">x</a>'))
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb)
  },
  'sends broken gzip': (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
      .end('this is not gzip'),
  'cuts the connection': (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100000' })
    response.write('<a href="/next">next</a>', () => response.destroy())
  },
  'speaks no HTTP': (response) => void response.socket?.end('220 mail.example ESMTP\r\n'),
} as const satisfies Record<string, Misbehaviour>
export type MisbehaviourName = keyof typeof MISBEHAVIOURS

/** The first `politeAnswers` are harmless, so that the scan gets past its start. */
export async function startHostile(
  name: MisbehaviourName,
  politeAnswers: number,
): Promise<Pick<RangeApp, 'url' | 'close'> & { requests(): number }> {
  const misbehave: Misbehaviour = MISBEHAVIOURS[name]
  let count = 0
  const server = createServer((request, response) => {
    count += 1
    request.resume()
    if (count > politeAnswers) misbehave(response, request.url ?? '/')
    else page(response, '<a href="/a?x=1">a</a><a href="/b?y=2">b</a>')
  })
  // A dripping peer must not be saved by this side's own time limits.
  server.requestTimeout = 0
  server.headersTimeout = 0
  await listening(server, 0, '127.0.0.1')
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    close: () => closed(server),
    requests: () => count,
  }
}
