import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { fetchTransport } from '../../src/scanner/http/transports/fetch.ts'
import type { Transport } from '../../src/scanner/ports.ts'
import { loopsIn, reachOf, RESOURCES, start, type CrawlApp } from '../range/apps/crawl/app.ts'
import { seeded } from '../range/kit/seeded.ts'
import { runScan } from '../support/scan-run.ts'
import { makeWorld, workOf } from '../support/units.ts'

/** What a crawl must find of what needs no browser. */
const LEAST_SHARE = 0.98
/** Traps whose links are others at every visit: no two crawls of them are the same. */
const RANDOM = ['/fresh', '/tokens', '/session', '/errors']

let app: CrawlApp

beforeEach(async () => {
  app = await start()
})
afterEach(() => app.close())

type Changes = Readonly<{ transport?: Transport; maxPages?: number; excluded?: readonly string[] }>

/** A scan over real sockets, with no checks: pages are read, inputs get their usual value. */
function crawl({ transport = fetchTransport, maxPages = 1000, excluded = [] }: Changes = {}) {
  const { world } = makeWorld(() => ({}), { transport, checks: [] })
  const { options } = workOf({ phase: 'open' })
  return runScan(world, {
    options: {
      ...options,
      target_url: app.url,
      excluded_paths: [...excluded],
      max_pages: maxPages,
    },
    origins: [new URL(app.url).origin],
  })
}

/** Answers come some turns later than they did: in an order of their own. */
function shuffled(seed: number): Transport {
  const random = seeded(seed)
  return async (request, options) => {
    const response = await fetchTransport(request, options)
    for (let left = random() * 20; left > 1; left -= 1) await turn()
    return response
  }
}

describe('a crawl without a browser', () => {
  it('has enough to find, of either kind', () => {
    const counts = Map.groupBy(RESOURCES, ({ needs }) => needs)
    expect(counts.get('nothing')?.length).toBeGreaterThanOrEqual(120)
    expect(counts.get('browser')?.length).toBeGreaterThanOrEqual(30)
  })
  it('finds what needs none, goes round in no loop, and says how much it folded', async () => {
    const { state } = await crawl()
    const { found, of, missed } = reachOf(app.hit(), ['nothing'])
    expect(found / of, missed.join(', ')).toBeGreaterThanOrEqual(LEAST_SHARE)
    expect(loopsIn(app)).toEqual([])
    expect(state.partial).toEqual([])
    expect(state.folded).toBeGreaterThan(200)
    expect(state.pages).toBeLessThan(RESOURCES.length * 2)
  })
  it('visits the same pages in whatever order answers come, also where the budget ends it', async () => {
    const changes = { maxPages: 150, excluded: RANDOM }
    const first = await crawl({ ...changes, transport: shuffled(1) })
    const second = await crawl({ ...changes, transport: shuffled(2) })
    expect(first.state.partial).toEqual(['page or depth budget met'])
    expect(first.state.pages).toBeLessThanOrEqual(150)
    expect(second.urls).toEqual(first.urls)
    expect(second.state.folded).toBe(first.state.folded)
  })
})
