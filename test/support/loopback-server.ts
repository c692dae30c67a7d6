import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { createServer as createRawServer } from 'node:net'
import type { Server as RawServer, Socket } from 'node:net'

export type Running = Readonly<{ origin: string; stop(): Promise<void> }>

/** An HTTP server on a free loopback port. */
export const serveHttp = (listener: RequestListener): Promise<Running> =>
  run(createServer(listener))

/** A TCP server on a free loopback port, for answers that are no HTTP. */
export const serveRaw = (listener: (socket: Socket) => void): Promise<Running> =>
  run(createRawServer(listener))

async function run(server: Server | RawServer): Promise<Running> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A client that cancels resets the connection; that is what many of these tests are about.
    socket.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
