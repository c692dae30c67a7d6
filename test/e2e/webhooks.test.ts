import { createHmac } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { deliveryShard } from '../../src/queues/send-delivery.ts'
import { start as startTiny } from '../range/apps/tiny/app.ts'
import { startInstance, type Account, type Instance } from '../support/e2e-instance.ts'
import { answerEndlessly, startReceiver, startResetting } from '../support/e2e-receivers.ts'
import { until } from '../support/until.ts'
import { startScan, untilEnded } from '../support/e2e-scan.ts'

const SHARDS = 4
const SLACK_MS = 1000
const TIMEOUT_MS = 10_000
const Log = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      attempts: z.number(),
      last_status_code: z.number().nullable(),
      error: z.string().nullable(),
    }),
  ),
})
const Sent = z.object({ delivery_id: z.string() })
const Me = z.object({ webhook_signing_secret: z.string() })

const refusing = await startReceiver((response) => response.writeHead(503).end())
const gone = await startReceiver((response) => response.writeHead(410).end())
const elsewhere = await startReceiver((response) => response.end())
const redirecting = await startReceiver((response) =>
  response.writeHead(307, { location: `${elsewhere.origin}/moved` }).end(),
)
const endless = await startReceiver((response) => answerEndlessly(response))
const dripping = await startReceiver((response) => response.writeHead(200).write('x'))
const hanging = await startReceiver(() => undefined)
const healthy = await startReceiver((response) => response.end('ok'))
const resetting = await startResetting()
const tiny = await startTiny()

let instance: Instance
let alone: Account
let busy: Account
beforeAll(async () => {
  instance = await startInstance()
  alone = await instance.account(null)
  do busy = await instance.account(null)
  while (shardOf(busy) === shardOf(alone))
})
afterAll(async () => {
  await instance.stop()
  const receivers = [refusing, gone, elsewhere, redirecting, endless, dripping, hanging, healthy]
  await Promise.all([...receivers, resetting].map((each) => each.stop()))
  await tiny.close()
})

const shardOf = (account: Account) => deliveryShard(account.account_id, SHARDS)

async function ping({ key }: Account, origin: string): Promise<string> {
  const body = { webhook_url: `${origin}/hook/secret` }
  const reply = await instance.api('POST', '/api/webhooks/test', body, { key })
  if (reply.status !== 202) throw new Error(JSON.stringify(reply.body))
  return Sent.parse(reply.body).delivery_id
}
async function entry({ key }: Account, id: string) {
  const reply = await instance.api('GET', '/api/webhooks/deliveries', undefined, { key })
  return Log.parse(reply.body).items.find((item) => item.id === id)
}
const hasEnded = async (account: Account, id: string) =>
  (await entry(account, id))?.status !== 'pending'

describe('a receiver that', () => {
  it.concurrent.each([
    ['answers 410', gone, 'failed', 410],
    ['redirects', redirecting, 'failed', 307],
    ['answers without end', endless, 'delivered', 200],
    ['drips its answer', dripping, 'delivered', 200],
  ])('%s is asked once', async (_, receiver, status, code) => {
    const id = await ping(busy, receiver.origin)
    await until(() => hasEnded(busy, id), 5000)
    const last = { attempts: 1, status, last_status_code: code }
    expect(await entry(busy, id)).toMatchObject(last)
    await until(() => receiver.open() === 0, 5000)
    expect([receiver.received.length, elsewhere.received.length]).toEqual([1, 0])
  })

  it.concurrent('resets the connection is asked again', async () => {
    const id = await ping(busy, resetting.origin)
    await until(() => resetting.connections() >= 2, 8000)
    expect(await entry(busy, id)).toMatchObject({ last_status_code: null })
  })

  it.concurrent('takes the webhook of a scan can verify it, and it says what the scan says', async () => {
    const path = '/scan-hook/secret'
    const options = { webhook_url: healthy.origin + path, profile: 'gate' }
    const id = await startScan(instance, busy.key, tiny.url, options)
    await untilEnded(instance, busy.key, id, 60_000)
    await until(() => healthy.received.some((each) => each.path === path), 5000)
    const [hook, ...more] = healthy.received.filter((each) => each.path === path)
    expect(more).toEqual([])
    const key = { key: busy.key }
    const me = Me.parse((await instance.api('GET', '/api/me', undefined, key)).body)
    const secret = me.webhook_signing_secret
    const { body = '', headers = {} } = hook ?? {}
    const hex = createHmac('sha256', secret).update(body).digest('hex')
    expect(headers['x-service-signature']).toBe(`sha256=${hex}`)
    const payload = new Webhook(secret).verify(body, headers as Record<string, string>)
    const { body: scan } = await instance.api('GET', `/api/scan/${id}`, undefined, key)
    const { summary, completed_at: completed } = z
      .object({ summary: z.record(z.string(), z.number()), completed_at: z.string() })
      .parse(scan)
    const { risk_score: risk, ...counts } = summary
    expect(payload).toEqual({
      event: 'scan_completed',
      scan_id: id,
      target_url: tiny.url,
      risk_score: risk,
      total_findings: Object.values(counts).reduce((sum, each) => sum + each, 0),
      vulnerability_counts: counts,
      timestamp: `${completed}Z`,
    })
    expect(instance.output()).not.toContain('secret')
  })
})

// After the others: what is timed here has its shard, and the machine, to itself.
describe('over time, a receiver that', () => {
  it.concurrent('answers 503 is asked at 0 s and then 2, 4 and 8 s after the last time, and given up', async () => {
    const id = await ping(alone, refusing.origin)
    await until(() => refusing.received.length === 4, 20_000)
    const times = refusing.received.map(({ atMs }) => atMs)
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    for (const [index, most] of [2000, 4000, 8000].entries()) {
      expect(gaps[index]).toBeGreaterThanOrEqual(most)
      expect(gaps[index]).toBeLessThanOrEqual(most + SLACK_MS)
    }
    await until(() => hasEnded(alone, id), 5000)
    expect(await entry(alone, id)).toMatchObject({ status: 'abandoned', attempts: 4 })
    const log = await instance.api('GET', '/api/email-log', undefined, { key: alone.key })
    expect(log.body).toMatchObject({ items: [{ id, status: 'failed', kind: 'webhook_abandoned' }] })
  })

  it.concurrent('hangs is let go after ten seconds, and nobody waits for it', async () => {
    const id = await ping(busy, hanging.origin)
    await until(() => hanging.received.length === 1, 5000)
    const asked = performance.now()
    for (const account of [alone, busy]) await ping(account, healthy.origin)
    await until(() => healthy.received.length === 2, 2000)
    expect(hanging.open()).toBe(1)
    await until(() => hanging.open() === 0, TIMEOUT_MS + 2000)
    expect(performance.now() - asked).toBeGreaterThan(TIMEOUT_MS - 1000)
    await until(async () => (await entry(busy, id))?.error !== null, 5000)
    expect(await entry(busy, id)).toMatchObject({
      status: 'pending',
      error: 'No answer within 10 seconds.',
    })
  })
})

describe('a delivery that was cut off by the end of the process', () => {
  it('is made when the service is there again', async () => {
    const down = await startReceiver((response) => response.writeHead(500).end())
    const id = await ping(alone, down.origin)
    await until(() => down.received.length === 1, 5000)
    await instance.kill9()
    await instance.restart()
    await instance.advance(60)
    await until(() => down.received.length === 2, 10_000)
    expect(down.received[1]?.headers['webhook-id']).toBe(id)
    await down.stop()
  })
})
