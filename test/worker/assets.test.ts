import { describe, expect, it } from 'vitest'

import { proofPlaces } from '../../src/accounts/ownership.ts'
import { DAY, HOUR, isoSeconds } from '../../src/report/time.ts'
import type { Answer, Call } from './support.ts'
import { advance, freezeClock, freshHost, makeHarness, now, UNLIMITED } from './support.ts'

freezeClock()

const app = makeHarness()
type Shown = Readonly<{ id: string; host: string; verified_at: string | null }>
const shown = ({ json }: Answer) => json as unknown as Shown
const add = (key: string, host: string, given: Call = {}, from = app) =>
  from.call('POST', '/api/assets', { key, body: { host }, ...given })
const replace = (key: string, id: string, host: string) =>
  app.call('PUT', `/api/assets/${id}`, { key, body: { host } })
const remove = (key: string, id: string) => app.call('DELETE', `/api/assets/${id}`, { key })
const scan = (key: string, host: string) =>
  app.call('POST', '/api/v1/scan', { key, body: { target: `https://${host}` } })
const hostsOf = async (key: string, query = '') => {
  const { json } = await app.call('GET', `/api/assets${query}`, { key })
  return (json as unknown as { items: Shown[] }).items.map(({ host }) => host)
}

describe('an asset', () => {
  it('is a host, with the three places where its proof may stand', async () => {
    const { key, accountId } = await app.account()
    const host = freshHost()
    const answer = await add(key, host.toUpperCase())
    const expected = {
      id: expect.any(String),
      host,
      proof: proofPlaces(accountId, host),
      verified_at: null,
      verified_by: null,
      created_at: isoSeconds(now()),
    }
    expect(answer).toMatchObject({ status: 201, json: expected })
    const again = await add(key, host)
    expect(again).toMatchObject({ status: 200, json: answer.json })
    const list = await app.call('GET', '/api/assets', { key })
    expect(list.json).toEqual({ items: [answer.json], total: 1, page: 1, per_page: 20, pages: 1 })
  })

  it('is listed by pages, with the hosts that scans brought in', async () => {
    const { key } = await app.account()
    const hosts = [freshHost(), freshHost(), freshHost()].toSorted()
    await scan(key, hosts[0] ?? '')
    await add(key, hosts[1] ?? '')
    await add(key, hosts[2] ?? '')
    expect(await hostsOf(key)).toEqual(hosts)
    const page = await app.call('GET', '/api/assets?per_page=2&page=2', { key })
    expect(page.headers.get('link')).toContain('rel="prev"')
    expect(await hostsOf(key, '?per_page=2&page=2')).toEqual(hosts.slice(2))
  })

  it.each([
    ['a port', 'a.dev:8443', 'invalid_request'],
    ['a scheme', 'https://a.dev', 'invalid_request'],
    ['a path', 'a.dev/x', 'invalid_request'],
    ['a wildcard', '*.a.dev', 'invalid_request'],
    ['nothing', '', 'invalid_request'],
    ['a private address', '10.0.0.1', 'target_not_allowed'],
    ['this machine', 'localhost', 'target_not_allowed'],
    ['a name that is not public', 'db.internal', 'target_not_allowed'],
    ['the service itself', 'palisade.example', 'target_not_allowed'],
  ])('is refused with %s', async (_, host, code) => {
    const { key } = await app.account()
    expect(await add(key, host)).toMatchObject({ status: 400, json: { code } })
    expect(await hostsOf(key)).toEqual([])
  })

  it('must be among the allowed hosts of the account and of the key', async () => {
    const { accountId } = await app.account()
    const bound = await app.key(accountId, { allowedHosts: ['*.acme.dev'] })
    expect((await add(bound.text, 'other.dev')).json.code).toBe('target_not_allowed')
    expect((await add(bound.text, freshHost())).status).toBe(201)
  })

  it('needs a plan, and the scope manage', async () => {
    const none = await app.account({ plan: 'none' })
    const refused = await add(none.key, freshHost())
    expect(refused).toMatchObject({ status: 403, json: { code: 'no_active_plan' } })
    const { accountId } = await app.account()
    const reader = await app.key(accountId, { scopes: ['read', 'scan'] })
    expect((await add(reader.text, freshHost())).json.code).toBe('insufficient_scope')
  })

  it('of another account is unknown', async () => {
    const [mine, other] = [await app.account(), await app.account()]
    const { id } = shown(await add(other.key, freshHost()))
    for (const each of [id, '00000000-0000-4000-8000-000000000000', 'x']) {
      expect((await remove(mine.key, each)).status).toBe(404)
      expect((await replace(mine.key, each, freshHost())).status).toBe(404)
      const verify = await app.call('POST', `/api/assets/${each}/verify`, { key: mine.key })
      expect(verify.status).toBe(404)
    }
    expect(await hostsOf(other.key)).toHaveLength(1)
  })

  it('is added once under one Idempotency-Key', async () => {
    const { key } = await app.account()
    const headers = { 'idempotency-key': 'a1' }
    const host = freshHost()
    const first = await add(key, host, { headers })
    const again = await add(key, host, { headers })
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.json).toEqual(first.json)
    expect(await add(key, freshHost(), { headers })).toMatchObject({ status: 422 })
  })
})

describe('the limit of the plan', () => {
  const limits = { ...UNLIMITED, assets: 3 }

  it('counts hosts, added and scanned, exactly', async () => {
    const { key } = await app.account({ limits })
    await scan(key, freshHost())
    const answers = await Promise.all(Array.from({ length: 6 }, () => add(key, freshHost())))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    const refused = answers.find(({ status }) => status !== 201)
    expect(refused).toMatchObject({
      status: 403,
      json: { code: 'asset_limit_reached', limit: 'assets', maximum: 3 },
    })
    expect((await scan(key, freshHost())).json.code).toBe('asset_limit_reached')
    expect(await hostsOf(key)).toHaveLength(3)
    const me = await app.call('GET', '/api/me', { key })
    expect(me.json).toMatchObject({ usage: { assets: 3 } })
  })

  it('has room again when a host is removed; to swap hosts that way has the lock of PUT', async () => {
    const { key } = await app.account({ limits: { ...limits, assets: 1 } })
    const first = shown(await add(key, freshHost()))
    expect((await remove(key, first.id)).json).toMatchObject({ id: first.id, deleted: true })
    const second = shown(await add(key, freshHost()))
    expect((await replace(key, second.id, freshHost())).json.code).toBe('replace_locked')
    advance(HOUR)
    await remove(key, second.id)
    const refused = await add(key, freshHost())
    expect(refused.json).toMatchObject({
      code: 'asset_limit_reached',
      resets_at: isoSeconds(now() + 23 * HOUR),
    })
    expect((await scan(key, freshHost())).json.code).toBe('asset_limit_reached')
    advance(23 * HOUR)
    expect((await add(key, freshHost())).status).toBe(201)
  })
})

describe('replacing an asset', () => {
  it('keeps its id and needs a new proof; within 24 hours it is locked', async () => {
    const { key, accountId } = await app.account()
    const { id, host } = shown(await add(key, freshHost()))
    const [second, third] = [freshHost(), freshHost()]
    const done = await replace(key, id, second)
    expect(done).toMatchObject({ status: 200, json: { id, host: second, verified_at: null } })
    expect(done.json).toMatchObject({ proof: proofPlaces(accountId, second) })
    expect(await hostsOf(key)).toEqual([second])
    advance(HOUR)
    const locked = await replace(key, id, third)
    expect(locked).toMatchObject({ status: 409, json: { code: 'replace_locked' } })
    expect(locked.headers.get('retry-after')).toBe(String(23 * 3600))
    expect((await replace(key, id, host)).status, 'not even back').toBe(409)
    expect((await replace(key, id, second)).status, 'itself is no change').toBe(200)
    advance(23 * HOUR)
    expect((await replace(key, id, third)).status).toBe(200)
  })

  it('refuses a host that is another asset', async () => {
    const { key } = await app.account()
    const [one, two] = [shown(await add(key, freshHost())), shown(await add(key, freshHost()))]
    const refused = await replace(key, one.id, two.host)
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(refused.json.fields[0]?.path).toBe('host')
  })

  it('frees no place and takes none', async () => {
    const { key } = await app.account({ limits: { ...UNLIMITED, assets: 1 } })
    const { id } = shown(await add(key, freshHost()))
    expect((await replace(key, id, freshHost())).status).toBe(200)
    expect((await add(key, freshHost())).json.code).toBe('asset_limit_reached')
    advance(2 * DAY)
    expect((await remove(key, id)).status).toBe(200)
    expect((await add(key, freshHost())).status).toBe(201)
  })

  it('and every other change is in the audit log', async () => {
    const { key } = await app.account()
    const { id, host } = shown(await add(key, freshHost()))
    advance(1000)
    const next = freshHost()
    await replace(key, id, next)
    advance(1000)
    await remove(key, id)
    const { json } = await app.call('GET', '/api/audit-log', { key })
    expect(json).toMatchObject({
      items: [
        { action: 'asset.delete', detail: { asset_id: id, host: next } },
        { action: 'asset.replace', detail: { asset_id: id, host: next, old_host: host } },
        { action: 'asset.create', detail: { asset_id: id, host } },
      ],
    })
  })
})
