import { describe, expect, it } from 'vitest'

import { LIMITS } from '../../../src/limits.ts'
import { DAY, HOUR, MINUTE } from '../../../src/report/time.ts'
import { GuardRefusal } from '../../../src/scanner/http/guard-refusal.ts'
import { BUILT_IN } from '../../../src/scanner/feeds/built-in.ts'
import type { HttpResponse } from '../../../src/scanner/http/exchange.ts'
import type { FeedDeps } from '../../../src/services/feeds/ports.ts'
import { makeFeedReader } from '../../../src/services/feeds/read.ts'
import { refreshLibraries } from '../../../src/services/feeds/refresh.ts'

const START = Date.UTC(2026, 0, 1)
const feed = (library: string): string =>
  JSON.stringify({
    [library]: {
      vulnerabilities: [{ below: '2.0.0', severity: 'high' }],
      extractors: { filecontent: [`${library} v(§§version§§)`] },
    },
  })

/** A world whose clock, store and answers are in the test's hands. */
function makeWorld(reply: Partial<HttpResponse> = {}, url: string | null = 'https://feed.test/a') {
  const state = {
    now: START,
    reply: { status: 200, body: feed('widget'), truncated: false, ...reply },
    asked: [] as string[],
    logged: [] as string[],
    kept: null as string | null,
    fetchedAt: 0,
    triedAt: 0,
    reads: 0,
    isBroken: false,
  }
  const deps: FeedDeps = {
    now: () => state.now,
    url,
    userAgent: 'Palisade/test',
    log: (event) => void state.logged.push(event),
    guard: {
      assertMayConnect: async ({ hostname }, purpose) => {
        if (hostname === 'inside.test') throw new GuardRefusal('policy', `not for a ${purpose}`)
        return []
      },
    },
    transport: async (request, { maxBytes }) => {
      expect(maxBytes).toBe(LIMITS.feedBytes)
      state.asked.push(`${request.method} ${request.url.href} ${request.headers.get('user-agent')}`)
      return { headers: new Headers(), elapsedMs: 1, ...state.reply }
    },
    store: {
      times: async () => ({ fetchedAt: state.fetchedAt, triedAt: state.triedAt }),
      read: async () => {
        state.reads += 1
        if (state.isBroken) throw new Error('the store is away')
        return state.kept
      },
      put: async (_, text, now) => {
        state.kept = text
        state.fetchedAt = now
      },
      noteTry: async (_, now) => {
        state.triedAt = now
      },
    },
  }
  return { state, deps }
}

describe('the feed of libraries', () => {
  it('is fetched, and again when it is a day old', async () => {
    const { state, deps } = makeWorld()
    expect(await refreshLibraries(deps)).toBe('stored')
    expect(state.asked).toEqual(['GET https://feed.test/a Palisade/test'])
    expect(state.kept).toBe(feed('widget'))
    state.now += DAY - 1
    expect(await refreshLibraries(deps)).toBe('fresh')
    state.now += 1
    expect(await refreshLibraries(deps)).toBe('stored')
    expect(state.asked).toHaveLength(2)
  })

  it('is not fetched where no address is set', async () => {
    const { state, deps } = makeWorld({}, null)
    expect(await refreshLibraries(deps)).toBe('fresh')
    expect(state.asked).toEqual([])
  })

  it.each<[string, Partial<HttpResponse>]>([
    ['an error', { status: 500 }],
    ['a redirect', { status: 302 }],
    ['another format', { body: '{"a":1}' }],
    ['a page', { body: '<html>' }],
    ['an answer cut off', { truncated: true }],
  ])('stays as it is after %s, and is tried again in an hour', async (_, reply) => {
    const { state, deps } = makeWorld(reply)
    state.kept = feed('old')
    expect(await refreshLibraries(deps)).toBe('refused')
    expect(state.kept).toBe(feed('old'))
    expect(state.logged).toEqual(['feed.refused'])
    state.now += HOUR - MINUTE
    expect(await refreshLibraries(deps)).toBe('fresh')
    state.now += MINUTE
    expect(await refreshLibraries(deps)).toBe('refused')
    expect(state.asked).toHaveLength(2)
  })

  it('is asked for through the guard only', async () => {
    const { state, deps } = makeWorld({}, 'https://inside.test/a')
    await expect(refreshLibraries(deps)).rejects.toThrow('not for a feed')
    expect(state.asked).toEqual([])
    expect(await refreshLibraries(deps), 'the next try is an hour away').toBe('fresh')
  })
})

describe('a reader of feeds', () => {
  const names = async (read: ReturnType<typeof makeFeedReader>) =>
    (await read()).libraries.map(({ name }) => name)

  it('reads what was stored, once an hour', async () => {
    const { state, deps } = makeWorld()
    state.kept = feed('widget')
    const read = makeFeedReader(deps)
    expect(await names(read)).toEqual(['widget'])
    state.kept = feed('gadget')
    state.now += HOUR - 1
    expect(await names(read)).toEqual(['widget'])
    expect(state.reads).toBe(1)
    state.now += 1
    expect(await names(read)).toEqual(['gadget'])
  })

  it.each([
    ['nothing is stored', null],
    ['what is stored is no feed', 'null'],
  ])('answers with what is built in where %s', async (_, kept) => {
    const { state, deps } = makeWorld()
    state.kept = kept
    expect(await makeFeedReader(deps)()).toBe(BUILT_IN)
  })

  it('asks no store where no address is set', async () => {
    const { state, deps } = makeWorld({}, null)
    expect(await makeFeedReader(deps)()).toBe(BUILT_IN)
    expect(state.reads).toBe(0)
  })

  it('keeps what it has when the store fails', async () => {
    const { state, deps } = makeWorld()
    state.kept = feed('widget')
    const read = makeFeedReader(deps)
    await read()
    state.isBroken = true
    state.now += HOUR
    expect(await names(read)).toEqual(['widget'])
    expect(state.logged).toEqual(['feed.unread'])
  })
})
