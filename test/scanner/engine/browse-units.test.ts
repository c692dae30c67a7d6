import { describe, expect, it } from 'vitest'

import { LIMITS } from '../../../src/limits.ts'
import { BROWSED_PAGES } from '../../../src/scanner/engine/browse-plan.ts'
import { runUnit } from '../../../src/scanner/engine/run-unit.ts'
import type { World } from '../../../src/scanner/engine/unit-context.ts'
import type { UnitPlan, UnitResult } from '../../../src/scanner/engine/unit.ts'
import { clickyBrowser, type Clicky } from '../../support/clicky-browser.ts'
import { runScan } from '../../support/scan-run.ts'
import { entry, makeWorld, workOf } from '../../support/units.ts'

const ONE_PAGE: UnitPlan = { phase: 'browse', entries: [entry('/a')] }
/** As many as there is room for states, beside the first one. */
const BUTTONS = LIMITS.browserStates - 1
const ONE_FETCH = [{ url: '/data', kind: 'fetch' }] as const

/** A page is looked at with all its means: its time, its clicks, what its units have sent. */
function siteOf(change: Partial<Clicky> = {}, stepMs = 10) {
  let now = 0
  const clock: World['clock'] = { ...makeWorld(() => ({})).world.clock, now: () => now }
  const browser = clickyBrowser({ buttons: BUTTONS, takesTime: () => (now += stepMs), ...change })
  const { world, sent } = makeWorld(() => ({}), { browser, clock })
  return { world, sent, browser, now: () => now }
}

/** Runs a plan and what it leaves; as they are stored in between. */
async function runAll(world: World, now: () => number) {
  const results: UnitResult[] = []
  const tookMs: number[] = []
  for (let plan: UnitPlan | null = ONE_PAGE; plan !== null;) {
    if (results.length > 40) throw new Error('it does not end')
    const startedAt = now()
    const result: UnitResult = await runUnit(workOf(plan), world)
    tookMs.push(now() - startedAt)
    results.push(result)
    plan = JSON.parse(JSON.stringify(result.rest)) as UnitPlan | null
  }
  const untested = Object.assign(
    {},
    ...results.flatMap(({ tallies }) => tallies.map((each) => each.untested)),
  )
  return { results, tookMs, untested: untested as Record<string, number> }
}

describe('units that explore a page', () => {
  it('keep to the requests of a unit, and the next goes on where one has left off', async () => {
    const { world, browser, sent, now } = siteOf({ asks: ONE_FETCH })
    const { results, untested } = await runAll(world, now)
    expect(results.length).toBeGreaterThan(1)
    for (const { requests } of results) expect(requests).toBeLessThanOrEqual(LIMITS.unitRequests)
    // Each button once, and once more to see what is new behind it, however many units it took.
    const inOrder = Array.from({ length: BUTTONS }, (_, at) => at)
    expect(browser.clicked).toEqual([...inOrder, ...inOrder])
    expect(results.reduce((sum, { requests }) => sum + requests, 0)).toBe(sent.length)
    expect(untested).toEqual({})
  })

  it('keep to the time of a unit', async () => {
    const { world, browser, now } = siteOf({ buttons: 12 }, 500)
    const { tookMs, untested } = await runAll(world, now)
    expect(tookMs.length).toBeGreaterThan(1)
    for (const ms of tookMs) expect(ms).toBeLessThanOrEqual(LIMITS.unitWorkMs)
    expect(new Set(browser.clicked).size).toBe(12)
    expect(untested).toEqual({})
  })

  it('end where a page takes too long, and say so', async () => {
    const { world, browser, now } = siteOf({}, 2000)
    const { tookMs, untested } = await runAll(world, now)
    expect(browser.clicked.length).toBeGreaterThan(3)
    expect(browser.clicked.length).toBeLessThan(BUTTONS)
    expect(Math.max(...tookMs)).toBeLessThanOrEqual(LIMITS.unitWorkMs)
    expect(tookMs.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(LIMITS.browserPageMs + 10_000)
    expect(untested).toEqual({
      'the page offers more than is explored of one page in the browser': 1,
    })
  })

  it('end where a page asks for too much, and say so', async () => {
    const asks = Array.from({ length: 90 }, (_, at) => ({
      url: `/x/${at}`,
      kind: 'fetch' as const,
    }))
    const { world, sent, now } = siteOf({ asks })
    const { results, untested } = await runAll(world, now)
    for (const { requests } of results) expect(requests).toBeLessThanOrEqual(LIMITS.unitRequests)
    expect(sent.length).toBeLessThanOrEqual(LIMITS.browserPageRequests + LIMITS.unitRequests)
    expect(untested).toEqual({
      'the page asks for more requests than are sent for one page in the browser': 1,
    })
  })

  it('end where a page offers too much, and say so', async () => {
    const { world, browser, now } = siteOf({ buttons: 120 }, 1)
    const { untested } = await runAll(world, now)
    expect(browser.clicked).toHaveLength(LIMITS.browserActions)
    expect(Object.values(untested)).toEqual([1])
  })
})

describe('a page with script of other sites', () => {
  const asks = [
    { url: 'https://cdn.example/app.js', kind: 'script' },
    { url: 'https://ads.example/a.js', kind: 'script' },
    { url: 'https://img.example/a.png', kind: 'image' },
  ] as const
  it('says that it did not come to life without', async () => {
    const { world, sent, now } = siteOf({ buttons: 1, asks, isLifeless: true })
    const { untested } = await runAll(world, now)
    expect(untested).toEqual({
      'the page needs script of other sites (ads.example, cdn.example), which a scan does not load': 1,
    })
    expect(sent.some((line) => line.includes('js'))).toBe(false)
  })
  it('says nothing where it came to life', async () => {
    const { world, now } = siteOf({ buttons: 1, asks })
    expect((await runAll(world, now)).untested).toEqual({})
  })
})

describe('a scan that finds more pages with script than it opens', () => {
  const scanOf = (pages: number) => {
    const browser = clickyBrowser({ buttons: 1 })
    // Of different makes, or one would stand for all.
    const names = 'abcdefghijklmnopqrstuvwxyz'.slice(0, pages - 1)
    const links = Array.from(names, (name) => `<a href="/${name}/x">x</a>`).join('')
    const { world } = makeWorld(
      ({ url: { pathname } }) =>
        /^\/(?:\w\/x)?$/.test(pathname)
          ? { body: `${pathname === '/' ? links : ''}<script>start()</script>` }
          : { status: 404 },
      { browser, checks: [] },
    )
    const { options } = workOf(ONE_PAGE)
    return runScan(world, { browser: true, options: { ...options, profile: 'gate' } })
  }
  const rowOf = ({ coverage }: Awaited<ReturnType<typeof scanOf>>) =>
    coverage.find(({ check_id: id }) => id === 'xss.dom')

  it('says how many were left', async () => {
    const scan = await scanOf(BROWSED_PAGES.gate + 3)
    expect(rowOf(scan)).toMatchObject({
      outcome: 'not_tested',
      reason: expect.stringMatching(/gate opens 10 pages with script .* \(3 places\)/),
    })
    expect(scan.state.partial).toEqual([])
  })
  it('has nothing to say where it opened all', async () => {
    expect(rowOf(await scanOf(BROWSED_PAGES.gate))?.reason ?? '').not.toMatch(/opens 10 pages/)
  })
})
