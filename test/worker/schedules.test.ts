import { describe, expect, it } from 'vitest'

import { runSchedules } from '../../src/cron/run-schedules.ts'
import { DAY, HOUR, MINUTE } from '../../src/report/time.ts'
import {
  advance,
  dumpDatabase,
  freezeClock,
  freshHost,
  makeHarness,
  now,
  rowsOf,
  UNLIMITED,
} from './support.ts'

freezeClock()

const app = makeHarness()
const { call, turns } = app
const FAMILIES = ['/api/schedules', '/api/scheduled-scans'] as const

const iso = (at: number) => new Date(at).toISOString().slice(0, 19)
const target = () => `https://${freshHost()}`
const scansOf = (accountId: string) =>
  rowsOf('SELECT id, status, started_at FROM scans WHERE account_id = ?', accountId)

async function aSchedule(body: object = {}, given: Parameters<typeof app.account>[0] = {}) {
  const owner = await app.account(given)
  const create = { target_url: target(), interval_hours: 2, ...body }
  const { text } = await call('POST', '/api/schedules', { key: owner.key, body: create })
  const { id } = JSON.parse(text)
  const path = `/api/schedules/${id}`
  const read = async () =>
    JSON.parse((await call('GET', '/api/schedules', { key: owner.key })).text).items[0]
  /** The cron, then the turn of the account that it asks for. */
  const tick = async () => {
    await runSchedules(app.deps)
    await turns.all(owner.accountId)
  }
  const toggle = () => call('PUT', `${path}/toggle`, { key: owner.key })
  return { ...owner, id, path, read, tick, toggle }
}

describe('a schedule', () => {
  it.each(FAMILIES)(
    'is made on %s with its record, and listed by both families',
    async (family) => {
      const { key, accountId } = await app.account()
      const url = target()
      const body = {
        target_url: url,
        interval_hours: 24,
        scan_type: 'both',
        notify_email: 'ops@acme.dev',
        webhook_url: 'https://hooks.acme.dev/a',
        tags: ['nightly'],
      }
      const made = await call('POST', family, { key, body })
      const record = JSON.parse(made.text)
      expect(made.status).toBe(201)
      expect(record).toMatchObject({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        target_url: url,
        url,
        scan_type: 'both',
        interval_hours: 24,
        enabled: true,
        notify_email: 'ops@acme.dev',
        webhook_url: 'https://hooks.acme.dev/…',
        last_run_at: null,
        next_run_at: iso(now() + DAY),
        last_scan_id: null,
        last_status: null,
        created_at: iso(now()),
        last_error: null,
        tags: ['nightly'],
      })
      for (const path of FAMILIES) {
        const list = await call('GET', path, { key })
        expect(JSON.parse(list.text)).toEqual({ items: [record], total: 1 })
      }
      const audit = await rowsOf('SELECT action FROM audit_log WHERE account_id = ?', accountId)
      expect(audit).toEqual([{ action: 'schedule.create' }])
    },
  )

  it.each([
    ['target_url', { interval_hours: 1 }],
    ['interval_hours', { url: 'https://a.acme.dev' }],
    ['interval_hours', { url: 'https://a.acme.dev', interval_hours: 0 }],
    ['interval_hours', { url: 'https://a.acme.dev', interval_hours: 8761 }],
    ['interval_hours', { url: 'https://a.acme.dev', interval_hours: 1.5 }],
    ['notify_email', { url: 'https://a.acme.dev', interval_hours: 1, notify_email: 'nobody' }],
    ['webhook_url', { url: 'https://a.acme.dev', interval_hours: 1, webhook_url: 'http://a.dev' }],
    ['cron', { url: 'https://a.acme.dev', interval_hours: 1, cron: '* * * * *' }],
  ])('without a right %s is invalid_request', async (path, body) => {
    const { key } = await app.account()
    const { status, json } = await call('POST', '/api/scheduled-scans', { key, body })
    expect([status, json.code]).toEqual([400, 'invalid_request'])
    expect(json.fields.map((field) => field.path)).toContain(path)
  })

  it('is checked as a start is: target policy, authorization, scope', async () => {
    const { key, accountId } = await app.account()
    const codeOf = async (from: string, body: object) => {
      const whole = { target_url: target(), interval_hours: 1, ...body }
      return (await call('POST', '/api/schedules', { key: from, body: whole })).json.code
    }
    expect(await codeOf(key, { target_url: 'http://10.0.0.1' })).toBe('target_not_allowed')
    expect(await codeOf(key, { scan_authorized: false })).toBe('authorization_required')
    expect(await codeOf(key, { profile: 'deep' })).toBe('authorization_required')
    const reader = await app.key(accountId, { scopes: ['read'] })
    expect(await codeOf(reader.text, {})).toBe('insufficient_scope')
  })

  it.each([1, 8760])('may run every %i hours', async (interval_hours) => {
    const { read } = await aSchedule({ interval_hours })
    expect((await read()).next_run_at).toBe(iso(now() + interval_hours * HOUR))
  })

  it('needs the Gold plan, when it is made, switched on and run', async () => {
    for (const plan of ['none', 'free', 'pro'] as const) {
      const { key } = await app.account({ plan })
      const body = { target_url: target(), interval_hours: 1 }
      const { status, json } = await call('POST', '/api/schedules', { key, body })
      expect([status, json.code]).toEqual([403, 'no_active_plan'])
      expect(json.error).toContain('Gold')
    }
    const { accountId, toggle, tick, read } = await aSchedule()
    await rowsOf(`UPDATE accounts SET plan = 'pro' WHERE id = ?`, accountId)
    advance(2 * HOUR)
    await tick()
    expect(await read()).toMatchObject({
      last_status: 'failed',
      last_scan_id: null,
      last_error: { code: 'no_active_plan' },
    })
    // The account of a key is known for a minute.
    advance(MINUTE)
    expect((await toggle()).status, 'off').toBe(200)
    expect((await toggle()).json.code, 'on').toBe('no_active_plan')
  })

  it('keeps secrets sealed, and shows of a webhook its host alone', async () => {
    const canary = 'canary-9d21'
    const { read } = await aSchedule({
      auth_config: { type: 'cookie', cookie_string: `s=${canary}` },
      webhook_url: `https://hooks.slack.com/services/${canary}`,
    })
    const other = await aSchedule({ webhook_url: `https://hooks.acme.dev/a?token=${canary}` })
    const records = [await read(), await other.read()]
    expect(records.map((record) => record.webhook_url)).toEqual([
      'https://hooks.slack.com/…',
      'https://hooks.acme.dev/…',
    ])
    expect(records[0].options.auth_config).toEqual({ type: 'cookie', configured: true })
    expect(JSON.stringify(records) + (await dumpDatabase())).not.toContain(canary)
  })
})

describe('a schedule that is not one’s own', () => {
  it('is not there, on either family', async () => {
    const { id, read } = await aSchedule()
    const { key } = await app.account()
    for (const family of FAMILIES) {
      for (const wrong of [id, crypto.randomUUID(), 'x']) {
        const toggled = await call('PUT', `${family}/${wrong}/toggle`, { key })
        const deleted = await call('DELETE', `${family}/${wrong}`, { key })
        expect([toggled.status, deleted.status]).toEqual([404, 404])
      }
      expect(JSON.parse((await call('GET', family, { key })).text)).toEqual({ items: [], total: 0 })
    }
    expect(await read()).toMatchObject({ id, enabled: true })
  })
})

describe('a due schedule', () => {
  it('starts a scan with its options and receivers, and says so', async () => {
    const { accountId, tick, read } = await aSchedule({
      scan_type: 'perf',
      notify_email: 'ops@acme.dev',
      webhook_url: 'https://hooks.acme.dev/a',
      auth_config: { type: 'token', token: 't-1' },
    })
    const due = now() + 2 * HOUR
    advance(2 * HOUR - 1)
    await tick()
    expect(await scansOf(accountId)).toEqual([])
    advance(1)
    await tick()
    const [scan] = await scansOf(accountId)
    const scanId = String(scan?.['id'])
    expect(await read()).toMatchObject({
      last_run_at: iso(due),
      next_run_at: iso(due + 2 * HOUR),
      last_scan_id: scanId,
      last_status: 'running',
    })
    const begun = app.rooms.begun.get(scanId)
    expect(begun?.options.scan_type).toBe('perf')
    const secrets = JSON.parse(await app.deps.vault.open(begun?.secretsCt ?? '', scanId))
    expect(secrets.auth_config).toEqual({ type: 'token', token: 't-1' })
    const receivers = await rowsOf('SELECT receiver FROM deliveries WHERE scan_id = ?', scanId)
    expect(receivers).toContainEqual({ receiver: 'ops@acme.dev' })
    expect(receivers).toHaveLength(2)
  })

  it('runs once however often the cron ticks, and however many ticks run at once', async () => {
    const { accountId, tick } = await aSchedule()
    advance(2 * HOUR)
    await Promise.all([1, 2, 3].map(() => runSchedules(app.deps)))
    await Promise.all([tick(), tick()])
    await tick()
    expect(await scansOf(accountId)).toHaveLength(1)
  })

  it('runs once for all the slots that were missed, then in its old rhythm', async () => {
    const { accountId, tick, read } = await aSchedule()
    const first = now() + 2 * HOUR
    advance(9 * HOUR)
    await tick()
    expect(await scansOf(accountId)).toHaveLength(1)
    expect((await read()).next_run_at).toBe(iso(first + 8 * HOUR))
  })

  it('waits for a slot, and one that is due again meanwhile waits but once', async () => {
    const limits = { ...UNLIMITED, concurrent_scans: 1 }
    const { key, accountId, tick, read } = await aSchedule({}, { limits })
    advance(2 * HOUR - MINUTE)
    const other = await call('POST', '/api/scan', { key, body: { url: target() } })
    advance(MINUTE)
    await tick()
    expect(await read()).toMatchObject({ last_scan_id: null, last_error: null })
    await app.deps.scan(other.json.scan_id).abort()
    advance(2 * HOUR)
    await tick()
    await tick()
    expect(await scansOf(accountId)).toHaveLength(2)
  })

  it('waits until its last scan has ended', async () => {
    const { accountId, tick } = await aSchedule({ interval_hours: 1, scan_speed: 'stealth' })
    advance(HOUR)
    await tick()
    advance(HOUR)
    await tick()
    const [first] = await scansOf(accountId)
    expect(await scansOf(accountId)).toHaveLength(1)
    await app.deps.scan(String(first?.['id'])).abort()
    await turns.all(accountId)
    expect(await scansOf(accountId)).toHaveLength(2)
  })

  it('scans anew though its target was scanned less than 15 minutes ago', async () => {
    const url = target()
    const { key, accountId, tick } = await aSchedule({ target_url: url })
    advance(2 * HOUR - MINUTE)
    await call('POST', '/api/scan', { key, body: { url } })
    advance(MINUTE)
    await tick()
    expect(await scansOf(accountId)).toHaveLength(2)
  })
})

describe('switching', () => {
  it('off stops it, on lets it run after a whole interval', async () => {
    const { accountId, toggle, tick, read } = await aSchedule()
    const off = await toggle()
    expect(JSON.parse(off.text)).toMatchObject({ enabled: false, next_run_at: null })
    expect(JSON.parse(off.text)).toEqual(await read())
    advance(5 * HOUR)
    await tick()
    expect(await scansOf(accountId)).toEqual([])
    const on = JSON.parse((await toggle()).text)
    expect(on).toMatchObject({ enabled: true, next_run_at: iso(now() + 2 * HOUR) })
    await tick()
    expect(await scansOf(accountId)).toEqual([])
    advance(2 * HOUR)
    await tick()
    expect(await scansOf(accountId)).toHaveLength(1)
  })

  it('off also takes back a run that waits', async () => {
    const limits = { ...UNLIMITED, concurrent_scans: 1 }
    const { key, accountId, toggle, tick } = await aSchedule({}, { limits })
    advance(2 * HOUR)
    const other = await call('POST', '/api/scan', { key, body: { url: target() } })
    await tick()
    await toggle()
    await app.deps.scan(other.json.scan_id).abort()
    await tick()
    expect(await scansOf(accountId)).toHaveLength(1)
  })
})

describe('deleting', () => {
  it.each(FAMILIES)('on %s ends the schedule and keeps its scans', async (family) => {
    const { key, id, accountId, tick } = await aSchedule()
    advance(2 * HOUR)
    await tick()
    const deleted = await call('DELETE', `${family}/${id.toUpperCase()}`, { key })
    expect(deleted.status).toBe(200)
    expect(JSON.parse(deleted.text)).toEqual({ id, deleted: true, message: expect.any(String) })
    expect((await call('DELETE', `${family}/${id}`, { key })).status).toBe(404)
    advance(5 * HOUR)
    await tick()
    expect(await scansOf(accountId)).toHaveLength(1)
    expect(await rowsOf('SELECT 1 FROM waiting_starts WHERE parent_id = ?', id)).toEqual([])
  })
})
