import { createServer } from 'node:http'
import { dirname } from 'node:path'
import { Miniflare, convertV4MiniflareOptions } from 'miniflare'
import { z } from 'zod'
import { COMPATIBILITY_DATE } from '../cli/embedded/bindings.ts'
import { modulesOf } from '../cli/embedded/bindings.ts'
import { bundleWorker } from '../scripts/build.ts'
import { closed, listening, portOf } from '../test/range/kit/listen.ts'
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
 * hundred.
 */
const KINDS = ['mix', 'input', 'crawl'] as const
const JUDGED: ReadonlySet<string> = new Set(['mix', 'input'])
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
    const measure = async (kind: string): Promise<number> => {
      const url = `http://bench.example/${kind}?target=${address}&requests=${REQUESTS}`
      const answer = await runtime.dispatchFetch(url, { signal: AbortSignal.timeout(MOST_MS) })
      if (!answer.ok) throw new Error(await answer.text())
      const { requests, ms } = Timing.parse(await answer.json())
      return (requests / ms) * 1000
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

/** Turn by turn, so that a busy moment of the machine meets all of them. */
async function compare(measure: (kind: string) => Promise<number>): Promise<readonly Measured[]> {
  for (const kind of ['bare', ...KINDS]) await measure(kind)
  const rounds: Record<string, number>[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const figures: Record<string, number> = { bare: await measure('bare') }
    for (const kind of KINDS) figures[kind] = await measure(kind)
    rounds.push(figures)
  }
  const of = (kind: string): number => median(rounds.map((figures) => figures[kind] ?? Number.NaN))
  return KINDS.map((kind) => ({
    name: `unit.${kind}`,
    value: of(kind),
    floor: of('bare'),
    unit: 'requests/s',
    ...(JUDGED.has(kind)
      ? { limit: { kind: 'least', of: 'ratio', than: LEAST_RATIO } as const }
      : {}),
  }))
}
