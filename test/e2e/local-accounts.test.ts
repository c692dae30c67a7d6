import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { start as startTiny } from '../range/apps/tiny/app.ts'
import { sharedService, type Service, type Limits, type Reply } from '../support/e2e-instance.ts'
import { untilEnded } from '../support/e2e-scan.ts'

const SCAN_MS = 120_000
const MINUTE_S = 60
const DEDUP_S = 15 * MINUTE_S
const Answer = z.looseObject({ scan_id: z.string() })
const app = await startTiny()
let instance: Service
beforeAll(async () => {
  instance = await sharedService()
})
afterAll(() => app.close())

const SLOW = { request_delay_ms: 1000 }
/** Pages of one site: each another target, none of them there. */
const page = (name: string | number): string => `${app.url}page/${name}`
const idOf = (reply: Reply): string => Answer.parse(reply.body).scan_id
const retryAfter = (reply: Reply): number => Number(reply.headers['retry-after'])

/** The calls of a new account with these limits. */
async function newcomer(limits: Limits | undefined, plan = 'gold') {
  const email = `${crypto.randomUUID()}@e2e.example`
  const made = await instance.api('POST', '/api/local/accounts', {
    email,
    plan,
    ...(limits !== undefined && { limits }),
  })
  expect(made.status).toBe(201)
  const { key } = z.strictObject({ account_id: z.uuid(), key: z.string() }).parse(made.body)
  const post = (name: string, body?: unknown) => instance.api('POST', name, body, { key })
  return {
    key,
    start: (target: string, options: Readonly<Record<string, unknown>> = {}) =>
      post('/api/scan', { target_url: target, scan_authorized: true, ...options }),
    startV1: (target: string) => post('/api/v1/scan', { target, scan_authorized: true, ...SLOW }),
    abort: (id: string) => post(`/api/scan/${id}/abort`),
    get: (name: string) => instance.api('GET', name, undefined, { key }),
    ended: (id: string) => untilEnded(instance, key, id, SCAN_MS),
  }
}

describe('the body of POST /api/local/accounts', () => {
  const email = 'a@e2e.example'
  const right: readonly Readonly<Record<string, unknown>>[] = [
    { email, plan: 'free' },
    { email, plan: 'none', limits: null },
    { email, plan: 'enterprise', limits: {} },
    { email, plan: 'gold', limits: { assets: 0, keys: null, domain_cooldown: 6 } },
  ]
  it.each(right)('%o makes an account, each time another', async (body) => {
    const first = await instance.api('POST', '/api/local/accounts', body)
    const second = await instance.api('POST', '/api/local/accounts', body)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).not.toEqual(first.body)
  })

  const wrong: readonly unknown[] = [
    {},
    [],
    { email },
    { plan: 'gold' },
    { email: 'nobody', plan: 'gold' },
    { email, plan: 'platinum' },
    { email, plan: 'gold', limits: [] },
    { email, plan: 'gold', limits: { starts_per_minute: '2' } },
    { email, plan: 'gold', limits: { starts_per_minute: -1 } },
    { email, plan: 'gold', limits: { starts_per_hour: 2 } },
    { email, plan: 'gold', role: 'admin' },
  ]
  it.each(wrong)('%o is invalid_request', async (body) => {
    const reply = await instance.api('POST', '/api/local/accounts', body)
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(reply.body).toHaveProperty('fields.0.path')
  })
  it('must be JSON, and must be there', async () => {
    const reply = await instance.api('POST', '/api/local/accounts', '{"email":')
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_json' } })
  })
})

describe('windows of a minute', () => {
  it('starts_per_minute holds up the third start, and a minute later no more', async () => {
    const account = await newcomer({ starts_per_minute: 2 })
    expect((await account.start(page(1))).status).toBe(202)
    const second = await account.start(page(2))
    expect(second.status).toBe(202)
    const third = await account.start(page(3))
    expect(third).toMatchObject({ status: 429, body: { code: 'rate_limit_exceeded' } })
    expect(retryAfter(third)).toBeGreaterThan(0)
    expect(retryAfter(third)).toBeLessThanOrEqual(MINUTE_S)
    // A v1 start is a write.
    const other = await account.startV1(page(3))
    expect(other.status).toBe(202)
    await Promise.all([second, other].map((reply) => account.abort(idOf(reply))))

    await instance.advance(MINUTE_S + 1)
    expect((await account.start(page(4))).status).toBe(202)
  })

  it('reads_per_minute and writes_per_minute are windows of their own', async () => {
    const account = await newcomer({ reads_per_minute: 2, writes_per_minute: 1 })
    const statuses = async (call: () => Promise<Reply>, count: number) => {
      const replies = await Promise.all(Array.from({ length: count }, call))
      return replies.map(({ status }) => status).toSorted((a, b) => a - b)
    }
    const read = () => account.get('/api/scans')
    const write = () => account.startV1(page('w'))
    expect(await statuses(read, 3)).toEqual([200, 200, 429])
    expect(await statuses(write, 2)).toEqual([202, 429])
    await instance.advance(MINUTE_S + 1)
    expect(await statuses(read, 1)).toEqual([200])
    expect(await statuses(write, 1)).toEqual([202])
  })

  it("null lifts the plan's own limit, an object without its name leaves it", async () => {
    const [free, bound] = [await newcomer(null), await newcomer({ assets: null })]
    const codes = async (account: typeof free) => {
      const asked = Array.from({ length: 12 }, () => account.start(page('same')))
      return (await Promise.all(asked)).map(({ status }) => status)
    }
    expect(await codes(free)).not.toContain(429)
    expect((await codes(bound)).filter((status) => status === 429)).toHaveLength(2)
  })
})

describe('what an account may have', () => {
  it('concurrent_scans: a slot is free again once its scan has ended', async () => {
    const account = await newcomer({ concurrent_scans: 1 })
    const first = await account.start(page(1), SLOW)
    expect(first.status).toBe(202)
    const second = await account.start(page(2))
    expect(second).toMatchObject({
      status: 429,
      body: { code: 'concurrent_limit', limit: 'concurrent_scans', maximum: 1 },
    })
    expect(retryAfter(second)).toBeGreaterThan(0)
    expect((await account.abort(idOf(first))).status).toBe(200)
    expect((await account.start(page(2))).status).toBe(202)
  })

  it('scans_per_day: the day ends when the answer says', async () => {
    const account = await newcomer({ scans_per_day: 1 })
    expect((await account.start(page(1))).status).toBe(202)
    const refused = await account.start(page(2))
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'asset_limit_reached', limit: 'scans_per_day', maximum: 1 },
    })
    const Refusal = z.looseObject({ resets_at: z.string().regex(/T00:00:00$/) })
    const resetsAt = Date.parse(`${Refusal.parse(refused.body).resets_at}Z`)
    const now = await instance.api('POST', '/api/local/advance', { seconds: 0 })
    const { now_ms } = z.looseObject({ now_ms: z.number() }).parse(now.body)
    const leftS = Math.ceil((resetsAt - now_ms) / 1000)
    expect(leftS).toBeGreaterThan(0)
    expect(leftS).toBeLessThanOrEqual(86_400)
    await instance.advance(leftS)
    expect((await account.start(page(2))).status).toBe(202)
  })

  it('assets: a host more than that is refused, a known one is not', async () => {
    const account = await newcomer({ assets: 1 })
    expect((await account.start(page(1))).status).toBe(202)
    const other = page(1).replace('127.0.0.1', 'localhost')
    expect(await account.start(other)).toMatchObject({
      status: 403,
      body: { code: 'asset_limit_reached', limit: 'assets', maximum: 1 },
    })
    expect((await account.start(page(2))).status).toBe(202)
  })

  it('the plan none starts nothing', async () => {
    const account = await newcomer(undefined, 'none')
    const reply = await account.start(page(1))
    expect(reply).toMatchObject({ status: 403, body: { code: 'no_active_plan' } })
    expect((await account.get('/api/scans')).status).toBe(200)
  })
})

describe('the same target within 15 minutes', () => {
  it('is the same scan, and says so; after that a new one', async () => {
    const account = await newcomer(null)
    const first = await account.start(app.url)
    expect(first).toMatchObject({ status: 202, body: { status: 'running' } })
    const id = idOf(first)
    const spellings = [app.url, app.url.slice(0, -1), `${app.url}#top`, app.url.toUpperCase()]
    for (const spelling of spellings) {
      const again = await account.start(spelling)
      expect(again).toMatchObject({ status: 200, body: { scan_id: id } })
      expect(again.body).toHaveProperty('message')
    }
    const scan = await account.ended(id)
    expect(scan.status).toBe('completed')
    const after = await account.start(app.url)
    expect(after).toMatchObject({ status: 200, body: { scan_id: id, status: 'completed' } })
    const others = [await newcomer(null).then(({ start }) => start(app.url))]
    others.push(await account.start(page(1)), await account.startV1(app.url))
    expect(others.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(new Set([id, ...others.map(idOf)]).size).toBe(4)

    // The v1 start above counts as the newest scan of the target: its minutes begin then.
    await instance.advance(DEDUP_S + 1)
    const fresh = await account.start(app.url)
    expect(fresh.status).toBe(202)
    expect(idOf(fresh)).not.toBe(id)
  })

  it('is a new scan when the earlier one failed', async () => {
    const account = await newcomer(null)
    const first = await account.start(app.url, SLOW)
    await account.abort(idOf(first))
    const second = await account.start(app.url)
    expect(second.status).toBe(202)
    expect(idOf(second)).not.toBe(idOf(first))
  })

  it('is one scan when it is asked for many times at once', async () => {
    const account = await newcomer(null)
    const replies = await Promise.all(Array.from({ length: 8 }, () => account.start(app.url)))
    expect(new Set(replies.map(idOf)).size).toBe(1)
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(1)
  })
})
