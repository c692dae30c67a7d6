import { describe, expect, it } from 'vitest'

import { MINUTE } from '../../src/report/time.ts'
import {
  advance,
  freezeClock,
  freshHost,
  makeHarness,
  rowsOf,
  UNLIMITED,
  type Call,
} from './support.ts'

freezeClock()

const app = makeHarness()
const PATH = '/api/scan/from-openapi'
const { key, accountId } = await app.account()
const start = (body: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', PATH, { key, body, headers })

const SPEC = {
  openapi: '3.0.3',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books/{id}': {
      get: { operationId: 'readBook' },
      delete: {},
    },
  },
}
const target = () => `https://${freshHost()}/v1`

describe('POST /api/scan/from-openapi', () => {
  it('answers 202 with how many operations are tested and which are skipped, and why', async () => {
    const target_url = target()
    const answer = await start({ target_url, spec: SPEC, scan_type: 'vuln', tags: ['api'] })
    expect(answer).toMatchObject({ status: 202 })
    expect(answer.json).toEqual({
      scan_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'running',
      operations: 1,
      skipped: [{ operation: 'DELETE /v1/books/{id}', reason: 'DELETE is never sent' }],
    })
    const begun = app.rooms.begun.get(answer.json.scan_id)
    expect(begun).toMatchObject({
      options: { target_url, scan_type: 'api' },
      tags: ['api'],
      api: {
        operations: [
          { method: 'GET', path: '/v1/books/{id}', request: { address: '/v1/books/1' } },
        ],
      },
    })
    const rows = await rowsOf(
      'SELECT scan_type, options FROM scans WHERE id = ?',
      answer.json.scan_id,
    )
    expect(rows).toMatchObject([{ scan_type: 'api' }])
    expect(JSON.stringify(rows)).not.toContain('readBook')
  })

  it.each([
    ['JSON text', JSON.stringify(SPEC)],
    ['YAML', 'swagger: "2.0"\npaths:\n  /a:\n    get: {}\n'],
    ['OpenAPI 3.1', { ...SPEC, openapi: '3.1.0' }],
  ])('takes %s', async (_, spec) => {
    expect(await start({ target: target(), spec })).toMatchObject({
      status: 202,
      json: { operations: 1 },
    })
  })

  it('takes the target from the servers of the description when none is given', async () => {
    const url = `https://${freshHost()}/api`
    const { json } = await start({ spec: { ...SPEC, servers: [{ url }] } })
    expect(app.rooms.begun.get(json.scan_id)?.options.target_url).toBe(url)
    const none = await start({ spec: SPEC })
    expect(none).toMatchObject({
      status: 400,
      json: { code: 'invalid_request', fields: [{ path: 'target_url' }] },
    })
    const inside = await start({ spec: { ...SPEC, servers: [{ url: 'http://10.0.0.1/' }] } })
    expect(inside).toMatchObject({ status: 400, json: { code: 'target_not_allowed' } })
  })

  it('is never deduplicated, and a repeated Idempotency-Key gives the same answer', async () => {
    const body = { target_url: target(), spec: SPEC }
    const first = await start(body, { 'idempotency-key': 'a' })
    const again = await start(body, { 'idempotency-key': 'a' })
    expect(again).toMatchObject({ status: 202, json: first.json })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await start(body)).json.scan_id).not.toBe(first.json.scan_id)
  })

  it('takes 10 per minute, exactly', async () => {
    const { key } = await app.account({ limits: { ...UNLIMITED, openapi_per_minute: 10 } })
    const send = () => app.call('POST', PATH, { key, body: {} })
    const statuses: number[] = []
    for (let nth = 0; nth < 11; nth++) statuses.push((await send()).status)
    expect(statuses).toEqual([...Array(10).fill(400), 429])
    const refused = await send()
    expect(refused).toMatchObject({ json: { code: 'rate_limit_exceeded' } })
    expect(refused.headers.get('x-ratelimit-limit')).toBe('10')
    advance(MINUTE + 1)
    expect((await send()).status).toBe(400)
  })

  it('takes a body of 2 MB and no more', async () => {
    const bodyOf = (bytes: number) => {
      const body = { target_url: target(), spec: { ...SPEC, info: { description: '' } } }
      const rest = bytes - JSON.stringify(body).length
      body.spec.info.description = 'x'.repeat(rest)
      return JSON.stringify(body)
    }
    expect((await start(bodyOf(2 * 1024 * 1024))).status).toBe(202)
    expect(await start(bodyOf(2 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      json: { code: 'payload_too_large' },
    })
  })
})

describe('a bad description is answered 400 invalid_openapi with a clear text', () => {
  it.each<[string, unknown, RegExp]>([
    ['text that is none', 'hello', /not an object/],
    ['no version', {}, /neither "openapi" nor "swagger"/],
    [
      'external references',
      { ...SPEC, paths: { '/a': { $ref: 'https://evil.example/a' } } },
      /another document/,
    ],
    [
      'servers elsewhere',
      { ...SPEC, servers: [{ url: 'https://other.example/' }] },
      /not on the target's host/,
    ],
    [
      'nothing that may be sent',
      { ...SPEC, paths: { '/a': { delete: {} } } },
      /DELETE \/v1\/a: DELETE is never sent/,
    ],
    [
      '501 operations',
      {
        ...SPEC,
        paths: Object.fromEntries(
          Array.from({ length: 501 }, (_, nth) => [`/${nth}`, { get: {} }]),
        ),
      },
      /more than 500/,
    ],
  ])('%s', async (_, spec, text) => {
    const before = app.rooms.begun.size
    const answer = await start({ target_url: target(), spec })
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_openapi' } })
    expect(answer.json.error).toMatch(text)
    expect(app.rooms.begun.size).toBe(before)
  })
})

const LOGIN = {
  type: 'form',
  login_url: 'https://shop.acme.dev/login',
  username: 'u',
  password: 'p',
  success_url_contains: '/home',
}

describe('the other errors of a start', () => {
  it.each<[string, unknown]>([
    ['spec', { target_url: 'https://a.acme.dev' }],
    ['spec_url', { target_url: 'https://a.acme.dev', spec: SPEC, spec_url: 'https://a.acme.dev' }],
    ['spec', { target_url: 'https://a.acme.dev', spec: 5 }],
    ['spec', { target_url: 'https://a.acme.dev', spec: '' }],
    ['spec_url', { target_url: 'https://a.acme.dev', spec_url: 'ftp://a' }],
    ['url', { target_url: 'https://a.acme.dev', url: 'https://b.acme.dev', spec: SPEC }],
    ['profile', { target_url: 'https://a.acme.dev', spec: SPEC, profile: 'fast' }],
    ['max_pages', { target_url: 'https://a.acme.dev', spec: SPEC, max_pages: 1001 }],
    ['force', { target_url: 'https://a.acme.dev', spec: SPEC, force: true }],
  ])('invalid_request names %s', async (path, body) => {
    const answer = await start(body)
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(answer.json.fields[0]?.path).toBe(path)
  })

  it.each<[string, number, Call]>([
    ['unauthorized', 401, { key: 'psk_live_unknown' }],
    ['unsupported_media_type', 415, { headers: { 'content-type': 'application/yaml' } }],
    ['invalid_json', 400, { body: '{"spec":' }],
    ['target_not_allowed', 400, { body: { target_url: 'http://10.0.0.1', spec: SPEC } }],
    [
      'target_ip_unsupported',
      400,
      {
        body: { target_url: target(), spec: SPEC, target_ip: '93.184.216.34', auth_config: LOGIN },
      },
    ],
    [
      'authorization_required',
      403,
      { body: { target_url: target(), spec: SPEC, scan_authorized: false } },
    ],
    [
      'authorization_required',
      403,
      { body: { target_url: target(), spec: SPEC, profile: 'deep' } },
    ],
  ])('%s %i', async (code, status, given) => {
    const answer = await app.call('POST', PATH, { key, body: {}, ...given })
    expect(answer).toMatchObject({ status, json: { code } })
  })

  it('no_active_plan, concurrent_limit, insufficient_scope and 405', async () => {
    const body = { target_url: target(), spec: SPEC }
    const none = await app.account({ plan: 'none' })
    expect((await app.call('POST', PATH, { key: none.key, body })).json.code).toBe('no_active_plan')
    const full = await app.account({ limits: { ...UNLIMITED, concurrent_scans: 0 } })
    expect((await app.call('POST', PATH, { key: full.key, body })).json.code).toBe(
      'concurrent_limit',
    )
    const reader = await app.key(accountId, { scopes: ['read'] })
    expect((await app.call('POST', PATH, { key: reader.text, body })).json.code).toBe(
      'insufficient_scope',
    )
    expect((await app.call('PUT', PATH, { key, body })).status).toBe(405)
  })
})
