import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { fetchTransport } from '../../src/scanner/http/transports/fetch.ts'
import { loopsIn, reachOf, start, type CrawlApp } from '../range/apps/crawl/app.ts'
import { runScan } from '../support/scan-run.ts'
import { makeWorld, workOf } from '../support/units.ts'

/** Of what needs no browser. */
const LEAST_SHARE = 0.98

let app: CrawlApp

beforeAll(async () => {
  app = await start()
})
afterAll(() => app.close())

/** The crawl of a whole scan, over real sockets; nothing is tested on the way. */
function crawl() {
  const { world } = makeWorld(() => ({}), { transport: fetchTransport, checks: [] })
  const { options } = workOf({ phase: 'open' })
  return runScan(world, {
    options: { ...options, target_url: app.url, excluded_paths: [] },
    origins: [new URL(app.url).origin],
  })
}

describe('a crawl without a browser', () => {
  it('finds what needs none, and goes round in no loop', async () => {
    const r = await crawl()
    console.log(r.phases.join(' ').replace(/(\w+)( \1)+/g, '$1+'), r.state.pages, r.state.level)
    const { found, of, missed } = reachOf(app.hit(), ['nothing'])
    console.log(found, of, missed.join(' '), loopsIn(app), app.stats().requests)
    expect(loopsIn(app)).toEqual([])
    expect(found / of, missed.join(', ')).toBeGreaterThanOrEqual(LEAST_SHARE)
  })
})
