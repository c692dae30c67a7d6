import { once } from 'node:events'
import { connect, createServer as createTcp, type Server, type Socket } from 'node:net'
import { createServer as createTls, type TlsOptions } from 'node:tls'

import type { Dial } from '../../src/scanner/http/h1/connection.ts'
import { talkOver } from '../../src/scanner/http/talk.ts'
import { tlsFacts, type TlsFacts } from '../../src/scanner/tls/facts.ts'
import type { Made } from './certificates.ts'

/** What a server does with a connection, or how Node's TLS answers it. */
export type Lab = Readonly<{ tls: TlsOptions }> | Readonly<{ raw: (socket: Socket) => void }>

/** Suites and versions that OpenSSL has, old ones too, are offered only by who asks for them. */
export const identity = (...chain: readonly Made[]): TlsOptions => ({
  key: chain[0]?.keyPem,
  cert: chain.map(({ pem }) => pem).join(''),
})

/** A server on loopback for the time of `use`. */
export async function withServer<T>(lab: Lab, use: (port: number) => Promise<T>): Promise<T> {
  const server: Server = 'tls' in lab ? createTls(lab.tls) : createTcp(lab.raw)
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  try {
    return await use(typeof bound === 'object' && bound !== null ? bound.port : 0)
  } finally {
    for (const socket of open) socket.destroy()
    server.close()
  }
}

/** As a socket of the platform, over Node's. */
export const dialNode: Dial = async ({ hosts, port }, signal) => {
  const socket = connect({ port, host: hosts[0] ?? '127.0.0.1', signal })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const pieces = socket[Symbol.asyncIterator]()
  return {
    connectMs: 0,
    tlsMs: null,
    read: async () => {
      const { done, value } = await pieces.next()
      return done ? null : new Uint8Array(value)
    },
    write: async (bytes) => void socket.write(bytes),
    close: () => socket.destroy(),
  }
}

let seed = 1
const random = (): Uint8Array =>
  Uint8Array.from({ length: 32 }, () => (seed = (seed * 75) % 65_537) & 0xff)

/** The facts of such a server, asked under `name`, and how many connections that took. */
export async function factsOf(
  lab: Lab,
  { name = 'shop.test', at = Date.now() }: Readonly<{ name?: string | null; at?: number }> = {},
): Promise<TlsFacts & { handshakes: number }> {
  let handshakes = 0
  const facts = await withServer(lab, (port) =>
    tlsFacts({
      host: 'shop.test:443',
      name,
      at,
      random,
      talk: (bytes, isDone) => {
        handshakes += 1
        const signal = AbortSignal.timeout(5000)
        return talkOver(
          dialNode,
          { hosts: ['127.0.0.1'], port, tls: null },
          { bytes, isDone, signal },
        )
      },
    }),
  )
  return { ...facts, handshakes }
}
