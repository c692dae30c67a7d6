import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

import { isoSeconds, SECOND } from '../../src/report/time.ts'
import { advance, freezeClock, freshHost, makeHarness, now, rowsOf } from './support.ts'

freezeClock()

const app = makeHarness()
const { call } = app

const change = (key: string, body: unknown) => call('PATCH', '/api/me', { key, body })
type Page = Readonly<{
  items: readonly { action: string; actor: string; at: string; detail: object }[]
  total: number
  pages: number
}>
const auditOf = async (key: string, query = '') => {
  const answer = await call('GET', `/api/audit-log${query}`, { key })
  return { ...answer, page: answer.json as unknown as Page }
}

describe('PATCH /api/me', () => {
  it('changes the name and the allowed hosts, and answers with the account', async () => {
    const { key } = await app.account()
    const answer = await change(key, { name: ' Shop ', allowed_hosts: ['*.Acme.dev', 'a.dev'] })
    const expected = { name: 'Shop', allowed_hosts: ['*.acme.dev', 'a.dev'] }
    expect(answer).toMatchObject({ status: 200, json: expected })
    expect((await call('GET', '/api/me', { key })).json).toEqual(answer.json)
    const start = (target: string) => call('POST', '/api/scan', { key, body: { target } })
    expect((await start('https://elsewhere.dev')).json.code).toBe('target_not_allowed')
    expect((await start(`https://${freshHost()}`)).status).toBe(202)
    await change(key, { allowed_hosts: null })
    expect((await start('https://elsewhere.dev')).status).toBe(202)
  })

  it('records who confirmed the authorization, when and from where, and takes it back', async () => {
    const { key, keyId } = await app.account({ authorizationConfirmed: null })
    const start = () =>
      call('POST', '/api/scan', { key, body: { target: `https://${freshHost()}` } })
    expect((await start()).json.code).toBe('authorization_required')
    const confirmed = await call('PATCH', '/api/me', {
      key,
      body: { authorization_confirmed: true },
      headers: { 'cf-connecting-ip': '198.51.100.7' },
    })
    const record = { at: isoSeconds(now()), by: `key:${keyId}`, ip: '198.51.100.7' }
    expect(confirmed.json).toMatchObject({ authorization_confirmed: record })
    expect((await start()).status).toBe(202)
    await change(key, { authorization_confirmed: false })
    expect((await start()).json.code).toBe('authorization_required')
    const { page } = await auditOf(key)
    const actions = page.items.map(({ action }) => action)
    expect(actions).toContain('account.authorize')
    expect(actions).toContain('account.withdraw_authorization')
  })

  it.each([
    ['nothing', {}, ''],
    ['a plan', { plan: 'enterprise' }, 'plan'],
    ['limits', { limits: null }, 'limits'],
    ['a review', { under_review: false }, 'under_review'],
    ['a wrong host', { allowed_hosts: ['a b'] }, 'allowed_hosts.0'],
    ['a host with a path', { allowed_hosts: ['a.dev/x'] }, 'allowed_hosts.0'],
    ['a wildcard in the middle', { allowed_hosts: ['a.*.dev'] }, 'allowed_hosts.0'],
    ['too many hosts', { allowed_hosts: Array(101).fill('a.dev') }, 'allowed_hosts'],
    ['a flag that is none', { authorization_confirmed: 'yes' }, 'authorization_confirmed'],
  ])('refuses %s', async (_, body, path) => {
    const { key } = await app.account()
    const before = await call('GET', '/api/me', { key })
    const { status, json } = await change(key, body)
    expect([status, json.code, json.fields[0]?.path]).toEqual([400, 'invalid_request', path])
    expect((await call('GET', '/api/me', { key })).json).toEqual(before.json)
  })

  it('needs the scope manage', async () => {
    const { accountId } = await app.account()
    const other = await app.key(accountId, { scopes: ['read', 'scan'] })
    expect((await change(other.text, { name: 'x' })).json.code).toBe('insufficient_scope')
  })
})

describe('GET /api/me', () => {
  it('completes an account that came without a signing secret, once', async () => {
    const { key, accountId } = await app.account()
    await env.DB.prepare("UPDATE accounts SET webhook_secret_ct = '' WHERE id = ?")
      .bind(accountId)
      .run()
    expect(await rowsOf("SELECT id FROM accounts WHERE webhook_secret_ct = ''")).toHaveLength(1)
    const secrets = await Promise.all(
      [1, 2, 3].map(async () => (await call('GET', '/api/me', { key })).json),
    )
    const [first] = secrets as unknown as { webhook_signing_secret: string }[]
    expect(first?.webhook_signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    for (const other of secrets) expect(other).toMatchObject(first ?? {})
    expect((await call('GET', '/api/me', { key })).json).toMatchObject(first ?? {})
  })
})

describe('the audit log', () => {
  it('says who did what, when and from where, newest first and paged', async () => {
    const { key, keyId } = await app.account()
    const made = await call('POST', '/api/keys', {
      key,
      body: { name: 'ci', scopes: ['read'] },
      headers: { 'cf-connecting-ip': '198.51.100.7' },
    })
    const { id } = made.json as unknown as { id: string }
    const madeAt = isoSeconds(now())
    advance(SECOND)
    await call('POST', `/api/keys/${id}/rotate`, { key })
    advance(SECOND)
    await call('DELETE', `/api/keys/${id}`, { key })
    advance(SECOND)
    await change(key, { name: 'Shop', allowed_hosts: ['a.dev'] })
    const { status, page } = await auditOf(key)
    expect(status).toBe(200)
    expect(page.items.map(({ action }) => action)).toEqual([
      'account.update',
      'key.revoke',
      'key.rotate',
      'key.create',
    ])
    expect(page.items[0]?.detail).toEqual({ name: 'Shop', allowed_hosts: 'a.dev', ip: null })
    expect(page.items[3]).toEqual({
      id: expect.any(String),
      at: madeAt,
      actor: `key:${keyId}`,
      action: 'key.create',
      detail: { key_id: id, name: 'ci', scopes: 'read', ip: '198.51.100.7' },
    })
    const second = await auditOf(key, '?page=2&per_page=3')
    expect(second.page).toMatchObject({ total: 4, pages: 2, items: [{ action: 'key.create' }] })
    expect(second.headers.get('link')).toContain('rel="prev"')
    const filtered = await auditOf(key, '?action=key.rotate')
    expect(filtered.page).toMatchObject({ total: 1, items: [{ action: 'key.rotate' }] })
    expect((await auditOf(key, '?action=key.steal')).json.code).toBe('invalid_request')
    expect((await auditOf(key, '?page=9')).page).toMatchObject({ items: [], total: 4 })
  })

  it('shows an account its own entries only, to keys with the scope manage', async () => {
    const [mine, other] = [await app.account(), await app.account()]
    await call('POST', '/api/keys', { key: other.key, body: { name: 'ci' } })
    expect((await auditOf(mine.key)).page).toMatchObject({ total: 0, pages: 0, items: [] })
    const reader = await app.key(mine.accountId, { scopes: ['read', 'scan'] })
    expect((await auditOf(reader.text)).json.code).toBe('insufficient_scope')
  })

  it('holds no entry of what was refused', async () => {
    const { key } = await app.account({ limits: { keys: 1 } })
    await call('POST', '/api/keys', { key, body: { name: 'ci' } })
    await call('DELETE', `/api/keys/${'0'.repeat(13)}`, { key })
    expect((await auditOf(key)).page.total).toBe(0)
  })
})
