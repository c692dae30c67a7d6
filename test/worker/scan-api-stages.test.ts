import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

import { beginScan } from '../../src/durable-objects/scan-begin.ts'
import { EMPTY_RESULT } from '../../src/durable-objects/scan-empty-result.ts'
import { nextStage } from '../../src/durable-objects/scan-stages.ts'
import { ScanStore, type StoredResult } from '../../src/durable-objects/scan-store.ts'
import { describeApi } from '../../src/scanner/api-spec/describe.ts'
import type { ApiDescription } from '../../src/scanner/api-spec/operation.ts'
import { readDocument } from '../../src/scanner/api-spec/read-document.ts'
import type { ScanState } from '../../src/scanner/engine/scan-state.ts'
import type { UnitPlan } from '../../src/scanner/engine/unit.ts'
import { effectiveOptions } from '../../src/services/scans/start-options.ts'

const ORIGIN = 'https://api.acme.dev'
const TARGET = `${ORIGIN}/`

function described(paths: object): ApiDescription {
  const document = readDocument({ openapi: '3.0.3', paths })
  if (!document.ok) throw new Error(document.reason)
  const outcome = describeApi(document.value, { target: new URL(TARGET), location: null })
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.value
}
const asks = (name: string) => ({
  get: { parameters: [{ in: 'query', name, schema: { type: 'string', example: 'a' } }] },
})
const BOOKS = described({ '/books': { ...asks('author'), delete: {} }, '/shelves': asks('room') })

type Options = Readonly<{
  api?: ApiDescription
  scanType?: 'api' | 'vuln'
  maxPages?: number
}>

/** A scan in a real object's SQLite, whose stages are walked by hand. */
async function inScan(
  { api, scanType = 'api', maxPages }: Options,
  walk: (scan: ReturnType<typeof walker>) => void,
): Promise<void> {
  const scanId = crypto.randomUUID()
  const options = effectiveOptions(
    {
      target: TARGET,
      scanType,
      profile: 'standard',
      targetIp: null,
      excludedPaths: [],
      authConfig: null,
      customHeaders: {},
      speed: 'normal',
      requestDelayMs: null,
      tags: [],
      notes: '',
      webhook: null,
      notifyEmail: null,
      scanAuthorized: true,
      lowered: {
        max_duration_s: null,
        max_requests: null,
        max_pages: maxPages ?? null,
        max_depth: null,
      },
      optIn: [],
    },
    TARGET,
  )
  await runInDurableObject(env.SCAN.getByName(scanId), (_, { storage }) => {
    const store = new ScanStore(storage.sql)
    const facts = { scanId, accountId: 'a', options, secretsCt: '', tags: [] }
    beginScan(store, { ...facts, scanAuthorized: true, startedAt: 0, ...(api && { api }) }, false)
    walk(walker(store))
  })
}

function walker(store: ScanStore) {
  let state: ScanState | null = store.state()
  const now = (): ScanState => {
    if (state === null) throw new Error('no scan was begun')
    return state
  }
  return {
    state: now,
    /** Ends the units that wait, each with this result, and takes the next step. */
    step(
      result: Partial<StoredResult> = {},
      stopReason: string | null = null,
    ): readonly UnitPlan[] {
      for (const { id } of store.units('ready')) {
        store.finishUnit(id)
        store.addResult(id, { ...EMPTY_RESULT, ...result })
      }
      state = nextStage(store, now(), stopReason)
      return store.units('ready').map(({ plan }) => plan)
    },
  }
}

const operationsIn = (plans: readonly UnitPlan[]): readonly string[] =>
  plans.flatMap((plan) =>
    plan.phase === 'api' ? plan.operations.map(({ method, path }) => `${method} ${path}`) : [],
  )
const entriesIn = (plans: readonly UnitPlan[]): readonly string[] =>
  plans.flatMap((plan) => (plan.phase === 'crawl' ? plan.entries.map(({ url }) => url) : []))
const pointsIn = (plans: readonly UnitPlan[]): readonly unknown[] =>
  plans.flatMap((plan) =>
    plan.phase === 'input'
      ? plan.tasks.map(({ point: { operation, name } }) => [operation, name])
      : [],
  )
const visited = (statuses: Readonly<Record<string, number>>): Partial<StoredResult> => ({
  api: {
    described: [],
    visits: Object.entries(statuses).map(([operation, status]) => ({
      operation,
      status,
      reason: status === 401 ? 'it needs credentials' : null,
    })),
    sent: {},
  },
})
const found = (description: ApiDescription, path = '/openapi.json'): Partial<StoredResult> => ({
  api: {
    described: [{ url: ORIGIN + path, reason: null, description }],
    visits: [],
    sent: {},
  },
})
const link = (path: string) => ({ url: ORIGIN + path, source: 'json', depth: 1 })

describe('the stages of an api scan with a description', () => {
  it('asks the operations, crawls nothing, attacks what was answered, and completes', () =>
    inScan({ api: BOOKS }, ({ step, state }) => {
      const asking = step({ origins: [ORIGIN], discovered: [link('/elsewhere')] })
      expect(operationsIn(asking)).toEqual(['GET /books', 'GET /shelves'])
      expect(entriesIn(asking)).toEqual([])
      expect(state()).toMatchObject({ stage: 'crawl', pages: 2 })

      const attack = step(visited({ 'GET /books': 200, 'GET /shelves': 401 }))
      expect(state().stage).toBe('attack')
      expect(pointsIn(attack)).toEqual([['GET /books', 'author']])
      expect(operationsIn(attack)).toEqual([])
      const places = attack.flatMap((plan) =>
        plan.phase === 'page' ? plan.tasks.map(({ place }) => place) : [],
      )
      // The other path has an operation that is never sent: no page check may ask it either.
      expect(places.map(({ url, documented }) => [url, documented])).toEqual([
        [`${ORIGIN}/shelves`, ['GET']],
      ])

      for (const stage of ['script', 'screen', 'timing', 'plant', 'revisit', 'stored']) {
        step()
        expect(state()).toMatchObject({ stage, ending: null })
      }
      step()
      expect(state()).toMatchObject({ ending: { status: 'completed' }, partial: [] })
    }))

  it('counts operations as pages, and says when the budget cut them', () =>
    inScan({ api: BOOKS, maxPages: 1 }, ({ step, state }) => {
      expect(operationsIn(step())).toEqual(['GET /books'])
      expect(state()).toMatchObject({ pages: 1, partial: ['page or depth budget met'] })
      step(visited({ 'GET /books': 200 }))
      expect(state().stage).toBe('attack')
    }))

  it('lays out the tests of what was answered when it has to stop, so that they are told', () =>
    inScan({ api: BOOKS }, ({ step, state }) => {
      step()
      const attack = step(visited({ 'GET /books': 200 }), 'time budget met')
      expect(state()).toMatchObject({ stage: 'attack', partial: ['time budget met'] })
      expect(pointsIn(attack)).toEqual([['GET /books', 'author']])
    }))
})

describe('the stages of an api scan without a description', () => {
  it('crawls level by level, and asks each operation that becomes known once', () =>
    inScan({}, ({ step, state }) => {
      const first = step({ discovered: [link('/a'), link('/openapi.json')] })
      expect(entriesIn(first)).toEqual([`${ORIGIN}/a`, `${ORIGIN}/openapi.json`])
      expect(operationsIn(first)).toEqual([])

      const second = step({ ...found(BOOKS), discovered: [link('/b')] })
      expect(entriesIn(second)).toEqual([`${ORIGIN}/b`])
      expect(operationsIn(second)).toEqual(['GET /books', 'GET /shelves'])
      const { pages } = state()

      const third = step({
        ...found(described({ '/books': asks('author'), '/rooms': asks('n') }), '/b'),
      })
      expect(operationsIn(third)).toEqual(['GET /rooms'])
      expect(state()).toMatchObject({ stage: 'crawl', pages: pages + 1 })

      const attack = step(visited({ 'GET /rooms': 200 }))
      expect(state().stage).toBe('attack')
      expect(pointsIn(attack)).toEqual([['GET /rooms', 'n']])
    }))

  it('of another type asks no operation, whatever its units note', () =>
    inScan({ scanType: 'vuln' }, ({ step, state }) => {
      const plans = step({ ...found(BOOKS), discovered: [link('/a')] })
      expect(entriesIn(plans)).toEqual([`${ORIGIN}/a`])
      expect(operationsIn([...plans, ...step()])).toEqual([])
      expect(state().stage).toBe('attack')
    }))
})
