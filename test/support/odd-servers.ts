import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createRawServer, type Server as RawServer, type Socket } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

import { ODD_ANSWERS } from './odd-answers.ts'

export type OddServers = Readonly<{
  /** Node's own HTTP server: bodies of many kinds. */
  http: string
  /** Writes `ODD_ANSWERS`, and at every other path the bytes of the request. */
  raw: string
  stop(): Promise<void>
}>

export const TEXT = 'Palisade '.repeat(2000)
const BOMB_BYTES = 20_000_000

const CODED: Readonly<Record<string, () => Buffer>> = {
  gzip: () => gzipSync(TEXT),
  deflate: () => deflateSync(TEXT),
  'deflate-raw': () => deflateRawSync(TEXT),
  br: () => brotliCompressSync(TEXT),
  bomb: () => gzipSync(Buffer.alloc(BOMB_BYTES, 'a')),
  'br-bomb': () => brotliCompressSync(Buffer.alloc(BOMB_BYTES, 'a')),
  twice: () => gzipSync(gzipSync(TEXT)),
}
const HEADER: Readonly<Record<string, string>> = {
  'deflate-raw': 'deflate',
  bomb: 'gzip',
  'br-bomb': 'br',
  twice: 'gzip, gzip',
}

/** Real servers on loopback for everything that opens connections. */
export async function startOddServers(): Promise<OddServers> {
  const http = createServer((request, response) => {
    const [, kind = '', arg = ''] = (request.url ?? '/').split('/')
    const coded = CODED[arg]
    if (kind === 'coded' && coded !== undefined) {
      response.setHeader('content-encoding', HEADER[arg] ?? arg)
      response.end(coded())
    } else if (kind === 'packed') response.end(gzipSync(TEXT))
    else if (kind === 'size') response.end('a'.repeat(Number(arg)))
    else if (kind === 'status') response.writeHead(Number(arg), { location: '/x' }).end('said')
    else response.end('hello')
    request.resume()
  })
  let connections = 0
  const raw = createRawServer((socket) => {
    connections += 1
    answerRaw(socket, connections)
  })
  const open = new Set<Socket>()
  for (const server of [http, raw]) {
    server.on('connection', (socket: Socket) => {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      socket.on('error', () => undefined)
    })
  }
  return {
    http: await listen(http),
    raw: await listen(raw),
    stop: async () => {
      for (const socket of open) socket.destroy()
      await Promise.all([http, raw].map((server) => once(server.close(), 'close')))
    },
  }
}

async function listen(server: Server | RawServer): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return `http://127.0.0.1:${address.port}`
}

/** Request by request; an echo tells in X-Connection which connection it came by. */
function answerRaw(socket: Socket, id: number): void {
  let text = ''
  socket.on('data', (data: Buffer) => {
    text += data.toString('latin1')
    for (;;) {
      const end = text.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = /^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1] ?? '0'
      const size = end + 4 + Number(length)
      if (text.length < size) return
      const request = text.slice(0, size)
      text = text.slice(size)
      const odd = ODD_ANSWERS[request.split(' ')[1] ?? '']
      if (odd !== undefined) void writeOdd(socket, odd)
      else {
        const head = `HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=latin1\r\nX-Connection: ${id}\r\n`
        const closing = request.includes('/last') ? 'Connection: close\r\n' : ''
        socket.write(
          `${head}${closing}Content-Length: ${request.length}\r\n\r\n${request}`,
          'latin1',
        )
        if (request.includes('/then-gone')) setTimeout(() => socket.destroy(), 20)
      }
    }
  })
}

async function writeOdd(socket: Socket, { pieces, after }: (typeof ODD_ANSWERS)[string]) {
  for (const piece of pieces) {
    socket.write(piece, 'latin1')
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (after === 'end') socket.end()
  if (after === 'reset') socket.resetAndDestroy()
}
