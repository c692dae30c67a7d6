import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'

import { LIMITS } from '../../../src/limits.ts'
import { NO_BROWSER } from '../../../src/scanner/browser/port.ts'
import { runUnit } from '../../../src/scanner/engine/run-unit.ts'
import { MOST_ASKED } from '../../../src/scanner/perf/weigh.ts'
import { CALM } from '../../../src/scanner/http/back-off.ts'
import type { World } from '../../../src/scanner/engine/unit-context.ts'
import type { UnitWork } from '../../../src/scanner/engine/unit.ts'
import { dyingBrowser } from '../../support/fake-browsers.ts'
import { makeWorld, workOf, type Site } from '../../support/units.ts'

const SECRET = 'k3xq9-hidden-token'

async function measure(site: Site) {
  const { world, sent } = makeWorld(site)
  const secrets = { auth_config: null, custom_headers: { 'x-key': SECRET }, webhook_url: null }
  const result = await runUnit(workOf({ phase: 'perf' }, { secrets }), world)
  return { result, sent, details: result.performance?.details }
}

/** What it is asked to sleep has passed a turn later. */
function quickClock(): World['clock'] {
  let now = 0
  return { now: () => now, sleep: (ms) => turn().then(() => void (now += ms)) }
}

describe('a unit that measures', () => {
  it('tells what it could not look at, and why, and what the site is made with', async () => {
    const page = '<script src="/a.js"></script><img src="/private/i.png"><img src="/logout">'
    const { result, sent, details } = await measure(({ url }) => ({
      body: url.pathname === '/' ? page : 'var a',
      headers: { server: 'nginx/1.25.3', 'x-jenkins': '2.4' },
    }))
    expect(sent).not.toContain('GET /private/i.png')
    expect(sent).not.toContain('GET /logout')
    const asked = details?.resources.map(({ url, not_asked }) => [new URL(url).pathname, not_asked])
    expect(asked).toEqual([
      ['/', null],
      ['/a.js', null],
      ['/private/i.png', 'excluded'],
      ['/logout', 'may change something'],
    ])
    expect([details?.lab, details?.lab_reason]).toEqual([null, NO_BROWSER])
    expect(result.tech).toEqual(['Jenkins 2.4', 'nginx 1.25.3'])
    // The handshake that asks for HTTP/2 counts, too.
    expect(result.requests).toBe(sent.length + 1)
  })

  it('keeps no secret of the scan', async () => {
    const body = `<script src="/a.js?key=${SECRET}"></script>`
    const { result, details } = await measure(() => ({ body }))
    expect(details?.resources).toHaveLength(2)
    expect(JSON.stringify(result.performance)).not.toContain(SECRET)
  })

  it('is bounded, however much a page names and whatever its answers say', async () => {
    const long = 'é'.repeat(900)
    let answers = 0
    const images = Array.from({ length: 1000 }, (_, at) => `<img src="/${at}${long}">`).join('')
    const { result, sent } = await measure(() => ({
      body: images,
      headers: { 'content-encoding': 'x'.repeat(60_000), location: `/${'a'.repeat(60_000)}` },
      status: answers++ < 8 ? 302 : 200,
    }))
    expect(sent.length).toBeLessThan(MOST_ASKED + 30)
    expect(JSON.stringify(result).length).toBeLessThan(LIMITS.unitRowBytes)
  })

  const AT_ONCE = /^a browser loads a page at once, /
  const spared: readonly (readonly [
    name: string,
    options: Partial<UnitWork['options']>,
    pace: ReturnType<World['hostPace']>,
  ])[] = [
    ['is cautious', { scan_speed: 'cautious' }, CALM],
    ['is stealthy', { scan_speed: 'stealth' }, CALM],
    ['has a delay', { request_delay_ms: 20 }, CALM],
    ['meets a host under strain', {}, { gapMs: 200, pausedUntil: 0 }],
  ]
  it.each(spared)('opens no browser where the scan %s, and says why', async (_, options, pace) => {
    const browser = dyingBrowser('crashed')
    const { world } = makeWorld(() => ({}), { browser, clock: quickClock(), hostPace: () => pace })
    const work = workOf({ phase: 'perf' })
    const gentle = { ...work, options: { ...work.options, ...options } }
    const { performance } = await runUnit(gentle, world)
    expect(browser.opened()).toBe(0)
    expect(performance?.details).toMatchObject({
      lab: null,
      lab_reason: expect.stringMatching(AT_ONCE),
    })
  })
})
