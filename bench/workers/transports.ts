import { clock } from '../../src/runtime.ts'
import { LIMITS } from '../../src/limits.ts'
import { addressOf } from '../../src/scanner/http/choose-transport.ts'
import { ACCEPTED } from '../../src/scanner/http/exchange.ts'
import { makeH1Client } from '../../src/scanner/http/h1/client.ts'
import { fetchTransport } from '../../src/scanner/http/transports/fetch.ts'
import { dialSocket } from '../../src/scanner/http/transports/socket.ts'
import type { Transport } from '../../src/scanner/ports.ts'

// Runs in workerd: the same requests by each transport, as many at once as a unit sends.

const IN_FLIGHT = 5

async function run(transport: Transport, target: string, requests: number): Promise<void> {
  const headers = new Headers({ ...ACCEPTED, 'user-agent': 'Palisade/bench' })
  const options = { signal: new AbortController().signal, maxBytes: LIMITS.responseBytes }
  let next = 0
  const lanes = Array.from({ length: IN_FLIGHT }, async () => {
    while (next < requests) {
      const url = new URL(`item/${next++}?id=1`, target)
      await transport({ method: 'GET', url, headers }, options)
    }
  })
  await Promise.all(lanes)
}

export default {
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url)
    const target = searchParams.get('target') ?? ''
    const requests = Number(searchParams.get('requests'))
    const client = makeH1Client({ dial: dialSocket, now: () => performance.now() })
    const bySocket: Transport = (plain, options) =>
      client.send(plain, addressOf(plain.url, ['127.0.0.1']), options)
    const started = clock.now()
    await run(pathname === '/socket' ? bySocket : fetchTransport, target, requests)
    const ms = clock.now() - started
    client.close()
    return Response.json({ requests, ms })
  },
} satisfies ExportedHandler
