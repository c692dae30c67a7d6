import { describe, expect, it } from 'vitest'

import { apiPoints, apiResults } from '../../../src/scanner/engine/api-plan.ts'
import { runUnit } from '../../../src/scanner/engine/run-unit.ts'
import type { UnitPlan, UnitResult, UnitWork } from '../../../src/scanner/engine/unit.ts'
import { ProbeError, type HttpRequest } from '../../../src/scanner/http/exchange.ts'
import { described, openapi } from '../../support/api-descriptions.ts'
import { crawl, makeWorld, ORIGIN, workOf as anyWork, type Reply } from '../../support/units.ts'

const { options } = anyWork({ phase: 'open' })
const workOf = (plan: UnitPlan, change: Partial<UnitWork> = {}): UnitWork =>
  anyWork(plan, { options: { ...options, scan_type: 'api' }, ...change })

const JSON_TYPE = { 'content-type': 'application/json' }
const inQuery = (name: string, example: string) => ({
  in: 'query',
  name,
  schema: { type: 'string', example },
})
const SPEC = openapi({
  '/books/{id}': { get: { parameters: [{ in: 'path', name: 'id', schema: { type: 'integer' } }] } },
  '/books': {
    get: { operationId: 'listBooks', parameters: [inQuery('author', 'Ann')] },
    post: {
      requestBody: {
        content: {
          'application/json': {
            schema: { type: 'object', properties: { title: { type: 'string', example: 'Sea' } } },
          },
        },
      },
    },
    delete: {},
  },
})
const DESCRIPTION = described(SPEC)
const plan: UnitPlan = { phase: 'api', operations: DESCRIPTION.operations }
const GIVEN = {
  api: {
    described: [{ url: null, reason: null, description: DESCRIPTION }],
    visits: [],
    sent: {},
  },
}
const visitsOf = ({ api }: UnitResult) =>
  Object.fromEntries(
    (api?.visits ?? []).map(({ operation, status, reason }) => [operation, [status, reason]]),
  )

describe('an api unit', () => {
  it('asks each operation once, by its valid request, and reads the answer as of a page', async () => {
    const asked: HttpRequest[] = []
    const { world } = makeWorld((request) => {
      asked.push(request)
      const headers = { ...JSON_TYPE, 'set-cookie': 'sid=1; Path=/', server: 'nginx/1.25.3' }
      return { headers, body: '{"at":"10.1.2.3"}' }
    })
    const result = await runUnit(workOf(plan), world)
    const first = new Map(
      asked.map((request) => [`${request.method} ${request.url.href}`, request]),
    )
    expect([...first.keys()].toSorted()).toEqual([
      `GET ${ORIGIN}/books/1`,
      `GET ${ORIGIN}/books?author=Ann`,
      `POST ${ORIGIN}/books`,
    ])
    const posted = first.get(`POST ${ORIGIN}/books`)
    expect(posted?.body).toBe('{"title":"Sea"}')
    expect(posted?.headers.get('content-type')).toBe('application/json')
    expect(result.urls).toHaveLength(3)
    expect(new Set(result.urls.map(({ source }) => source))).toEqual(new Set(['openapi']))
    expect(result.cookies.map(({ name }) => name)).toEqual(['sid'])
    expect(result.tech).toContain('nginx 1.25.3')
    expect(new Set(result.hits.map(({ check_id }) => check_id))).toContain('info.private_ip')
    expect(visitsOf(result)).toEqual({
      'GET /books': [200, null],
      'GET /books/{id}': [200, null],
      'POST /books': [200, null],
    })
    expect(result).toMatchObject({ rest: null, failure: null })
  })

  it.each<[status: number, reason: string | null]>([
    [201, null],
    [400, null],
    [404, null],
    [500, null],
    [401, 'it was answered with 401: it needs credentials'],
    [403, 'it was answered with 403: the credentials do not suffice'],
    [405, 'it was answered with 405: the method is not allowed'],
    [501, 'it was answered with 501: it is not implemented'],
  ])('an operation answered with %i: not tested because %s', async (status, reason) => {
    const { world } = makeWorld(() => ({ status, headers: JSON_TYPE, body: '{}' }))
    const result = await runUnit(workOf(plan), world)
    expect(visitsOf(result)['GET /books']).toEqual([status, reason])
    const points = apiPoints([GIVEN, result], ORIGIN).map(({ kind, name }) => `${kind} ${name}`)
    const all = ['json /title', 'path segment 2', 'query author']
    expect(points.toSorted()).toEqual(reason === null ? all : [])
  })

  it('says of one without an answer why, and goes on with the others', async () => {
    const { world } = makeWorld(({ method }): Reply => {
      if (method === 'POST') throw new ProbeError('timeout', 'No answer in time.')
      return { headers: JSON_TYPE, body: '{}' }
    })
    const work = workOf(plan)
    const without = { options: { ...work.options, excluded_paths: ['/books/'] } }
    const result = await runUnit({ ...work, ...without }, world)
    expect(visitsOf(result)).toEqual({
      'GET /books': [200, null],
      'GET /books/{id}': [null, 'it got no answer: excluded'],
      'POST /books': [null, 'it got no answer: timeout'],
    })
  })

  it('gives back the operations that its requests did not suffice for', async () => {
    const { world } = makeWorld(() => ({ headers: { 'content-type': 'text/plain' }, body: '1' }))
    const { rest, api } = await runUnit(workOf(plan, { maxRequests: 1, maxInFlight: 1 }), world)
    expect(api?.visits).toHaveLength(1)
    expect(rest).toEqual({ phase: 'api', operations: DESCRIPTION.operations.slice(1) })
  })

  it('is told in the report by operation: what was tested, how much, and what never is', async () => {
    const { world } = makeWorld(({ method }) => ({
      status: method === 'POST' ? 401 : 200,
      headers: JSON_TYPE,
      body: '{}',
    }))
    const result = await runUnit(workOf(plan), world)
    const { descriptions, operations } = apiResults([GIVEN, result], false)
    expect(descriptions).toEqual([{ url: null, operations: 4, reason: null }])
    expect(operations.map(({ method, path, tested }) => [method, path, tested])).toEqual([
      ['DELETE', '/books', false],
      ['GET', '/books', true],
      ['POST', '/books', false],
      ['GET', '/books/{id}', true],
    ])
    expect(operations[0]).toMatchObject({ requests: 0, reason: 'DELETE is never sent' })
    expect(operations[2]).toMatchObject({ requests: 1, status: 401 })
    const unseen = apiResults([GIVEN], true).operations[1]
    expect(unseen).toMatchObject({ tested: false, reason: 'the scan ended before it' })
  })
})

describe('a crawl unit of an api scan', () => {
  const work = (path: string) => workOf(crawl(path))
  const serve = (body: string, type = 'application/json') =>
    makeWorld(() => ({ headers: { 'content-type': type }, body })).world

  it('notes a description that it comes upon, and follows no link of it', async () => {
    const result = await runUnit(work('/openapi.json'), serve(JSON.stringify(SPEC)))
    expect(result.api?.described).toMatchObject([{ url: `${ORIGIN}/openapi.json`, reason: null }])
    expect(result.api?.described[0]?.description.operations).toHaveLength(3)
    expect(result.discovered).toEqual([])
    expect(result.points).toEqual([])
  })

  it('says why one that cannot be used is not', async () => {
    const elsewhere = { ...SPEC, servers: [{ url: 'https://other.example/' }] }
    const result = await runUnit(work('/openapi.json'), serve(JSON.stringify(elsewhere)))
    expect(result.api?.described).toMatchObject([
      {
        reason: expect.stringMatching(/not on the target's host/),
        description: { operations: [] },
      },
    ])
  })

  it('follows the links of JSON, and none of a page for people', async () => {
    const json = await runUnit(work('/'), serve('{"_links":{"all":{"href":"/all?page=1"}}}'))
    expect(json.discovered.map(({ url }) => url)).toEqual([`${ORIGIN}/all?page=1`])
    const page = await runUnit(work('/'), serve('<a href="/all?page=1">all</a>', 'text/html'))
    expect(page.discovered).toEqual([])
  })
})
