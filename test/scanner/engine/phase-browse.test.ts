import { describe, expect, it } from 'vitest'

import { LIMITS } from '../../../src/limits.ts'
import { BROWSER_BUSY } from '../../../src/scanner/browser/port.ts'
import { runUnit } from '../../../src/scanner/engine/run-unit.ts'
import type { UnitPlan, UnitResult } from '../../../src/scanner/engine/unit.ts'
import { clickyBrowser } from '../../support/clicky-browser.ts'
import { dyingBrowser } from '../../support/fake-browsers.ts'
import { runScan } from '../../support/scan-run.ts'
import { entry, makeWorld, ORIGIN, workOf } from '../../support/units.ts'

const PAGES: UnitPlan = { phase: 'browse', entries: ['/a', '/b'].map(entry) }
const PLACE = { url: `${ORIGIN}/a`, isFolder: false, status: 200, contentType: 'text/html' }
const SCRIPTS: UnitPlan = { phase: 'script', tasks: [{ place: PLACE, checks: ['xss.dom'] }] }
const untested = (result: UnitResult) =>
  result.tallies.filter(({ check_id: id }) => id === 'xss.dom').map(({ untested: by }) => by)
const site = () => ({ body: '<a href="/a">a</a><script>start()</script>' })

describe('a unit that needs a browser', () => {
  it.each([PAGES, SCRIPTS])('says that none was free ($phase)', async (plan) => {
    const { world } = makeWorld(site, {
      browser: { open: async () => ({ unavailable: BROWSER_BUSY }) },
    })
    const result = await runUnit(workOf(plan), world)
    const places = plan === PAGES ? 2 : 1
    expect(untested(result)).toEqual([{ [BROWSER_BUSY]: places }])
    expect(result).toMatchObject({ rest: null, failure: null })
  })

  it('says of each page that the renderer crashed on it, and goes on', async () => {
    const { world } = makeWorld(site, { browser: dyingBrowser('crashed') })
    const result = await runUnit(workOf(PAGES), world)
    expect(untested(result)).toEqual([{ 'the page has crashed in the browser': 2 }])
    expect(result.rest).toBeNull()
  })

  it('takes the silence of a page that hangs for nothing', async () => {
    const { world } = makeWorld(site, { browser: dyingBrowser('timeout') })
    const result = await runUnit(workOf(SCRIPTS), world)
    expect(untested(result)).toEqual([{ no_page: 1 }])
    expect(result.rest).toBeNull()
  })

  it('asks once for what a page asks for at each load', async () => {
    const asks = Array.from({ length: 40 }, (_, at) => ({ url: `/${at}`, kind: 'fetch' as const }))
    const { world, sent } = makeWorld(site, { browser: clickyBrowser({ buttons: 1, asks }) })
    const result = await runUnit(workOf(SCRIPTS), world)
    expect(sent.filter((line) => line === 'GET /7')).toHaveLength(1)
    expect(sent.filter((line) => line === 'GET /a').length).toBeGreaterThan(1)
    expect([untested(result), result.rest]).toEqual([[{}], null])
  })

  it('begins no page that the unit would cut off', async () => {
    let now = 0
    const browser = clickyBrowser({ buttons: 1, takesTime: () => (now += 2500) })
    const { world: plain, sent } = makeWorld(site, { browser })
    const world = { ...plain, clock: { ...plain.clock, now: () => now } }
    const paths = ['/a', '/b', '/c', '/d']
    const places = paths.map((path) => ({ ...PLACE, url: ORIGIN + path }))
    const tasks = places.map((place) => ({ place, checks: ['xss.dom'] }))
    const tookMs: number[] = []
    for (let plan: UnitPlan | null = { phase: 'script', tasks }; plan !== null;) {
      const startedAt = now
      plan = (await runUnit(workOf(plan), world)).rest
      tookMs.push(now - startedAt)
    }
    expect(tookMs.length).toBeGreaterThan(1)
    expect(Math.max(...tookMs)).toBeLessThanOrEqual(LIMITS.unitWorkMs)
    const loads = paths.map((path) => sent.filter((line) => line === `GET ${path}`).length)
    expect(new Set(loads).size).toBe(1)
  })

  it('gives up a page that always asks for more than a unit may send, and says so', async () => {
    const asks = Array.from({ length: 60 }, () => ({ url: '/?{n}', kind: 'fetch' as const }))
    const { world, sent } = makeWorld(site, { browser: clickyBrowser({ buttons: 1, asks }) })
    const result = await runUnit(workOf(SCRIPTS), world)
    expect(sent.length).toBeLessThanOrEqual(LIMITS.unitRequests)
    expect([untested(result), result.rest]).toEqual([[{ too_greedy: 1 }], null])
  })

  it('leaves the pages after the one a browser died on to another browser', async () => {
    const { world } = makeWorld(site, { browser: dyingBrowser('closed') })
    const result = await runUnit(workOf(PAGES), world)
    expect(untested(result)).toEqual([{ 'the browser ended on the page': 1 }])
    expect(result.rest).toEqual({ phase: 'browse', entries: [entry('/b')] })
  })
})

describe('a scan whose browser always dies', () => {
  it.each(['crashed', 'closed', 'timeout'] as const)(
    'completes, and says so (%s)',
    async (kind) => {
      const browser = dyingBrowser(kind)
      const { world } = makeWorld(site, { browser })
      const scan = await runScan(world, { browser: true })
      expect(browser.opened()).toBeGreaterThan(0)
      expect(scan.phases).toContain('browse')
      expect(scan.state.ending).toEqual({ status: 'completed' })
      const row = scan.findings.find(({ check_id: id }) => id === 'xss.dom')
      expect(row).toMatchObject({ status: 'info' })
      expect(row?.description ?? '').not.toBe('')
    },
  )

  it('does not use it where the scan goes to one address', async () => {
    const browser = dyingBrowser('crashed')
    const { world } = makeWorld(site, { browser })
    const { options } = workOf(PAGES)
    const scan = await runScan(world, {
      browser: true,
      options: { ...options, target_ip: '192.0.2.1' },
    })
    expect(browser.opened()).toBe(0)
    expect(scan.phases).not.toContain('browse')
  })
})
