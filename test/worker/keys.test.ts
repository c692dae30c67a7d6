import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

import { SCOPES } from '../../src/accounts/account.ts'
import { DAY, HOUR, isoSeconds, MINUTE, SECOND } from '../../src/report/time.ts'
import { advance, dumpDatabase, freezeClock, freshHost, makeHarness, now } from './support.ts'

freezeClock()

const app = makeHarness()
const { call } = app

type Made = Readonly<Record<string, unknown>> & Readonly<{ id: string; key: string }>
const make = async (key: string, body: object = { name: 'ci' }) => {
  const answer = await call('POST', '/api/keys', { key, body })
  return { ...answer, made: answer.json as unknown as Made }
}
const idsOf = async (key: string) => {
  const { json } = await call('GET', '/api/keys', { key })
  return (json as unknown as { items: { id: string }[] }).items.map(({ id }) => id)
}
const read = async (key: string) => (await call('GET', '/api/scans', { key })).status

describe('a key that is made', () => {
  it('is shown once, and opens at once', async () => {
    const { key } = await app.account()
    advance(SECOND)
    const { status, made } = await make(key, { name: ' ci ', scopes: ['scan', 'read'] })
    expect(status).toBe(201)
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{13}$/),
      key: expect.stringMatching(new RegExp(`^psk_live_${made.id}_`)),
      name: 'ci',
      scopes: ['read', 'scan'],
      allowed_hosts: null,
      expires_at: null,
      last_used_at: null,
      rotated_to: null,
      created_at: isoSeconds(now()),
    })
    expect(await read(made.key)).toBe(200)
    const list = await call('GET', '/api/keys', { key })
    expect(list.text).not.toContain('psk_live')
    expect(list.json).toMatchObject({ total: 2, items: [{ name: 'default' }, { name: 'ci' }] })
    const dump = await dumpDatabase()
    expect(dump).toContain(made.id)
    expect(dump).not.toContain(made.key.split('_')[3])
  })

  it('has every scope unless it says which', async () => {
    const { key } = await app.account()
    expect((await make(key)).made['scopes']).toEqual(SCOPES)
  })

  it('ends when it expires, and is gone from the list', async () => {
    const { key } = await app.account()
    const { made } = await make(key, { name: 'a', expires_at: `${isoSeconds(now() + HOUR)}Z` })
    expect(made['expires_at']).toBe(isoSeconds(now() + HOUR))
    expect(await read(made.key)).toBe(200)
    advance(HOUR)
    expect(await read(made.key)).toBe(401)
    expect(await idsOf(key)).not.toContain(made.id)
  })

  it('is bound to its allowed_hosts', async () => {
    const { key } = await app.account()
    const [inside, outside] = [freshHost(), freshHost()]
    const body = { name: 'a', allowed_hosts: [inside.toUpperCase()] }
    const { made } = await make(key, body)
    expect(made['allowed_hosts']).toEqual([inside])
    const start = (host: string) =>
      call('POST', '/api/scan', { key: made.key, body: { target: `https://${host}` } })
    expect((await start(inside)).status).toBe(202)
    expect(await start(outside)).toMatchObject({
      status: 400,
      json: { code: 'target_not_allowed' },
    })
  })

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 'a\nb' }],
    ['scopes', { name: 'a', scopes: [] }],
    ['scopes.0', { name: 'a', scopes: ['admin'] }],
    ['expires_at', { name: 'a', expires_at: '2020-01-01T00:00:00' }],
    ['expires_at', { name: 'a', expires_at: '2030-13-01T00:00:00' }],
    ['expires_at', { name: 'a', expires_at: 'soon' }],
    ['allowed_hosts.0', { name: 'a', allowed_hosts: ['https://a.dev/'] }],
    ['allowed_hosts.0', { name: 'a', allowed_hosts: ['a.dev:80'] }],
    ['secret', { name: 'a', secret: 1 }],
  ])('is refused for its %s: %j', async (path, body) => {
    const { key } = await app.account()
    const { status, json } = await make(key, body)
    expect([status, json.code, json.fields[0]?.path]).toEqual([400, 'invalid_request', path])
    expect(await idsOf(key)).toHaveLength(1)
  })

  it('is one of twenty at most, however many come at once', async () => {
    const { key } = await app.account({ limits: { keys: 20, writes_per_minute: null } })
    const answers = await Promise.all(Array.from({ length: 25 }, () => make(key)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(19)
    const refused = answers.find(({ status }) => status !== 201)
    expect(refused).toMatchObject({
      status: 403,
      json: { code: 'asset_limit_reached', limit: 'keys', maximum: 20 },
    })
    const made = answers.find(({ status }) => status === 201)?.made
    await call('DELETE', `/api/keys/${made?.id}`, { key })
    expect((await make(key)).status).toBe(201)
  })
})

describe('a key gives no more than it has', () => {
  it.each([
    ['a further scope', { scopes: ['scan'] }, 'insufficient_scope'],
    ['a later end', { expires_at: '2031-01-01T00:00:00' }, 'invalid_request'],
    ['no end', { expires_at: null }, 'invalid_request'],
    ['another host', { allowed_hosts: ['b.dev'] }, 'invalid_request'],
    ['a wider pattern', { allowed_hosts: ['*.dev'] }, 'invalid_request'],
    ['any host', { allowed_hosts: null }, 'invalid_request'],
  ])('not %s', async (_, body, code) => {
    const { accountId } = await app.account()
    const by = await app.key(accountId, {
      scopes: ['read', 'manage'],
      expiresAt: now() + DAY,
      allowedHosts: ['a.dev', '*.c.dev'],
    })
    expect((await make(by.text, { name: 'a', ...body })).json.code).toBe(code)
  })

  it('but passes its own bounds on where the request says nothing', async () => {
    const { accountId, keyId } = await app.account()
    const bounds = { expiresAt: now() + DAY, allowedHosts: ['a.dev', '*.c.dev'] }
    const by = await app.key(accountId, { scopes: ['read', 'manage'], ...bounds })
    const inherited = await make(by.text)
    expect(inherited.made).toMatchObject({
      scopes: ['read', 'manage'],
      allowed_hosts: bounds.allowedHosts,
      expires_at: isoSeconds(bounds.expiresAt),
    })
    const narrower = { name: 'a', scopes: ['read'], allowed_hosts: ['x.c.dev', '*.y.c.dev'] }
    expect((await make(by.text, narrower)).status).toBe(201)
    const rotated = await call('POST', `/api/keys/${keyId}/rotate`, { key: by.text })
    expect(rotated).toMatchObject({ status: 403, json: { code: 'insufficient_scope' } })
  })
})

describe('rotation', () => {
  const rotate = (key: string, id: string) => call('POST', `/api/keys/${id}/rotate`, { key })

  it('puts a new key beside the old one, which opens for 24 hours more', async () => {
    const { key } = await app.account({ limits: { keys: 2 } })
    const { made } = await make(key, { name: 'ci', scopes: ['read'] })
    const { status, json } = await rotate(key, made.id)
    const next = json as unknown as Made
    expect(status).toBe(201)
    expect(next).toMatchObject({
      name: 'ci',
      scopes: ['read'],
      replaces: made.id,
      old_key_expires_at: isoSeconds(now() + DAY),
      expires_at: null,
    })
    advance(DAY - MINUTE)
    expect(await read(made.key)).toBe(200)
    expect(await read(next.key)).toBe(200)
    advance(MINUTE)
    expect(await read(made.key)).toBe(401)
    expect(await read(next.key)).toBe(200)
  })

  it('lets two keys overlap, never three, and rotates no key twice', async () => {
    const { key } = await app.account()
    const { made } = await make(key)
    const second = (await rotate(key, made.id)).json as unknown as Made
    const again = await rotate(key, made.id)
    expect(again).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(again.json.error).toContain(second.id)
    await rotate(key, second.id)
    expect(await read(made.key)).toBe(401)
    expect(await read(second.key)).toBe(200)
  })

  it('of many at once happens once', async () => {
    const { key } = await app.account()
    const { made } = await make(key)
    const answers = await Promise.all(Array.from({ length: 5 }, () => rotate(key, made.id)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await idsOf(key)).toHaveLength(3)
  })

  it('knows own keys only', async () => {
    const [mine, other] = [await app.account(), await app.account()]
    for (const id of [other.keyId, 'unknown', '0'.repeat(13), '%00']) {
      expect((await rotate(mine.key, id)).status, id).toBe(404)
      const deleted = await call('DELETE', `/api/keys/${id}`, { key: mine.key })
      expect(deleted.status, id).toBe(404)
    }
    expect(await read(other.key)).toBe(200)
  })
})

describe('a revoked key', () => {
  const SCAN = '00000000-0000-4000-8000-000000000000'
  const ROUTES = [
    ['GET', '/api/scans', 'read'],
    ['GET', '/api/v1/scans', 'read'],
    ['GET', '/api/me', 'read'],
    ['GET', `/api/scan/${SCAN}`, 'read'],
    ['GET', `/api/scan/${SCAN}/sarif`, 'read'],
    ['GET', '/api/keys', 'read'],
    ['GET', '/api/audit-log', 'read'],
    ['POST', '/api/scan', 'write'],
    ['POST', '/api/v1/scan', 'write'],
    ['POST', '/api/keys', 'write'],
    ['PATCH', '/api/me', 'write'],
    ['DELETE', `/api/scan/${SCAN}`, 'write'],
  ] as const

  it.each(ROUTES)('that was never cached fails at once: %s %s', async (method, path) => {
    const { key, accountId } = await app.account()
    const never = await app.key(accountId)
    const deleted = await call('DELETE', `/api/keys/${never.id}`, { key })
    expect(deleted.json).toEqual({
      id: never.id,
      revoked: true,
      message: expect.stringMatching(/at once; reads .* up to 60 seconds/),
    })
    const body = method === 'GET' ? {} : { body: { name: 'x' } }
    const answer = await call(method, path, { key: never.text, ...body })
    expect(answer).toMatchObject({ status: 401, json: { code: 'unauthorized' } })
  })

  it.each(ROUTES)('that another isolate has cached: %s %s', async (method, path, kind) => {
    const [here, there] = [app, makeHarness()]
    const { key, accountId } = await app.account()
    const cached = await app.key(accountId)
    await there.call('GET', '/api/scans', { key: cached.text })
    await here.call('DELETE', `/api/keys/${cached.id}`, { key })
    const body = method === 'GET' ? {} : { body: { name: 'x' } }
    const ask = () => there.call(method, path, { key: cached.text, ...body })
    expect((await ask()).status === 401).toBe(kind === 'write')
    advance(MINUTE)
    expect((await ask()).status).toBe(401)
  })

  it('is gone: from the list, from the account, and once', async () => {
    const { key, keyId } = await app.account()
    const { made } = await make(key)
    await call('DELETE', `/api/keys/${made.id}`, { key })
    expect(await idsOf(key)).toEqual([keyId])
    expect((await call('DELETE', `/api/keys/${made.id}`, { key })).status).toBe(404)
    expect((await call('GET', '/api/me', { key })).json).toMatchObject({ usage: { keys: 1 } })
  })
})

describe('an Idempotency-Key', () => {
  const keyed = (key: string, name: string, body: object, path = '/api/keys') =>
    call('POST', path, { key, body, headers: { 'idempotency-key': name } })

  it('makes one key of many requests, and its text is given once', async () => {
    const { key } = await app.account()
    const first = await keyed(key, '"k1"', { name: 'a' })
    const again = await keyed(key, 'k1', { name: 'a' })
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const { key: _, ...rest } = first.json as unknown as Made
    expect(again.json).toEqual(rest)
    expect(await idsOf(key)).toHaveLength(2)
    const rotated = await keyed(key, 'k1', {}, `/api/keys/${rest.id}/rotate`)
    expect(rotated.status, 'another path is another key').toBe(201)
    const stored = await env.ACCOUNT.getByName((await app.actor(key)).auth.account.id).claim(
      'POST /api/keys k1',
      'other',
    )
    expect(JSON.stringify(stored)).not.toContain('psk_live')
  })

  it('with another body is a mismatch, and in flight it is in progress', async () => {
    const { key } = await app.account()
    await keyed(key, 'k1', { name: 'a' })
    const other = await keyed(key, 'k1', { name: 'b' })
    expect(other).toMatchObject({ status: 422, json: { code: 'idempotency_mismatch' } })
    const { auth } = await app.actor(key)
    const hash = 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb'
    await env.ACCOUNT.getByName(auth.account.id).claim('POST /api/keys k2', hash)
    const busy = await call('POST', '/api/keys', {
      key,
      body: 'a',
      headers: { 'idempotency-key': 'k2' },
    })
    expect(busy).toMatchObject({ status: 409, json: { code: 'idempotency_in_progress' } })
    expect(busy.headers.get('retry-after')).toBe('60')
  })

  it('of a request that failed may be used again', async () => {
    const { key } = await app.account()
    expect((await keyed(key, 'k1', { name: '' })).status).toBe(400)
    expect((await keyed(key, 'k1', { name: 'a' })).status).toBe(201)
  })

  it('lets one of many at once through', async () => {
    const { key } = await app.account()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => keyed(key, 'k1', { name: 'a' })),
    )
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(await idsOf(key)).toHaveLength(2)
  })
})
