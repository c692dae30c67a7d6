import { describe, expect, it } from 'vitest'

import type { CheckMeta, Sighting } from '../../../src/scanner/checks/check.ts'
import { onInput, onPage, onStored } from '../../../src/scanner/checks/check.ts'
import { CHECKS } from '../../../src/scanner/checks/index.ts'
import { storedPlans } from '../../../src/scanner/engine/plan.ts'
import { runUnit } from '../../../src/scanner/engine/run-unit.ts'
import type { Point } from '../../../src/scanner/engine/unit.ts'
import type { World } from '../../../src/scanner/engine/unit-context.ts'
import type { Exchange } from '../../../src/scanner/http/exchange.ts'
import { makeWorld, ORIGIN, point, workOf, type Site } from '../../support/units.ts'

/** Checks that report whatever they see, to show what the engine gives them. */
const meta = { ...CHECKS[0]?.meta, maxRequests: 9, oncePer: 'input' } as CheckMeta
const told = (exchange: Exchange, note: string): Sighting => ({
  confidence: 'likely',
  reason: 'seen',
  evidence: { exchange, match: null, note },
})

describe('a page unit', () => {
  it('runs the page checks on places, with the model of what is missing', async () => {
    const check = onPage({
      meta: { ...meta, id: 'demo.page' },
      appliesTo: ({ isFolder }) => isFolder,
      async *run({ page, send, looksMissing }) {
        const url = new URL('left.txt', page.url)
        const exchange = await send({ method: 'GET', url, headers: new Headers() })
        if (!(await looksMissing(exchange))) yield told(exchange, 'left behind')
      },
    })
    const { world } = makeWorld(
      ({ url }) =>
        url.pathname === '/a/left.txt' || url.pathname.endsWith('/') ? {} : { status: 404 },
      { checks: [check] },
    )
    const place = (path: string) => ({
      place: { url: ORIGIN + path, isFolder: path.endsWith('/'), status: 200, contentType: null },
      checks: ['demo.page'],
    })
    const tasks = [place('/'), place('/a/'), place('/a/b')]
    const result = await runUnit(workOf({ phase: 'page', tasks }), world)
    expect(result.hits).toMatchObject([{ url: `${ORIGIN}/a/left.txt`, note: 'left behind' }])
    expect(result.tallies).toMatchObject([{ check_id: 'demo.page', points: 2 }])
    expect(result.rest).toBeNull()
  })
})

describe('units of timed checks', () => {
  const timed = onInput({
    meta: { ...meta, id: 'demo.timed', timed: true },
    async *run({ input, send, random, nonce, measure }) {
      const request = () => input.with(nonce())
      const { is } = await measure(
        { kind: 'sleep', stepMs: 10, request },
        { send, random, idleMs: [5] },
      )
      if (is === 'suspect') return
      const exchange = await send(request())
      if (exchange.response.elapsedMs > 1000) yield told(exchange, `${input.name} waits`)
    },
  })
  const beside = (kind: Point['kind'], name: string): Point => ({
    ...point('id'),
    kind,
    name,
    value: 'v',
  })
  const points = [beside('header', 'referer'), beside('cookie', 'lang')] as const
  const checks = ['demo.timed']
  const together = { point: points[0], beside: [points[1]], checks }
  /** Waits where the cookie is not the usual one. */
  const waiting = (isWaiting: boolean) => {
    const { world, seen } = makeTimedWorld(isWaiting)
    return { world: { ...world, checks: [timed] }, seen }
  }

  it('asks for all headers and cookies of a page at once', async () => {
    const { world, seen } = waiting(false)
    const result = await runUnit(workOf({ phase: 'screen', tasks: [together] }), world)
    expect(result).toMatchObject({ rest: null, hits: [] })
    expect(result.suspects).toBeUndefined()
    expect(result.tallies).toMatchObject([{ check_id: 'demo.timed', points: 1 }])
    expect(seen.at(-1)).toMatch(/^p\w{8} \/ lang=p\w{8}$/)
  })

  it('tests one by one where something waits, and finds which', async () => {
    const { world } = waiting(true)
    const { rest } = await runUnit(workOf({ phase: 'screen', tasks: [together] }), world)
    expect(rest).toEqual({ phase: 'screen', tasks: points.map((point) => ({ point, checks })) })
    const screened = await runUnit(workOf(rest ?? { phase: 'open' }), world)
    expect(screened).toMatchObject({ rest: null, hits: [] })
    expect(screened.suspects).toEqual([{ point: points[1], checks }])
    const result = await runUnit(workOf({ phase: 'timing', tasks: screened.suspects ?? [] }), world)
    expect(result.hits).toMatchObject([{ location: 'cookie', parameter: 'lang' }])
    expect(result.rest).toBeNull()
  })

  it('measures once more where answers came too unevenly, and then says so', async () => {
    const uneven = onInput({
      meta: { ...timed.meta, id: 'demo.timed' },
      async *run({ input, send, random, nonce, measure }) {
        const request = () => input.with(nonce())
        const bench = { send, random, idleMs: [5, 5, 2000, 3000] }
        const { is } = await measure({ kind: 'sleep', stepMs: 10, request }, bench)
        if (is === 'follows') yield told(await send(request()), 'waits')
      },
    })
    const { world } = makeWorld(() => ({}), { checks: [uneven] })
    const first = await runUnit(
      workOf({ phase: 'timing', tasks: [{ point: points[0], checks }] }),
      world,
    )
    expect(first.rest).toEqual({
      phase: 'timing',
      tasks: [{ point: points[0], checks, again: true }],
    })
    expect(first.tallies).toMatchObject([{ points: 0, untested: {} }])
    const second = await runUnit(workOf(first.rest ?? { phase: 'open' }), world)
    expect(second).toMatchObject({ rest: null, hits: [] })
    expect(second.tallies).toMatchObject([{ points: 0, untested: { uneven: 1 } }])
  })
})

function makeTimedWorld(isWaiting: boolean) {
  const { world } = makeWorld(() => ({}))
  const seen: string[] = []
  const transport: World['transport'] = async (request, options) => {
    const cookie = request.headers.get('cookie')
    seen.push(`${request.headers.get('referer')} / ${cookie}`)
    const isOdd = cookie !== null && cookie !== 'lang=v'
    const answered = await world.transport(request, options)
    return { ...answered, elapsedMs: isWaiting && isOdd ? 3000 : 5 }
  }
  return { world: { ...world, transport }, seen }
}

describe('what is stored', () => {
  const kept: string[] = []
  const site: Site = ({ method, url, body }) => {
    if (method === 'POST') {
      kept.push(new URLSearchParams(body).get('text') ?? '')
      return { status: 303, headers: { location: '/thanks' } }
    }
    return { body: url.pathname === '/list' ? `<ul>${kept.join('')}</ul>` : '<p>quiet</p>' }
  }
  const form: Point = {
    ...point('text'),
    method: 'POST',
    url: `${ORIGIN}/post`,
    body: 'text=hello',
    contentType: 'application/x-www-form-urlencoded',
    kind: 'form',
  }
  const check = onStored({
    meta: { ...meta, id: 'demo.stored' },
    async *run({ shown, word }) {
      yield told(shown, `shows ${word}`)
    },
  })

  it('is planted, found on another page, and handed to the check with that page', async () => {
    const { world } = makeWorld(site, { checks: [check] })
    const checks = ['demo.stored']
    const plants = await runUnit(workOf({ phase: 'plant', points: [form], checks }), world)
    expect(plants).toMatchObject({ landed: [`${ORIGIN}/thanks`], planted: [{ point: form }] })
    const words = plants.planted.map(({ word }) => word)
    const urls = [`${ORIGIN}/list`, `${ORIGIN}/thanks`]
    const { shown } = await runUnit(workOf({ phase: 'revisit', urls, words }), world)
    expect(shown).toEqual([{ word: words[0], url: `${ORIGIN}/list` }])
    const [plan] = storedPlans(plants.planted, shown, [check])
    if (plan === undefined) throw new Error('nothing to test')
    const { hits, tallies } = await runUnit(workOf(plan), world)
    expect(hits).toMatchObject([
      { url: `${ORIGIN}/post`, method: 'POST', location: 'form', parameter: 'text' },
    ])
    expect(tallies).toMatchObject([{ check_id: 'demo.stored', points: 1 }])
  })

  it('is found where words stand side by side', async () => {
    const words = ['pabcdefgh', 'pppppppp1']
    const { world } = makeWorld(() => ({ body: `xp${words.join('')}p` }))
    const urls = [`${ORIGIN}/list`]
    const { shown } = await runUnit(workOf({ phase: 'revisit', urls, words }), world)
    expect(shown.map(({ word }) => word)).toEqual(words)
  })
})
