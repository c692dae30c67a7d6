import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'

import { DAY } from '../../src/report/time.ts'
import { dumpDatabase, rowsOf } from './support.ts'
import { aDeliveryWorld, idOf } from './support/delivery-world.ts'

const HOOK = 'https://hooks.acme.dev/secret-path?token=secret-query'
const SLACK = 'https://hooks.slack.com/services/T00/B00/secret'
const logOf = (scanId: string) =>
  rowsOf(
    `SELECT kind, format, receiver, status, attempts, last_status, error, url_ct FROM deliveries
     WHERE scan_id = ? ORDER BY format`,
    scanId,
  )
const emailsOf = (accountId: string) =>
  rowsOf('SELECT kind, "to", subject, status, error FROM email_log WHERE account_id = ?', accountId)

describe('a scan that completes', () => {
  it('is told to its receivers once, however often the end is written', async () => {
    const world = aDeliveryWorld()
    const scan = await world.running({ hooks: [HOOK, `${HOOK}2`, HOOK] })
    await world.end(scan, { critical: 1, medium: 2, risk_score: 61 })
    await world.end(scan)
    await world.drain()
    await world.end(scan)
    await world.drain()
    expect(world.requests.map(({ url }) => url.href).toSorted()).toEqual([HOOK, `${HOOK}2`])
    expect(JSON.parse(world.requests[0]?.body ?? '')).toMatchObject({
      event: 'scan_completed',
      scan_id: scan.scanId,
      risk_score: 61,
      total_findings: 3,
    })
    expect((await logOf(scan.scanId)).map(({ status }) => status)).toEqual([
      'delivered',
      'delivered',
    ])
  })

  it('signs the generic payload so that independent receivers accept it', async () => {
    const world = aDeliveryWorld()
    // The library refuses what is older than five minutes.
    world.clock.now = Date.now()
    const scan = await world.running({ hooks: [HOOK] })
    await world.end(scan)
    await world.drain()
    const [request] = world.requests
    const body = request?.body ?? ''
    const headers = Object.fromEntries(request?.headers ?? [])
    const me: Record<string, string> = await (await world.call('/api/me', scan.account.key)).json()
    const secret = me['webhook_signing_secret'] ?? ''
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ scan_id: scan.scanId })
    const key = await crypto.subtle.importKey(
      'raw',
      new TextEncoder().encode(secret),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['verify'],
    )
    const hex = headers['x-service-signature']?.replace('sha256=', '') ?? ''
    const bytes = new TextEncoder().encode(body)
    expect(await crypto.subtle.verify('HMAC', key, Buffer.from(hex, 'hex'), bytes)).toBe(true)
  })

  it('is told to nobody when it failed or was aborted', async () => {
    const world = aDeliveryWorld()
    const scan = await world.running({ hooks: [HOOK], email: 'team@acme.dev' })
    await world.end(scan, { status: 'failed', error_code: 'aborted' })
    expect([world.queue, await logOf(scan.scanId)]).toEqual([[], []])
  })

  it('keeps no webhook URL in clear while it waits, and none at all afterwards', async () => {
    const world = aDeliveryWorld()
    world.state.script = () => 500
    const scan = await world.running({ hooks: [HOOK, SLACK] })
    expect(await dumpDatabase()).not.toMatch(/secret-path|secret-query|B00\/secret/)
    await world.end(scan)
    expect(JSON.stringify(world.queue)).not.toContain('acme')
    await world.drain()
    expect(await dumpDatabase()).not.toMatch(/secret-path|secret-query|B00\/secret/)
    expect((await logOf(scan.scanId)).map((row) => [row['receiver'], row['url_ct']])).toEqual([
      ['https://hooks.acme.dev/…', null],
      ['https://hooks.slack.com/…', null],
    ])
  })
})

describe('attempts', () => {
  it.each([['5xx', 503] as const, ['an unreachable endpoint', 'timeout'] as const])(
    'for %s are four, at 0, 2, 4 and 8 seconds, then given up and logged as mail',
    async (_, answer) => {
      const world = aDeliveryWorld()
      world.state.script = () => answer
      const scan = await world.running({ hooks: [HOOK] })
      await world.end(scan)
      expect(await world.drain()).toEqual([0, 2, 4, 8])
      const bodies = new Set(world.requests.map(({ body }) => body))
      expect([bodies.size, new Set(world.requests.map(idOf)).size]).toEqual([1, 1])
      const error =
        answer === 503 ? 'The receiver answered HTTP 503.' : 'No answer within 10 seconds.'
      const status = answer === 503 ? 503 : null
      expect(await logOf(scan.scanId)).toMatchObject([
        { status: 'abandoned', attempts: 4, last_status: status, error },
      ])
      expect(await emailsOf(scan.accountId)).toEqual([
        {
          kind: 'webhook_abandoned',
          to: 'https://hooks.acme.dev/…',
          subject: 'Webhook given up: Scan completed: shop.test',
          status: 'failed',
          error,
        },
      ])
      world.clock.now += DAY
      expect(await world.sweep()).toBe(0)
    },
  )

  it('end with the first success', async () => {
    const world = aDeliveryWorld()
    world.state.script = (_, nth) => (nth < 3 ? 500 : 200)
    const scan = await world.running({ hooks: [HOOK] })
    await world.end(scan)
    expect(await world.drain()).toEqual([0, 2, 4])
    expect(await logOf(scan.scanId)).toMatchObject([
      { status: 'delivered', attempts: 3, error: null },
    ])
    expect(await emailsOf(scan.accountId)).toEqual([])
  })

  it.each([400, 404, 410, 429, 302, 307])('for %i are one', async (status) => {
    const world = aDeliveryWorld()
    world.state.script = () => status
    const scan = await world.running({ hooks: [HOOK] })
    await world.end(scan)
    expect(await world.drain()).toEqual([0])
    expect(await logOf(scan.scanId)).toMatchObject([{ status: 'failed', last_status: status }])
    expect(await emailsOf(scan.accountId)).toEqual([])
  })

  it('ask the target policy again: a receiver that has moved inside gets nothing', async () => {
    const world = aDeliveryWorld()
    const scan = await world.running({ hooks: [HOOK] })
    await world.end(scan)
    world.state.inside = true
    expect(await world.drain()).toEqual([0])
    expect(world.requests).toEqual([])
    expect(await logOf(scan.scanId)).toMatchObject([
      { status: 'failed', error: 'It is inside now.' },
    ])
  })
})
