import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

import { proofPlaces } from '../../src/accounts/ownership.ts'
import { PLAN_LIMITS } from '../../src/accounts/plans.ts'
import { assets } from '../../src/db/schema.ts'
import type { CreatedAccount } from '../../src/services/accounts/create-account.ts'
import type { Harness } from './support.ts'
import { freezeClock, freshHost, makeHarness, now, rowsOf } from './support.ts'

freezeClock()

const app = makeHarness()
const starter = (harness: Harness, key: string) => (body: object) =>
  harness.call('POST', '/api/scan', { key, body })

/** The host is proven, and the proof is still there when it is read again. */
async function prove(harness: Harness, { accountId }: CreatedAccount, host: string): Promise<void> {
  const { dns_txt } = proofPlaces(accountId, host)
  if (dns_txt) harness.web.texts.set(dns_txt.name, [dns_txt.value])
  const proof = { verifiedAt: now(), proofMethod: 'dns_txt', proofReadAt: now() }
  const row = { id: crypto.randomUUID(), accountId, host, createdAt: now(), ...proof }
  const target = [assets.accountId, assets.host]
  await harness.deps.db.insert(assets).values(row).onConflictDoUpdate({ target, set: proof })
}

async function basisOf(scanId: string): Promise<unknown> {
  const [row] = await rowsOf('SELECT authorization FROM scans WHERE id = ?', scanId)
  return JSON.parse(String(row?.['authorization'])).basis
}

describe('authorization of a scan', () => {
  it.each([
    ['the request', { scan_authorized: true }, 'request'],
    ['the account, when the request says nothing', {}, 'account'],
  ])('comes from %s', async (_, given, basis) => {
    const { key } = await app.account()
    const target = `https://${freshHost()}`
    const { status, json } = await starter(app, key)({ target, ...given })
    expect(status).toBe(202)
    expect(await basisOf(json.scan_id)).toBe(basis)
    const shown = await app.call('GET', `/api/scan/${json.scan_id}`, { key })
    expect(shown.json.scan_authorized).toBe(true)
  })

  it('comes from proof where nobody says anything, and not from another one’s', async () => {
    const host = freshHost()
    const mine = await app.account({ authorizationConfirmed: null })
    const other = await app.account({ authorizationConfirmed: null })
    await prove(app, other, host)
    const refused = await starter(app, mine.key)({ target: `https://${host}` })
    expect(refused).toMatchObject({ status: 403, json: { code: 'authorization_required' } })
    await prove(app, mine, host)
    const { json } = await starter(app, mine.key)({ target: `https://${host}` })
    expect(await basisOf(json.scan_id)).toBe('proof')
  })

  it('is refused by the request whatever else says yes', async () => {
    const account = await app.account()
    const host = freshHost()
    await prove(app, account, host)
    const body = { target: `https://${host}`, scan_authorized: false }
    expect(await starter(app, account.key)(body)).toMatchObject({ status: 403 })
  })
})

describe('without proof of ownership', () => {
  const cases = [
    ['deep', { profile: 'deep' }, true],
    ['deep', { opt_in: ['smuggling'] }, true],
    ['deep', { scan_type: 'vuln' }, false],
    ['active', { scan_type: 'vuln' }, true],
    ['active', { scan_type: 'api' }, true],
    ['active', { scan_type: 'perf' }, false],
    ['off', { profile: 'deep', opt_in: ['upload.*'] }, false],
  ] as const

  it.each(cases)('REQUIRE_PROOF=%s and %j: refused is %s', async (required, given, isRefused) => {
    const harness = makeHarness({ settings: { REQUIRE_PROOF: required } })
    const account = await harness.account()
    const host = freshHost()
    const start = starter(harness, account.key)
    const first = await start({ target: `https://${host}`, ...given })
    expect(first.status).toBe(isRefused ? 403 : 202)
    if (!isRefused) return
    expect(first.json.code).toBe('authorization_required')
    await prove(harness, account, host)
    expect((await start({ target: `https://${host}`, ...given })).status).toBe(202)
  })
})

describe('a login page', () => {
  const login = (host: string) => ({
    type: 'form',
    login_url: `https://${host}/login`,
    username: 'u',
    password: 'p',
    success_url_contains: '/home',
  })

  it('may be on another host of the same site', async () => {
    const { key } = await app.account()
    const body = { target: `https://${freshHost()}`, auth_config: login('sso.acme.dev') }
    expect((await starter(app, key)(body)).status).toBe(202)
  })

  it.each(['idp.other.dev', 'victim.github.io'])(
    'of another site needs proof: %s',
    async (host) => {
      const account = await app.account()
      const start = starter(app, account.key)
      const body = { target: `https://${freshHost()}`, auth_config: login(host) }
      expect(await start(body)).toMatchObject({
        status: 403,
        json: { code: 'authorization_required' },
      })
      await prove(app, account, host)
      expect((await start(body)).status).toBe(202)
    },
  )

  it('on a shared suffix is of another site', async () => {
    const { key } = await app.account()
    const body = { target: 'https://mine.github.io', auth_config: login('yours.github.io') }
    expect((await starter(app, key)(body)).json.code).toBe('authorization_required')
  })
})

describe('allowed_hosts of a key', () => {
  it.each([
    ['shop.acme.dev', 'shop.acme.dev', undefined],
    ['shop.acme.dev', 'shop.acme.dev.', undefined],
    ['shop.acme.dev', 'www.shop.acme.dev', 'target_not_allowed'],
    ['shop.acme.dev', 'shop.acme.dev.evil.dev', 'target_not_allowed'],
    ['*.acme.dev', 'shop.acme.dev', undefined],
    ['*.acme.dev', 'acme.dev', 'target_not_allowed'],
    ['*.acme.dev', 'notacme.dev', 'target_not_allowed'],
  ])('%s: %s → %s', async (entry, host, code) => {
    const { accountId } = await app.account()
    const key = await app.key(accountId, { allowedHosts: [entry] })
    const answer = await starter(app, key.text)({ target: `https://${host}` })
    expect(answer.status).toBe(code === undefined ? 202 : 400)
    expect(answer.json.code).toBe(code)
  })
})

it.each(['www.agency.gov', 'base.mil', 'my.bank', 'www.agency.gov.'])(
  'a target of a class that needs a ticket is refused: %s',
  async (host) => {
    const { key } = await app.account()
    const answer = await starter(app, key)({ target: `https://${host}` })
    expect(answer).toMatchObject({ status: 403, json: { code: 'ticket_required' } })
  },
)

it('an account under review is asked for a ticket', async () => {
  const account = await app.account()
  await env.DB.prepare('UPDATE accounts SET under_review = 1 WHERE id = ?')
    .bind(account.accountId)
    .run()
  const answer = await starter(app, account.key)({ target: `https://${freshHost()}` })
  expect(answer).toMatchObject({ status: 403, json: { code: 'ticket_required' } })
})

describe('the plan', () => {
  it('free ends its third scan in a slot and its fourth host in the list', async () => {
    const { key } = await app.account({ plan: 'free', limits: null })
    const start = starter(app, key)
    expect((await start({ target: `https://${freshHost()}` })).status).toBe(202)
    expect((await start({ target: `https://${freshHost()}` })).status).toBe(202)
    const third = await start({ target: `https://${freshHost()}` })
    expect(third.json).toMatchObject({
      code: 'concurrent_limit',
      limit: 'concurrent_scans',
      maximum: PLAN_LIMITS.free.concurrent_scans,
    })
  })

  it('is lifted or lowered by the account’s own limits', async () => {
    const { key } = await app.account({
      plan: 'free',
      limits: { assets: 1, concurrent_scans: null },
    })
    const start = starter(app, key)
    expect((await start({ target: `https://${freshHost()}` })).status).toBe(202)
    const second = await start({ target: `https://${freshHost()}` })
    expect(second.json).toMatchObject({ code: 'asset_limit_reached', limit: 'assets', maximum: 1 })
  })

  it('cools a host down, over both routes, until it is proven', async () => {
    const account = await app.account({ limits: { starts_per_minute: null } })
    const { key } = account
    const host = freshHost()
    const v1 = (path: string) =>
      app.call('POST', '/api/v1/scan', { key, body: { target: `https://${host}${path}` } })
    for (let index = 0; index < 5; index++) expect((await v1('')).status).toBe(202)
    expect((await starter(app, key)({ target: `https://${host}/x` })).status).toBe(202)
    const seventh = await v1('/y')
    expect(seventh).toMatchObject({ status: 429, json: { code: 'domain_cooldown' } })
    expect(seventh.headers.get('retry-after')).toBe('600')
    await prove(app, account, host)
    expect((await v1('/y')).status).toBe(202)
  })
})

describe('in local mode', () => {
  const local = makeHarness({ isLocal: true })

  it.each([
    'http://127.0.0.1:3000',
    'http://127.9.9.9',
    'http://localhost:3000/app',
    'http://[::1]:3000',
    'http://shop.test',
  ])('%s is a proven host: deep, unconfirmed, without cooldown', async (target) => {
    const { key } = await local.account({
      authorizationConfirmed: null,
      limits: { starts_per_minute: null, concurrent_scans: null, domain_cooldown: 0 },
    })
    const start = starter(local, key)
    const answer = await start({
      target,
      profile: 'deep',
      webhook_url: 'http://127.0.0.1:3001/hook',
    })
    expect(answer.status).toBe(202)
    expect(await basisOf(answer.json.scan_id)).toBe('proof')
    const shown = await local.call('GET', `/api/scan/${answer.json.scan_id}`, { key })
    expect(shown.json.target_url).toBe(target)
  })

  it.each([
    'http://10.0.0.1',
    'http://169.254.169.254',
    'https://rebind.acme.dev',
    'http://nas.local',
  ])('%s stays forbidden', async (target) => {
    const { key } = await local.account()
    const answer = await starter(local, key)({ target })
    expect(answer).toMatchObject({ status: 400, json: { code: 'target_not_allowed' } })
  })
})
