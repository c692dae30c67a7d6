import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { pipeline, Readable } from 'node:stream'

import { serveHttp, serveRaw, type Running } from './loopback-server.ts'

export type Received = Readonly<{
  atMs: number
  path: string
  headers: IncomingMessage['headers']
  body: string
}>
export type Receiver = Running & Readonly<{ received: readonly Received[]; open(): number }>

/** A webhook receiver that keeps what it gets, and answers as the test says. */
export async function startReceiver(
  answer: (response: ServerResponse, nth: number) => unknown,
): Promise<Receiver> {
  const received: Received[] = []
  let open = 0
  const running = await serveHttp((request, response) => {
    const atMs = performance.now()
    open += 1
    response.once('close', () => (open -= 1))
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.once('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      received.push({ atMs, path: request.url ?? '', headers: request.headers, body })
      void answer(response, received.length)
    })
  })
  return { ...running, received, open: () => open }
}

/** Takes connections and resets each at once; counts them. */
export async function startResetting(): Promise<Running & Readonly<{ connections(): number }>> {
  let connections = 0
  const running = await serveRaw((socket) => {
    connections += 1
    socket.resetAndDestroy()
  })
  return { ...running, connections: () => connections }
}

/** Writes 64 kB at a time until nobody listens any more. */
export const answerEndlessly = (response: ServerResponse): unknown =>
  pipeline(Readable.from(endless()), response, () => undefined)

function* endless(): Generator<Buffer> {
  const part = Buffer.alloc(64 * 1024, 'x')
  for (;;) yield part
}
