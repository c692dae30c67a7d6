import { describe, expect, it } from 'vitest'

import { MINUTE } from '../../src/report/time.ts'
import {
  advance,
  dumpDatabase,
  freezeClock,
  freshHost,
  makeHarness,
  rowsOf,
  UNLIMITED,
} from './support.ts'

freezeClock()

const app = makeHarness()
const { call, turns } = app
const { key, accountId } = await app.account()

const fresh = (count: number) => Array.from({ length: count }, () => `https://${freshHost()}`)
const bulk = (body: object, from = key) => call('POST', '/api/scan/bulk', { key: from, body })
const batch = (body: object, from = key) => call('POST', '/api/batch', { key: from, body })
const idOf = (answer: { text: string }): string => {
  const { job_id, batch_id } = JSON.parse(answer.text)
  return job_id ?? batch_id
}
const bulkState = async (id: string, from = key) =>
  JSON.parse((await call('GET', `/api/scan/bulk/${id}`, { key: from })).text)
const batchState = async (id: string, from = key) =>
  JSON.parse((await call('GET', `/api/batch/${id}`, { key: from })).text)
const end = (scanId: string) => app.deps.scan(scanId).abort()

describe('a bulk job', () => {
  it('is taken with an id, is queued, runs and ends done', async () => {
    const urls = fresh(3)
    const answer = await bulk({ urls, scan_authorized: true })
    const id = idOf(answer)
    expect(answer.status).toBe(202)
    const queued = {
      job_id: id,
      status: 'queued',
      completed: 0,
      total: 3,
      scan_ids: [],
      errors: [],
    }
    expect(JSON.parse(answer.text)).toEqual(queued)
    expect(turns.asked).toContain(accountId)
    expect(await bulkState(id)).toEqual(queued)
    await turns.all(accountId)
    const running = await bulkState(id)
    expect(running).toMatchObject({ status: 'running', completed: 0, errors: [] })
    expect(new Set(running.scan_ids).size).toBe(3)
    await Promise.all(running.scan_ids.map(end))
    expect(await bulkState(id)).toMatchObject({ status: 'done', completed: 3, total: 3 })
  })

  it('takes 50 URLs', async () => {
    const { status, text } = await bulk({ urls: fresh(50) }, (await app.account()).key)
    expect([status, JSON.parse(text).total]).toEqual([202, 50])
  })

  it('is one job when it is sent again with its Idempotency-Key', async () => {
    const send = (body: object) =>
      call('POST', '/api/scan/bulk', { key, body, headers: { 'idempotency-key': 'night-1' } })
    const body = { urls: fresh(1) }
    const [first, again] = [await send(body), await send(body)]
    expect([idOf(again), again.status]).toEqual([idOf(first), 202])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await send({ urls: fresh(1) })).json.code).toBe('idempotency_mismatch')
  })

  it('is refused a fourth time within a minute, and a batch is not', async () => {
    const one = await app.account({ limits: { ...UNLIMITED, bulk_per_minute: 3 } })
    for (let asked = 0; asked < 3; asked++) {
      expect((await bulk({ urls: fresh(1) }, one.key)).status).toBe(202)
    }
    const refused = await bulk({ urls: fresh(1) }, one.key)
    expect(refused).toMatchObject({ status: 429, json: { code: 'rate_limit_exceeded' } })
    expect(Number(refused.headers.get('retry-after'))).toBe(60)
    expect((await batch({ targets: fresh(1) }, one.key)).status).toBe(202)
    advance(MINUTE)
    expect((await bulk({ urls: fresh(1) }, one.key)).status).toBe(202)
  })

  it('hands every start option to each scan, and its secrets sealed', async () => {
    const canary = 'canary-bulk-51c7'
    const urls = fresh(2)
    const id = idOf(
      await bulk({
        urls,
        scan_type: 'api',
        scan_speed: 'stealth',
        excluded_paths: 'admin',
        tags: ['nightly'],
        notes: 'why',
        max_pages: 7,
        auth_config: { type: 'token', token: `${canary}-token` },
        custom_headers: { 'X-Team': `${canary}-header` },
        webhook_url: `https://hooks.acme.dev/${canary}`,
      }),
    )
    expect(await dumpDatabase()).not.toContain(canary)
    await turns.all(accountId)
    for (const scanId of (await bulkState(id)).scan_ids) {
      const begun = app.rooms.begun.get(scanId)
      expect(begun).toMatchObject({
        tags: ['nightly'],
        options: {
          scan_type: 'api',
          scan_speed: 'stealth',
          excluded_paths: ['/admin'],
          max_pages: 7,
          auth_config: { type: 'token', configured: true },
          webhook: { host: 'hooks.acme.dev' },
        },
      })
      const secrets = await app.deps.vault.open(begun?.secretsCt ?? '', scanId)
      expect(JSON.parse(secrets)).toMatchObject({
        auth_config: { token: `${canary}-token` },
        custom_headers: { 'X-Team': `${canary}-header` },
        webhook_url: `https://hooks.acme.dev/${canary}`,
      })
    }
    const [kept] = await rowsOf('SELECT secrets_ct FROM jobs WHERE id = ?', id)
    expect(kept, 'erased when nothing waits').toEqual({ secrets_ct: null })
    expect((await dumpDatabase()) + app.logged.join()).not.toContain(canary)
  })
})

describe('what refuses a whole job', () => {
  const withUrls = (urls: unknown) => ({ urls })
  it.each([
    ['51 URLs', withUrls(fresh(51)), 'urls'],
    ['no URL', withUrls([]), 'urls'],
    ['no list', withUrls('https://a.acme.dev'), 'urls'],
    ['nothing', {}, 'urls'],
    ['a URL that is no text', withUrls(['https://a.acme.dev', 7]), 'urls.1'],
    ['a URL that is too long', withUrls([`https://a.acme.dev/${'x'.repeat(2048)}`]), 'urls.0'],
    ['an unknown field', { urls: fresh(1), target_url: 'https://a.acme.dev' }, 'target_url'],
    ['a wrong option', { urls: fresh(1), scan_type: 'all' }, 'scan_type'],
    ['a raised budget', { urls: fresh(1), max_pages: 1001 }, 'max_pages'],
    ['a private receiver', { urls: fresh(1), webhook_url: 'https://10.0.0.1/' }, 'webhook_url'],
  ])('%s is invalid_request', async (_, body, path) => {
    const { status, json } = await bulk(body)
    expect({ status, code: json.code, path: json.fields[0]?.path }).toEqual({
      status: 400,
      code: 'invalid_request',
      path,
    })
  })

  it('an account without plan, under review, or without authorization', async () => {
    const refusalOf = async (from: string, body: object) =>
      (await bulk({ urls: fresh(1), ...body }, from)).json.code
    const none = await app.account({ plan: 'none' })
    expect(await refusalOf(none.key, {})).toBe('no_active_plan')
    expect(await refusalOf(key, { scan_authorized: false })).toBe('authorization_required')
    const reviewed = await app.account()
    await rowsOf('UPDATE accounts SET under_review = 1 WHERE id = ?', reviewed.accountId)
    expect(await refusalOf(reviewed.key, {})).toBe('ticket_required')
    const reader = await app.key(accountId, { scopes: ['read'] })
    expect(await refusalOf(reader.text, {})).toBe('insufficient_scope')
  })

  it('too many unfinished jobs, until one has ended', async () => {
    const two = await app.account({ limits: { ...UNLIMITED, unfinished_jobs: 2 } })
    const first = idOf(await bulk({ urls: fresh(1) }, two.key))
    expect((await batch({ targets: fresh(1) }, two.key)).status).toBe(202)
    const refused = await bulk({ urls: fresh(1) }, two.key)
    expect(refused).toMatchObject({ status: 429, json: { code: 'concurrent_limit' } })
    expect(JSON.parse(refused.text)).toMatchObject({ limit: 'unfinished_jobs', maximum: 2 })
    expect(refused.headers.get('retry-after')).toBe('30')
    await turns.all(two.accountId)
    expect((await bulk({ urls: fresh(1) }, two.key)).status, 'its scans still run').toBe(429)
    await Promise.all((await bulkState(first, two.key)).scan_ids.map(end))
    expect((await bulk({ urls: fresh(1) }, two.key)).status).toBe(202)
    const both = await Promise.all([1, 2].map(() => bulk({ urls: fresh(1) }, two.key)))
    expect(both.map(({ status }) => status)).toEqual([429, 429])
  })
})

describe('a job that is not one’s own', () => {
  it('is answered as one that never was, and so is one of the other kind', async () => {
    const job = idOf(await bulk({ urls: fresh(1) }))
    const other = idOf(await batch({ targets: fresh(1) }))
    const stranger = await app.account()
    const asked: readonly [string, string][] = [
      [stranger.key, `/api/scan/bulk/${job}`],
      [stranger.key, `/api/batch/${other}`],
      [key, `/api/scan/bulk/${other}`],
      [key, `/api/batch/${job}`],
      [key, `/api/scan/bulk/${crypto.randomUUID()}`],
      [key, '/api/scan/bulk/not-a-uuid'],
    ]
    for (const [from, path] of asked) {
      const answer = await call('GET', path, { key: from })
      expect(answer, path).toMatchObject({ status: 404, json: { code: 'not_found' } })
    }
    expect((await bulkState(job.toUpperCase())).job_id).toBe(job)
  })
})

describe('a batch', () => {
  it('tells of each scan, and ends done', async () => {
    const targets = [...fresh(2), 'nonsense']
    const answer = await batch({ targets, scan_type: 'perf' })
    const id = idOf(answer)
    const started = { batch_id: id, status: 'running', completed: 0, failed: 0, total: 3 }
    expect(answer.status).toBe(202)
    expect(JSON.parse(answer.text)).toEqual({ ...started, scan_ids: [], scans: [], errors: [] })
    expect((await batchState(id)).status).toBe('running')
    await turns.all(accountId)
    const { scans, scan_ids } = await batchState(id)
    expect(scans).toEqual([
      { scan_id: scan_ids[0], target_url: targets[0], status: 'running' },
      { scan_id: scan_ids[1], target_url: targets[1], status: 'running' },
    ])
    await Promise.all(scan_ids.map(end))
    expect(await batchState(id)).toMatchObject({ status: 'done', completed: 3, failed: 3 })
  })
})
