import { createServer } from 'node:http'
import { dirname } from 'node:path'
import { Miniflare, convertV4MiniflareOptions } from 'miniflare'
import { z } from 'zod'
import { COMPATIBILITY_DATE } from '../cli/embedded/bindings.ts'
import { modulesOf } from '../cli/embedded/bindings.ts'
import { bundleWorker } from '../scripts/build.ts'
import { closed, listening, portOf } from '../test/range/kit/listen.ts'
import { childCpuMs } from './support/child-cpu.ts'
import { median, type Measured } from './support/result.ts'

const ROUNDS = 15
const REQUESTS = 400
/** A run takes less than a second; whatever takes this long hangs. */
const MOST_MS = 30_000
/** What the issue asks of a unit, as a share of the bare loop. */
const LEAST_RATIO = 0.6
/**
 * `mix`: the units of a scan in its own proportion, 25 pages read and the inputs they gave tested;
 * `input`: units that test alone. `crawl`: units that only read pages, where an answer of a target
 * that takes no time costs less than reading it: recorded, since a scan sends a few such requests in a
 * hundred. `socket`: the mix by HTTP/1.1 of our own, beside the mix by fetch.
 */
const BARE = 'bare'
const KINDS = ['mix', 'input', 'crawl'] as const
const JUDGED: ReadonlySet<string> = new Set(['mix', 'input'])
const SOCKET = 'socket'
/** What issue 6 asks of units by socket, as a share of those by fetch. */
const LEAST_BY_SOCKET = 0.5
const PAGE = `<!doctype html><html><head><title>Item</title></head><body>${'<p>An item of the shop, with <a href="/about">a link</a>.</p>'.repeat(33)}</body></html>`
const Timing = z.object({ requests: z.number().positive(), ms: z.number().positive() })

/** Requests per second of scan units in workerd, beside a bare loop in the same Worker. */
export async function run(): Promise<readonly Measured[]> {
  const target = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'text/html')
    response.setHeader('content-security-policy', "default-src 'none'; base-uri 'none'")
    response.end(PAGE)
  })
  await listening(target, 0, '127.0.0.1')
  const runtime = await startWorker()
  try {
    const address = encodeURIComponent(`http://127.0.0.1:${portOf(target)}/`)
    const measure = async (kind: string): Promise<Run> => {
      const before = childCpuMs('workerd')
      const url = `http://bench.example/${kind}?target=${address}&requests=${REQUESTS}`
      const answer = await runtime.dispatchFetch(url, { signal: AbortSignal.timeout(MOST_MS) })
      if (!answer.ok) throw new Error(await answer.text())
      const { requests, ms } = Timing.parse(await answer.json())
      const after = childCpuMs('workerd')
      const cpuMs = before === null || after === null ? null : after - before
      return { requests, rate: (requests / ms) * 1000, cpuMs }
    }
    return await compare(measure)
  } finally {
    await runtime.dispose()
    await closed(target)
  }
}

async function startWorker(): Promise<Miniflare> {
  const { modules } = await bundleWorker(dirname(import.meta.dirname), 'bench/workers/units.ts')
  return new Miniflare(
    convertV4MiniflareOptions({
      modules: modulesOf(modules),
      compatibilityDate: COMPATIBILITY_DATE,
      compatibilityFlags: ['nodejs_compat'],
      cf: false,
      telemetry: { enabled: false },
    }),
  )
}

/** `cpuMs` of the Worker's process; null where the system does not tell. */
type Run = Readonly<{ requests: number; rate: number; cpuMs: number | null }>

/**
 * Turn by turn, so that a busy moment of the machine meets all of them. Beside the rates, what a
 * request costs the Worker: other work on the machine changes rates a lot, and that little.
 */
async function compare(measure: (kind: string) => Promise<Run>): Promise<readonly Measured[]> {
  for (const kind of [BARE, ...KINDS, SOCKET]) await measure(kind)
  const runs = new Map<string, Run[]>([BARE, ...KINDS, SOCKET].map((kind) => [kind, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [kind, done] of runs) done.push(await measure(kind))
  }
  const figures = (kind: string) => figuresOf(runs.get(kind) ?? [])
  const bare = figures(BARE)
  const bySocket: Measured = {
    name: 'unit.socket',
    value: figures(SOCKET).rate,
    floor: figures('mix').rate,
    unit: 'requests/s',
    limit: { kind: 'least', of: 'ratio', than: LEAST_BY_SOCKET },
  }
  const byFetch = KINDS.flatMap((kind): Measured[] => {
    const { rate, cpuUs } = figures(kind)
    const limit = { kind: 'least', of: 'ratio', than: LEAST_RATIO } as const
    const judged = JUDGED.has(kind) ? { limit } : {}
    return [
      { name: `unit.${kind}`, value: rate, floor: bare.rate, unit: 'requests/s', ...judged },
      ...(cpuUs === null
        ? []
        : [{ name: `unit.${kind}.cpu`, value: cpuUs, floor: bare.cpuUs, unit: 'µs/request' }]),
    ]
  })
  return [...byFetch, bySocket]
}

/** CPU time is counted coarsely: of all runs together it is exact enough, of one it is not. */
function figuresOf(runs: readonly Run[]): Readonly<{ rate: number; cpuUs: number | null }> {
  const requests = runs.reduce((sum, run) => sum + run.requests, 0)
  const cpuMs = runs.reduce<number | null>(
    (sum, run) => (sum === null || run.cpuMs === null ? null : sum + run.cpuMs),
    0,
  )
  return {
    rate: median(runs.map((run) => run.rate)),
    cpuUs: cpuMs === null ? null : (cpuMs / requests) * 1000,
  }
}
