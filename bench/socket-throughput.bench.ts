import { createServer } from 'node:http'
import { dirname } from 'node:path'
import { Miniflare, convertV4MiniflareOptions } from 'miniflare'
import { z } from 'zod'
import { COMPATIBILITY_DATE, modulesOf } from '../cli/embedded/bindings.ts'
import { bundleWorker } from '../scripts/build.ts'
import { closed, listening, portOf } from '../test/range/kit/listen.ts'
import { median, type Measured } from './support/result.ts'

const ROUNDS = 15
const REQUESTS = 500
/** What the issue asks of the socket transport, as a share of fetch. */
const LEAST_RATIO = 0.5
const PAGE = `<!doctype html><title>Item</title>${'<p>An item of the shop.</p>'.repeat(80)}`
const Timing = z.object({ requests: z.number().positive(), ms: z.number().positive() })

/** Requests per second by socket, beside the same by fetch in the same Worker. */
export async function run(): Promise<readonly Measured[]> {
  const target = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'text/html')
    response.end(PAGE)
  })
  await listening(target, 0, '127.0.0.1')
  const root = dirname(import.meta.dirname)
  const { modules } = await bundleWorker(root, 'bench/workers/transports.ts')
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      modules: modulesOf(modules),
      compatibilityDate: COMPATIBILITY_DATE,
      compatibilityFlags: ['nodejs_compat'],
      cf: false,
      telemetry: { enabled: false },
    }),
  )
  const address = encodeURIComponent(`http://127.0.0.1:${portOf(target)}/`)
  const measure = async (kind: 'fetch' | 'socket'): Promise<number> => {
    const url = `http://bench.example/${kind}?target=${address}&requests=${REQUESTS}`
    const answer = await runtime.dispatchFetch(url)
    if (!answer.ok) throw new Error(await answer.text())
    const { requests, ms } = Timing.parse(await answer.json())
    return (requests / ms) * 1000
  }
  try {
    await measure('fetch')
    await measure('socket')
    const byFetch: number[] = []
    const bySocket: number[] = []
    // Turn by turn, so that a busy moment of the machine meets both.
    for (let round = 0; round < ROUNDS; round += 1) {
      byFetch.push(await measure('fetch'))
      bySocket.push(await measure('socket'))
    }
    const limit = { kind: 'least', of: 'ratio', than: LEAST_RATIO } as const
    const [value, floor] = [median(bySocket), median(byFetch)]
    return [{ name: 'transport.socket', value, floor, unit: 'requests/s', limit }]
  } finally {
    await runtime.dispose()
    await closed(target)
  }
}
