import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

import { makeKey } from '../../src/accounts/api-keys.ts'
import { MINUTE, SECOND } from '../../src/report/time.ts'
import { revokeKey } from '../../src/services/keys/revoke.ts'
import { randomBytes } from '../../src/wiring.ts'
import type { Answer } from './support.ts'
import {
  advance,
  dumpDatabase,
  freezeClock,
  freshHost,
  makeHarness,
  now,
  UNLIMITED,
} from './support.ts'

freezeClock()

const app = makeHarness()
const { call } = app
const SCAN = '00000000-0000-4000-8000-000000000000'

/** All a client can tell one answer from another by. */
const seenBy = ({ status, headers, text, json }: Answer) => ({
  status,
  text: text.replace(json.request_id, ''),
  headers: [...headers].filter(([name]) => name !== 'x-request-id'),
})

describe('a key that does not open', () => {
  it('is answered alike whatever is wrong with it', async () => {
    const { accountId, key, keyId } = await app.account()
    const expired = await app.key(accountId, { expiresAt: now() })
    const revoked = await app.key(accountId)
    await revokeKey(app.deps, await app.actor(key), revoked.id)
    const unknown = makeKey(randomBytes).text
    const [head, id] = [key.slice(0, 8), key.split('_')[2] ?? '']
    const broken = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
    const missing = await call('GET', '/api/scans')
    expect(missing).toMatchObject({ status: 401, json: { code: 'unauthorized' } })
    expect(missing.headers.get('www-authenticate')).toBe(
      'ApiKey realm="palisade", header="X-Service-Key"',
    )
    const wrong = [
      expired.text,
      revoked.text,
      unknown,
      forge(keyId),
      broken,
      `${head}_${id}`,
      '',
      'x',
    ]
    for (const text of wrong) {
      expect(seenBy(await call('GET', '/api/scans', { key: text })), `key ${text}`).toEqual(
        seenBy(missing),
      )
    }
  })

  it('does not open by the id alone', async () => {
    const { key, keyId } = await app.account()
    await call('GET', '/api/scans', { key })
    expect((await call('GET', '/api/scans', { key: forge(keyId) })).status).toBe(401)
  })

  it('expires by the clock although it is cached', async () => {
    const { accountId } = await app.account()
    const key = await app.key(accountId, { expiresAt: now() + 30 * SECOND })
    expect((await call('GET', '/api/scans', { key: key.text })).status).toBe(200)
    advance(30 * SECOND)
    expect((await call('GET', '/api/scans', { key: key.text })).status).toBe(401)
  })

  it('is refused at once for starts and writes after revocation, for reads within a minute', async () => {
    const { key, keyId } = await app.account()
    expect((await call('GET', '/api/scans', { key })).status).toBe(200)
    const actor = await app.actor(key)
    expect(await revokeKey(app.deps, actor, keyId)).toBe(true)
    expect(await revokeKey(app.deps, actor, keyId)).toBe(false)
    for (const path of ['/api/scan', '/api/v1/scan', `/api/scan/${SCAN}/abort`]) {
      const refused = await call('POST', path, { key, body: {} })
      expect(refused, `at ${path}`).toMatchObject({ status: 401, json: { code: 'unauthorized' } })
    }
    expect((await call('GET', '/api/scans', { key })).status).toBe(200)
    advance(MINUTE)
    expect((await call('GET', '/api/scans', { key })).status).toBe(401)
  })

  it('is revoked by its own account only', async () => {
    const [mine, other] = [await app.account(), await app.account()]
    expect(await revokeKey(app.deps, await app.actor(other.key), mine.keyId)).toBe(false)
    expect((await call('GET', '/api/scans', { key: mine.key })).status).toBe(200)
  })
})

/** A well-formed key with an id that exists and a secret that was never given out. */
function forge(keyId: string): string {
  let calls = 0
  const forged = makeKey((length) => (calls++ === 0 ? idBytes(keyId, length) : randomBytes(length)))
  expect(forged.id).toBe(keyId)
  return forged.text
}

/** The bytes that `base62` writes as this id. */
function idBytes(id: string, length: number): Uint8Array {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let number = 0n
  for (const char of id) number = number * 62n + BigInt(alphabet.indexOf(char))
  const bytes = new Uint8Array(length)
  for (let index = length - 1; index >= 0; index--, number >>= 8n)
    bytes[index] = Number(number & 255n)
  return bytes
}

describe('every route', () => {
  it('but the public ones asks for a key', async () => {
    const { json } = await call('GET', '/api/openapi.json')
    const open = ['/api/health', '/api/docs', '/api/openapi.json', '/badge/{domain}.svg']
    const guarded = Object.keys(json.paths).filter((path) => !open.includes(path))
    expect(guarded).toContain('/api/scan')
    for (const path of guarded) {
      for (const method of Object.keys(json.paths[path] ?? {})) {
        const answer = await call(method.toUpperCase(), path.replace(/\{\w+\}/, SCAN), {})
        expect(answer.status, `${method} ${path}`).toBe(401)
      }
    }
  })

  it.each([
    ['read', 'GET', '/api/scans'],
    ['scan', 'POST', '/api/scan'],
    ['scan', 'POST', '/api/v1/scan'],
    ['scan', 'POST', `/api/scan/${SCAN}/abort`],
    ['scan', 'DELETE', `/api/scan/${SCAN}`],
  ] as const)('needs its scope: %s for %s %s', async (scope, method, path) => {
    const { accountId } = await app.account()
    const others = (['read', 'scan', 'manage'] as const).filter((other) => other !== scope)
    const without = await app.key(accountId, { scopes: others })
    const refused = await call(method, path, { key: without.text })
    expect(refused).toMatchObject({ status: 403, json: { code: 'insufficient_scope' } })
    const only = await app.key(accountId, { scopes: [scope] })
    expect((await call(method, path, { key: only.text })).status).not.toBe(403)
  })
})

describe('the start window', () => {
  it('counts every request of the account, by whichever key, and says when to come back', async () => {
    const { accountId, key } = await app.account({ limits: { starts_per_minute: 10 } })
    const second = await app.key(accountId)
    for (let index = 0; index < 10; index++) {
      const answer = await call('POST', '/api/scan', {
        key: index % 2 ? key : second.text,
        body: {},
      })
      expect(answer.status).toBe(400)
      expect(answer.headers.get('ratelimit')).toBe(`"scan-start";r=${9 - index};t=60`)
    }
    const refused = await call('POST', '/api/scan', { key, body: { target_url: freshHost() } })
    expect(refused).toMatchObject({ status: 429, json: { code: 'rate_limit_exceeded' } })
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'retry-after': '60',
      ratelimit: '"scan-start";r=0;t=60',
      'ratelimit-policy': '"scan-start";q=10;w=60',
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '60',
    })
    const v1 = await call('POST', '/api/v1/scan', { key, body: {} })
    expect(v1.status, 'a v1 start is a write').toBe(400)
    advance(MINUTE)
    expect((await call('POST', '/api/scan', { key, body: {} })).status).toBe(400)
  })

  it('is not counted for a key without the scope', async () => {
    const { accountId, key } = await app.account({ limits: { starts_per_minute: 1 } })
    const reader = await app.key(accountId, { scopes: ['read'] })
    await call('POST', '/api/scan', { key: reader.text, body: {} })
    expect((await call('POST', '/api/scan', { key, body: {} })).status).toBe(400)
    expect((await call('POST', '/api/scan', { key, body: {} })).status).toBe(429)
  })

  it('of one account is not that of another, and writes have one of their own', async () => {
    const limits = { ...UNLIMITED, writes_per_minute: 1 }
    const [one, two] = [await app.account({ limits }), await app.account({ limits })]
    const abort = (key: string) => call('POST', `/api/scan/${SCAN}/abort`, { key })
    expect((await abort(one.key)).status).toBe(404)
    expect((await abort(one.key)).status).toBe(429)
    expect((await abort(two.key)).status).toBe(404)
    const started = await call('POST', '/api/scan', { key: one.key, body: {} })
    expect(started.headers.get('ratelimit'), 'no limit, no header').toBeNull()
  })
})

describe('what is kept of a key', () => {
  it('is its hash, and an hour of its last use', async () => {
    const { key, keyId } = await app.account()
    const lastUse = async () =>
      env.DB.prepare('SELECT last_used_at AS at FROM api_keys WHERE id = ?').bind(keyId).first('at')
    expect(await lastUse()).toBeNull()
    await call('GET', '/api/scans', { key })
    const first = now()
    expect(await lastUse()).toBe(first)
    advance(2 * MINUTE)
    await call('GET', '/api/scans', { key })
    expect(await lastUse()).toBe(first)
    const dump = await dumpDatabase()
    expect(dump).toContain(keyId)
    expect(dump).not.toContain(key.split('_')[3])
    expect(dump).not.toContain('whsec_')
    expect(app.logged.join()).not.toContain('psk_live_')
  })
})

it('the Worker itself is the same app: it asks for a key and knows none', async () => {
  const answer = await exports.default.fetch('http://palisade.test/api/scans')
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ code: 'unauthorized' })
})
