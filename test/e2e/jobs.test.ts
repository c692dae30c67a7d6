import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { start as startTiny } from '../range/apps/tiny/app.ts'
import { startInstance, type Instance } from '../support/e2e-instance.ts'
import { startReceiver } from '../support/e2e-receivers.ts'

const JOB_MS = 120_000
const POLL_MS = 200
const HOUR_S = 3600
const Job = z.looseObject({
  status: z.string(),
  completed: z.number(),
  total: z.number(),
  scan_ids: z.array(z.string()),
  errors: z.array(z.looseObject({ url: z.string(), code: z.string() })),
})
const Schedules = z.looseObject({
  items: z.array(
    z.looseObject({ last_scan_id: z.string().nullable(), last_status: z.string().nullable() }),
  ),
})
const Told = z.looseObject({ event: z.literal('scan_completed'), scan_id: z.string() })
const Mails = z.looseObject({ total: z.number() })
const MAIL = { kind: 'scan_completed', to: 'ops@acme.test', status: 'sent' }
const Started = z.looseObject({ job_id: z.string() })

const app = await startTiny()
const hook = await startReceiver((response) => response.end())
const RECEIVERS = { webhook_url: `${hook.origin}/hook`, notify_email: 'ops@acme.test' }
let instance: Instance
beforeAll(async () => {
  instance = await startInstance()
})
afterAll(async () => {
  await instance.stop()
  await hook.stop()
  await app.close()
})

async function until<T>(read: () => Promise<T>, isReached: (value: T) => boolean): Promise<T> {
  const end = Date.now() + JOB_MS
  for (;;) {
    const value = await read()
    if (isReached(value)) return value
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(value)}`)
    await wait(POLL_MS)
  }
}

/** A bulk job of quick scans of pages of the tiny site, and how far it is. */
async function aBulk(urls: readonly string[], concurrent: number | null) {
  const { key } = await instance.account({
    concurrent_scans: concurrent,
    domain_cooldown: null,
    reads_per_minute: null,
  })
  const body = { urls, scan_type: 'perf', scan_authorized: true }
  const started = await instance.api('POST', '/api/scan/bulk', body, { key })
  expect(started.status).toBe(202)
  const { job_id } = Started.parse(started.body)
  const read = async () =>
    Job.parse((await instance.api('GET', `/api/scan/bulk/${job_id}`, undefined, { key })).body)
  return { key, read }
}
const pages = (count: number) =>
  Array.from({ length: count }, (_, page) => `${app.url}page/${page}`)

describe('a bulk job', () => {
  it('of ten URLs, one of them bad, ends done, two scans at a time', async () => {
    const { read } = await aBulk([...pages(9), 'ftp://nowhere'], 2)
    let most = 0
    const done = await until(read, (job) => {
      most = Math.max(most, job.scan_ids.length + job.errors.length - job.completed)
      return job.status === 'done'
    })
    expect(done).toMatchObject({ completed: 10, total: 10 })
    expect(new Set(done.scan_ids).size).toBe(9)
    expect(done.errors).toMatchObject([{ url: 'ftp://nowhere', code: 'target_not_allowed' }])
    expect(most).toBeLessThanOrEqual(2)
  })

  it('goes on where a kill -9 left it, and starts nothing twice', async () => {
    const { key, read } = await aBulk(pages(8), 2)
    await until(read, (job) => job.completed > 0)
    await instance.kill9()
    await instance.restart()
    // What the dead process held is given up now, not after the real minute.
    await instance.advance(60)
    const done = await until(read, (job) => job.status === 'done')
    expect(new Set(done.scan_ids).size).toBe(8)
    const list = await instance.api('GET', '/api/scans', undefined, { key })
    expect(list.body).toMatchObject({ total: 8 })
  })
})

describe('a schedule', () => {
  it('fires when the clock has passed its time, and tells its webhook_url and its notify_email', async () => {
    const { key } = await instance.account()
    const call = { key }
    const body = { target_url: app.url, scan_type: 'perf', interval_hours: 1, ...RECEIVERS }
    const made = await instance.api('POST', '/api/scheduled-scans', body, call)
    expect(made.status).toBe(201)
    const read = async () =>
      Schedules.parse((await instance.api('GET', '/api/schedules', undefined, call)).body).items[0]
    await instance.advance(HOUR_S)
    const first = await until(read, (schedule) => schedule?.last_status === 'completed')
    await instance.api('POST', '/api/local/cron')
    await instance.advance(HOUR_S)
    const second = await until(
      read,
      (schedule) =>
        schedule?.last_status === 'completed' && schedule.last_scan_id !== first?.last_scan_id,
    )
    expect(second?.last_scan_id).toEqual(expect.any(String))
    const list = await instance.api('GET', '/api/scans', undefined, call)
    expect(list.body).toMatchObject({ total: 2 })
    // Its receivers are told of each run.
    const told = async () => hook.received.map(({ body }) => Told.parse(JSON.parse(body)).scan_id)
    const both = [first?.last_scan_id, second?.last_scan_id]
    const ids = await until(told, (list) => list.length >= 2)
    expect([ids.length, new Set(ids)]).toEqual([2, new Set(both)])
    const mails = async () => (await instance.api('GET', '/api/email-log', undefined, call)).body
    const logged = await until(mails, (log) => Mails.parse(log).total >= 2)
    expect(logged).toMatchObject({ items: [MAIL, MAIL], total: 2 })
  })
})
