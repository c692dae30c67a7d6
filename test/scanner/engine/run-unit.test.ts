import { describe, expect, it } from 'vitest'

import { LIMITS } from '../../../src/limits.ts'
import { CHECKS } from '../../../src/scanner/checks/index.ts'
import { weight } from '../../../src/scanner/engine/plan.ts'
import { runUnit } from '../../../src/scanner/engine/run-unit.ts'
import type { UnitPlan, UnitResult } from '../../../src/scanner/engine/unit.ts'
import type { World } from '../../../src/scanner/engine/unit-context.ts'
import { ProbeError } from '../../../src/scanner/http/exchange.ts'
import { crawl, makeWorld, ORIGIN, point, workOf } from '../../support/units.ts'

describe('a crawl unit', () => {
  it('collects pages, links and points, and reads each page with the passive checks', async () => {
    const { world } = makeWorld(() => ({ body: '<a href="/b?x=1">b</a><a href="/private">p</a>' }))
    const result = await runUnit(workOf(crawl('/a?id=7')), world)
    expect(result.urls).toMatchObject([{ url: `${ORIGIN}/a?id=7`, status: 200 }])
    expect(result.discovered.map(({ url }) => url)).toEqual([`${ORIGIN}/b?x=1`])
    expect(result.points.map(({ name }) => name)).toEqual(['id'])
    expect(result.hits).toContainEqual(
      expect.objectContaining({ check_id: 'csp.policy', confidence: 'confirmed' }),
    )
    expect(result).toMatchObject({ requests: 2, rest: null, failure: null })
  })

  it('confirms an issue of the whole origin once, and counts the other pages', async () => {
    const { world, sent } = makeWorld(() => ({}))
    const result = await runUnit(workOf(crawl('/a', '/b', '/c'), { maxInFlight: 1 }), world)
    const csp = result.hits.filter((hit) => hit.check_id === 'csp.policy')
    expect(csp).toHaveLength(3)
    expect(csp.filter((hit) => hit.request !== '')).toHaveLength(1)
    expect(sent).toEqual(['GET /a', 'GET /a', 'GET /b', 'GET /c'])
  })

  it('calls likely what a second answer did not show', async () => {
    let asked = 0
    const policy = `script-src 'none'; object-src 'none'; base-uri 'none'`
    const { world } = makeWorld(() =>
      asked++ === 0 ? {} : { headers: { 'content-security-policy': policy } },
    )
    const { hits } = await runUnit(workOf(crawl('/a')), world)
    expect(hits.filter((hit) => hit.check_id === 'csp.policy')).toMatchObject([
      { confidence: 'likely' },
    ])
  })

  it('confirms an error page by the same error, and nothing else that the page says', async () => {
    const trace = 'at a.B.c(B.java:1)\n at a.B.d(B.java:2)'
    const { world } = makeWorld(() => ({
      status: 500,
      headers: { server: 'nginx/1.25.3' },
      body: `<pre>${trace}</pre>`,
    }))
    const { hits } = await runUnit(workOf(crawl('/a')), world)
    const sure = hits.map(({ check_id, confidence }) => `${check_id}: ${confidence}`)
    expect(sure).toContain('info.stacktrace: confirmed')
    expect(sure).toContain('info.server: likely')
  })

  it('calls an error likely that the second answer gives another status', async () => {
    let asked = 0
    const { world } = makeWorld(() => ({
      status: (asked += 1) === 1 ? 500 : 503,
      body: '<pre>at a.B.c(B.java:1)\n at a.B.d(B.java:2)</pre>',
    }))
    const { hits } = await runUnit(workOf(crawl('/a')), world)
    const trace = hits.find(({ check_id }) => check_id === 'info.stacktrace')
    expect(trace?.confidence).toBe('likely')
  })

  it('gives back the pages that its requests did not suffice for', async () => {
    const { world } = makeWorld(() => ({ headers: { 'content-type': 'text/plain' } }))
    const result = await runUnit(workOf(crawl('/a', '/b', '/c', '/d'), { maxRequests: 3 }), world)
    expect(result.requests).toBe(3)
    expect(result.rest).toEqual(crawl('/d'))
  })

  it('records a page that does not answer and goes on', async () => {
    const { world } = makeWorld(({ url }) => {
      if (url.pathname === '/a') throw new ProbeError('timeout', 'no answer')
      return { headers: { 'content-type': 'text/plain' } }
    })
    const result = await runUnit(workOf(crawl('/a', '/b')), world)
    expect(new Set(result.urls.map(({ status }) => status))).toEqual(new Set([200, null]))
    expect(result.rest).toBeNull()
  })
})

describe('an input unit', () => {
  const plan: UnitPlan = {
    phase: 'input',
    tasks: [{ point: point('id'), checks: ['xss.reflected', 'redirect.open'] }],
  }

  it('finds what reflects and tallies each check', async () => {
    const { world } = makeWorld(({ url }) => ({ body: `<p>${url.searchParams.get('id')}</p>` }))
    const result = await runUnit(workOf(plan), world)
    expect(result.hits).toMatchObject([{ check_id: 'xss.reflected', parameter: 'id' }])
    expect(result.tallies).toMatchObject([
      { check_id: 'redirect.open', points: 1, threw: null },
      { check_id: 'xss.reflected', points: 1, threw: null },
    ])
    const [hit] = result.hits
    expect(`${hit?.request}\n${hit?.response}`).toContain(hit?.match ?? 'no match')
  })

  it('says of a place that does not answer that it was not tested, and why', async () => {
    const { world } = makeWorld(() => {
      throw new ProbeError('unreachable', 'connection refused')
    })
    const result = await runUnit(workOf(plan), world)
    expect(result.tallies).toMatchObject([
      { check_id: 'redirect.open', points: 0, untested: { unreachable: 1 } },
      { check_id: 'xss.reflected', points: 0, untested: { unreachable: 1 } },
    ])
  })

  it('turns a check that throws into a row, and runs the others', async () => {
    const broken = CHECKS.map((check) =>
      check.meta.id === 'redirect.open' && check.phase === 'input'
        ? {
            ...check,
            // oxlint-disable-next-line require-yield -- it throws before it could
            async *run(): AsyncGenerator<never> {
              throw new TypeError('broken')
            },
          }
        : check,
    )
    const { world } = makeWorld(() => ({}), { checks: broken })
    const { tallies } = await runUnit(workOf(plan), world)
    expect(tallies).toMatchObject([
      { check_id: 'redirect.open', threw: 'broken' },
      { check_id: 'xss.reflected', points: 1, threw: null },
    ])
  })

  it('stops where the scan says so and hands the rest back', async () => {
    const { world, sent } = makeWorld(() => ({}), { checkpoint: async () => false })
    const tasks = Array.from({ length: 60 }, (_, index) => ({
      point: point(`p${index}`),
      checks: ['redirect.open', 'xss.reflected'],
    }))
    const result = await runUnit(workOf({ phase: 'input', tasks }), world)
    expect(sent.length).toBeGreaterThanOrEqual(LIMITS.checkpointRequests)
    expect(sent.length).toBeLessThan(LIMITS.unitRequests)
    expect(result.rest?.phase).toBe('input')
  })

  it('gets on with every unit where all places make their checks send all that they may', async () => {
    // Only another number leads elsewhere: every added SELECT has to be tried.
    const { world, sent } = makeWorld(({ url }) => ({
      body: [...url.searchParams.values()].some((value) => /^\d{4,}$/.test(value)) ? 'none' : 'one',
    }))
    const checks = ['sqli.union', 'sqli.boolean']
    const tasks = Array.from({ length: 8 }, (_, index) => ({ point: point(`p${index}`), checks }))
    let units = 0
    for (let plan: UnitPlan | null = { phase: 'input', tasks }; plan !== null; units += 1) {
      const { rest }: UnitResult = await runUnit(workOf(plan), world)
      expect(rest === null ? 0 : weight(rest)).toBeLessThan(weight(plan))
      plan = rest
    }
    expect(sent.length / units).toBeGreaterThan(LIMITS.unitRequests / 2)
  })
})

describe('the target', () => {
  const open: UnitPlan = { phase: 'open' }

  it('moves the scope to where its first redirects end on the same site', async () => {
    const { world, sent } = makeWorld(({ url }) =>
      url.protocol === 'http:'
        ? { status: 301, headers: { location: `https://www.shop.example/` } }
        : {},
    )
    const work = workOf(open)
    const options = { ...work.options, target_url: 'http://shop.example/' }
    const result = await runUnit({ ...work, options, origins: ['http://shop.example'] }, world)
    expect(result.origins).toEqual(['http://shop.example', 'https://www.shop.example'])
    expect(sent.length).toBeGreaterThan(1)
  })

  it('stays where it is when they lead elsewhere, and asks nothing there', async () => {
    const hosts = new Set<string>()
    const { world } = makeWorld(({ url }) => {
      hosts.add(url.host)
      return { status: 302, headers: { location: 'https://login.other.example/' } }
    })
    const result = await runUnit(workOf(open), world)
    expect(result.origins).toEqual([ORIGIN])
    expect([...hosts]).toEqual(['shop.example'])
  })

  it('fails the scan rather than go on without the login that was asked for', async () => {
    const { world, sent } = makeWorld(() => ({}))
    const work = workOf(open)
    const auth_config = { type: 'form', configured: true } as const
    const result = await runUnit({ ...work, options: { ...work.options, auth_config } }, world)
    expect(result.failure).toEqual({
      code: 'login_failed',
      message: 'The credentials of the login are not there any more.',
    })
    expect(sent).toEqual([])
  })

  it('fails the scan when nobody answers', async () => {
    const { world } = makeWorld(() => {
      throw new ProbeError('unreachable', 'connection refused')
    })
    const result = await runUnit(workOf(open), world)
    expect(result.failure).toMatchObject({ code: 'target_unreachable' })
  })
  it('asks a target again that does not answer at once', async () => {
    const { world } = makeWorld(() => ({}))
    let asked = 0
    const transport: World['transport'] = async (request, options) => {
      asked += 1
      if (asked <= 2) throw new ProbeError('unreachable', 'connection refused')
      return await world.transport(request, options)
    }
    const result = await runUnit(workOf({ phase: 'open' }), { ...world, transport })
    expect(result).toMatchObject({ failure: null, origins: [ORIGIN] })
  })
})

it('tells at its end of a host that refused, and says nothing of one that is well', async () => {
  const refusing = makeWorld(() => ({ status: 503, headers: { 'content-type': 'text/plain' } }))
  await runUnit(workOf(crawl('/a')), refusing.world)
  expect(refusing.told.flat()).toMatchObject([{ origin: ORIGIN, refusals: 1 }])
  const well = makeWorld(() => ({ headers: { 'content-type': 'text/plain' } }))
  await runUnit(workOf(crawl('/a')), well.world)
  expect(well.told).toEqual([])
})
