import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import cmdiTime from '../../../src/scanner/checks/input/cmdi.time.ts'
import sqliTime from '../../../src/scanner/checks/input/sqli.time.ts'
import type { Hit, Point } from '../../../src/scanner/engine/unit.ts'
import { hit } from '../../support/sightings.ts'
import {
  crawlPlans,
  screenPlans,
  timingPlans,
  untestedTallies,
  weight,
} from '../../../src/scanner/engine/plan.ts'
import { mannerOf, timeBudgetMs } from '../../../src/scanner/engine/options.ts'
import { withProgress, beginState } from '../../../src/scanner/engine/scan-state.ts'

const point: Point = {
  method: 'GET',
  url: 'https://shop.example/item?id=1',
  body: null,
  contentType: null,
  kind: 'query',
  name: 'id',
  value: '1',
}

it('gives every page to exactly one unit, in order, none over its size', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.integer({ min: 1, max: 4 }), (pages, lanes) => {
      const entries = Array.from({ length: pages }, (_, index) => ({
        url: `https://shop.example/${index}`,
        source: 'a[href]',
        depth: 1,
      }))
      const plans = crawlPlans(entries, lanes)
      const given = plans.flatMap((plan) => (plan.phase === 'crawl' ? plan.entries : []))
      expect(given).toEqual(entries)
      expect(Math.max(0, ...plans.map(weight))).toBeLessThanOrEqual(25)
    }),
  )
})

it('says of every check in a dropped plan why it was not tested', () => {
  const plan = {
    phase: 'input' as const,
    tasks: [
      { point, checks: ['sqli.error', 'xss.reflected'] },
      { point, checks: ['sqli.error'] },
    ],
  }
  expect(weight(plan)).toBe(3)
  expect(untestedTallies(plan, 'time budget met')).toMatchObject([
    { check_id: 'sqli.error', points: 0, untested: { 'time budget met': 2 } },
    { check_id: 'xss.reflected', points: 0, untested: { 'time budget met': 1 } },
  ])
})

it.each([
  ['normal', null, { delayMs: 0, units: 4, inFlight: 5 }],
  ['cautious', null, { delayMs: 500, units: 1, inFlight: 2 }],
  ['stealth', null, { delayMs: 3000, units: 1, inFlight: 1 }],
  ['normal', 200, { delayMs: 200, jitter: 0, units: 1, inFlight: 1 }],
  ['stealth', 0, { delayMs: 0, jitter: 0, units: 1, inFlight: 1 }],
] as const)('%s with delay %s paces as %j', (scan_speed, request_delay_ms, expected) => {
  expect(mannerOf({ scan_speed, request_delay_ms })).toMatchObject(expected)
})

it('gives slow scans more time', () => {
  expect(timeBudgetMs({ max_duration_s: 300, scan_speed: 'normal' })).toBe(300_000)
  expect(timeBudgetMs({ max_duration_s: 300, scan_speed: 'stealth' })).toBe(1_800_000)
})

it('never lets the percentage go back', () => {
  const options = { target_url: 'https://shop.example/' }
  // Only target_url is read by beginState.
  const facts = { options } as unknown as Parameters<typeof beginState>[0]
  let state = { ...beginState(facts), stage: 'crawl' as const }
  const seen: number[] = []
  for (const [done, total] of [
    [1, 2],
    [1, 10],
    [9, 10],
    [10, 40],
  ] as const) {
    state = { ...withProgress(state, done, total), stage: 'crawl' }
    seen.push(state.percent)
  }
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
})

describe('plans of timed checks', () => {
  const { meta } = sqliTime
  const place = { check_id: 'sqli.error', origin: 'https://shop.example', parameter: 'id' } as const
  const proved = hit({ ...place, path_template: '/item', method: 'GET', location: 'query' })
  const timed = [sqliTime, cmdiTime]
  const screened = (points: readonly Point[], hits: readonly Hit[] = []) =>
    screenPlans(points, timed, hits, 1).flatMap((plan) =>
      plan.phase === 'screen' ? plan.tasks : [],
    )
  const idsAt = (hits: readonly Hit[]) => screened([point], hits).map(({ checks }) => checks)

  it('screen every point with every timed check', () => {
    const other = { ...point, name: 'page' }
    expect(screened([point, other])).toHaveLength(2)
    expect(idsAt([])).toEqual([[meta.id, cmdiTime.meta.id]])
  })
  it('screen the headers and cookies of a page together, numbers apart from words', () => {
    const beside = (name: string, value: string, url = point.url): Point => ({
      ...point,
      kind: 'header',
      name,
      value,
      url,
    })
    const first = beside('referer', 'a')
    const second = beside('accept-language', 'b')
    const others = [beside('x-page', '7'), point, beside('referer', 'a', 'https://shop.example/b')]
    expect(screened([first, second, ...others]).map((task) => [task.point, task.beside])).toEqual([
      [first, [second]],
      ...others.map((each) => [each, undefined]),
    ])
  })
  it('measure each suspect alone, whatever order units ended in', () => {
    const other = { ...point, name: 'page' }
    const suspects = [
      { point: other, checks: ['sqli.time'] },
      { point, checks: ['sqli.time'] },
      { point: other, checks: ['cmdi.time'] },
    ]
    const plans = timingPlans(suspects)
    expect(plans).toEqual([
      { phase: 'timing', tasks: [{ point, checks: ['sqli.time'] }] },
      { phase: 'timing', tasks: [{ point: other, checks: ['cmdi.time', 'sqli.time'] }] },
    ])
    expect(timingPlans(suspects.toReversed())).toEqual(plans)
  })
  it('leave out what a quicker check has proved there', () => {
    expect(idsAt([proved])).toEqual([[cmdiTime.meta.id]])
    expect(screenPlans([point], [sqliTime], [proved], 1)).toEqual([])
  })
  it.each([{ confidence: 'likely' }, { parameter: 'other' }, { method: 'POST' }] as const)(
    'keep the check where it was not: %j',
    (change) => {
      expect(idsAt([hit({ ...proved, ...change })])).toEqual([[meta.id, cmdiTime.meta.id]])
    },
  )
})
