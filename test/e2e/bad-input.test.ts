import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { start as startTiny } from '../range/apps/tiny/app.ts'
import { REFUSED_TARGETS } from '../support/e2e-hostile.ts'
import { ask } from '../support/e2e-http.ts'
import { openAccount } from '../support/e2e-instance.ts'
import { countScans } from '../support/e2e-many.ts'
import { startScan, untilEnded } from '../support/e2e-scan.ts'

const SCAN_MS = 120_000
const STARTS = ['/api/v1/scan', '/api/scan'] as const
const app = await startTiny()
const { instance, account } = await openAccount()
afterAll(() => app.close())

const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  instance.api('POST', path, body, { key: account.key, headers })

const refusal = (status: number, code: string) => ({
  status,
  body: { code, error: expect.stringMatching(/\w \w/) },
})

describe.each(STARTS)('POST %s', (path) => {
  it.each(REFUSED_TARGETS)('refuses the target %s', async (target) => {
    expect(await post(path, { target_url: target, scan_authorized: true })).toMatchObject(
      refusal(400, 'target_not_allowed'),
    )
  })

  const target = app.url
  const bodies: readonly Readonly<{ name: string; body: unknown }>[] = [
    { name: 'no target', body: {} },
    { name: 'a number as target', body: { target_url: 7 } },
    { name: 'null as target', body: { target_url: null } },
    { name: 'a target of 3,000 characters', body: { target_url: target + 'a'.repeat(3000) } },
    { name: 'two targets', body: { target_url: target, url: `${target}other` } },
    { name: 'an array', body: [] },
    { name: 'a string', body: '"text"' },
    { name: 'an unknown field', body: { target, no_such_field: 1 } },
    { name: 'an unknown type', body: { target, scan_type: 'all' } },
    { name: 'an unknown profile', body: { target, profile: 'Gate' } },
    { name: 'an unknown speed', body: { target, scan_speed: 'warp' } },
    { name: 'a negative delay', body: { target, request_delay_ms: -1 } },
    { name: 'a delay of more than 5 s', body: { target, request_delay_ms: 5001 } },
    { name: 'half a millisecond', body: { target, request_delay_ms: 0.5 } },
    { name: 'a delay in words', body: { target, request_delay_ms: '200' } },
    { name: 'a CR LF in a header', body: { target, custom_headers: { 'x-a': 'b\r\nx-c: d' } } },
    { name: 'a LF in the name of a header', body: { target, custom_headers: { 'x\na': 'b' } } },
    { name: 'a NUL in a header', body: { target, custom_headers: { 'x-a': '\0' } } },
    { name: 'another Host', body: { target, custom_headers: { Host: 'a.example' } } },
    { name: 'a Content-Length', body: { target, custom_headers: { 'content-length': '1' } } },
    { name: 'a number as header', body: { target, custom_headers: { 'x-a': 1 } } },
    { name: 'a private target_ip', body: { target, target_ip: '10.0.0.1' } },
    { name: 'a host name as target_ip', body: { target, target_ip: 'localhost' } },
    { name: 'a number as excluded path', body: { target, excluded_paths: 1 } },
    { name: '201 excluded paths', body: { target, excluded_paths: Array(201).fill('/a') } },
    { name: 'a login without its fields', body: { target, auth_config: { type: 'form' } } },
    { name: 'an unknown login', body: { target, auth_config: { type: 'magic' } } },
    { name: '21 tags', body: { target, tags: Array.from({ length: 21 }, (_, id) => `t${id}`) } },
    { name: 'a control character in a tag', body: { target, tags: ['a\u0007b'] } },
    { name: 'no requests at all', body: { target, max_requests: 0 } },
    { name: 'more than the profile allows', body: { target, max_requests: 1_000_000 } },
    { name: 'a word as authorization', body: { target, scan_authorized: 'yes' } },
  ]
  it.each(bodies)('refuses $name', async ({ body }) => {
    const reply = await post(path, body)
    expect(reply).toMatchObject(refusal(400, 'invalid_request'))
    expect(reply.body).toHaveProperty('fields')
  })

  it('refuses what is no JSON, too much of it, or another type', async () => {
    expect(await post(path, '{"target_url":')).toMatchObject(refusal(400, 'invalid_json'))
    expect(await post(path, JSON.stringify({ target, notes: 'x'.repeat(2 ** 20) }))).toMatchObject(
      refusal(413, 'payload_too_large'),
    )
    const typed = await post(path, JSON.stringify({ target }), { 'content-type': 'text/plain' })
    expect(typed).toMatchObject(refusal(415, 'unsupported_media_type'))
  })
  it('needs a yes to scan', async () => {
    const reply = await post(path, { target_url: target, scan_authorized: false })
    expect(reply).toMatchObject(refusal(403, 'authorization_required'))
  })
  it('has written nothing for any of that', async () => {
    expect(await countScans(instance, account.key, '')).toBe(0)
    expect(app.stats().requests).toBe(0)
  })
})

describe('keys', () => {
  it('tells a missing key from a wrong one by nothing', async () => {
    const url = `${instance.url}/api/scans`
    const half = account.key.slice(0, -1)
    const keys = [
      undefined,
      '',
      'x',
      'psk_live_unknown',
      half,
      `${account.key} `.toUpperCase(),
      'ä',
    ]
    const answers = await Promise.all(
      keys.map((key) => ask(url, { headers: key === undefined ? {} : { 'x-service-key': key } })),
    )
    const bodies = answers.map(({ status, body }) => {
      const { request_id: _, ...rest } = JSON.parse(body)
      return { status, ...rest }
    })
    expect(bodies[0]).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  })
})

describe('ids', () => {
  const routes = [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/abort'],
    ['GET', '/progress'],
    ['POST', '/progress-ticket'],
    ['GET', '/urls'],
    ['GET', '/coverage'],
  ] as const
  const addresses = [
    ...routes.map(([method, tail]) => ({
      method,
      address: (id: string) => `/api/scan/${id}${tail}`,
    })),
    { method: 'GET', address: (id: string) => `/api/v1/scan/${id}` },
    { method: 'GET', address: (id: string) => `/api/v1/scan/${id}/gate` },
  ]

  it('tells an unknown scan from a foreign one by nothing', async () => {
    const foreign = await startScan(instance, account.key, app.url)
    await untilEnded(instance, account.key, foreign, SCAN_MS)
    const stranger = await instance.account(null)
    for (const { method, address } of addresses) {
      const replies = await Promise.all(
        [foreign, randomUUID(), foreign.toUpperCase()].map((id) =>
          instance.api(method, address(id), undefined, { key: stranger.key }),
        ),
      )
      for (const reply of replies) expect(reply).toMatchObject(refusal(404, 'not_found'))
    }
    expect(await countScans(instance, account.key, '')).toBe(1)
  })
  it.each(['x', '%00', '..%2f..', "'", '1 OR 1=1', 'a'.repeat(2000)])(
    'does not know %s',
    async (id) => {
      for (const { method, address } of addresses) {
        const reply = await instance.api(method, address(encodeURIComponent(id)), undefined, {
          key: account.key,
        })
        expect(reply).toMatchObject(refusal(404, 'not_found'))
      }
    },
  )
})

describe('the edge', () => {
  it('names the methods that a path has', async () => {
    const reply = await instance.api('PUT', '/api/scan', '{}', { key: account.key })
    expect(reply).toMatchObject(refusal(405, 'method_not_allowed'))
    expect(reply.headers['allow']).toContain('POST')
  })
  it('answers only to its own name', async () => {
    const answer = await ask(`${instance.url}/api/health`, { headers: { host: 'rebound.example' } })
    expect(answer.status).toBe(403)
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'forbidden' })
  })
  it.each(['page=0', 'page=x', 'per_page=101', 'status=done', 'include=all'])(
    'refuses ?%s',
    async (query) => {
      const reply = await instance.api('GET', `/api/scans?${query}`, undefined, {
        key: account.key,
      })
      expect(reply).toMatchObject(refusal(400, 'invalid_request'))
    },
  )
})
