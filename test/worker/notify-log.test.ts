import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'

import { DAY } from '../../src/report/time.ts'
import { dumpDatabase, rowsOf } from './support.ts'
import { aWorldWithApi } from './support/delivery-world.ts'

const HOOK = 'https://hooks.acme.dev/canary-generic'

describe('the delivery log', () => {
  it('is paged, filtered, and shows neither planned deliveries nor those of others', async () => {
    const world = aWorldWithApi()
    const scan = await world.running({ hooks: [HOOK, `${HOOK}2`, `${HOOK}3`], email: 'a@acme.dev' })
    const list = async (query = '') =>
      (await world.api(scan.account.key, 'GET', `/api/webhooks/deliveries${query}`)).body
    expect(await list()).toMatchObject({ items: [], total: 0 })
    world.state.script = (_, nth) => (nth === 1 ? 404 : 200)
    await world.end(scan)
    await world.drain()
    expect(await list('?per_page=2&page=2')).toMatchObject({ total: 3, pages: 2, page: 2 })
    expect(await list('?status=failed')).toMatchObject({
      items: [{ status: 'failed', last_status_code: 404, attempts: 1, kind: 'scan' }],
      total: 1,
    })
    expect(await list(`?scan_id=${scan.scanId}`)).toMatchObject({ total: 3 })
    expect(await list(`?scan_id=${crypto.randomUUID()}`)).toMatchObject({ items: [], total: 0 })
    const { account } = await world.running()
    const others = await world.api(account.key, 'GET', '/api/webhooks/deliveries')
    expect(others.body).toMatchObject({ items: [], total: 0 })
    expect(JSON.stringify(await list())).not.toContain('canary')
    const wrong = await world.api(scan.account.key, 'GET', '/api/webhooks/deliveries?status=lost')
    expect(wrong.status).toBe(400)
  })

  it('loses the deliveries of a scan that is deleted', async () => {
    const world = aWorldWithApi()
    const scan = await world.running({ hooks: [HOOK] })
    await world.end(scan)
    await world.drain()
    expect((await world.api(scan.account.key, 'DELETE', `/api/scan/${scan.scanId}`)).status).toBe(
      200,
    )
    expect(await rowsOf('SELECT id FROM deliveries WHERE scan_id = ?', scan.scanId)).toEqual([])
  })
})

describe('notify_email', () => {
  it('gets one mail with the results, and the email log says sent', async () => {
    const world = aWorldWithApi()
    const scan = await world.running({ email: 'team@acme.dev' })
    await world.end(scan, { high: 2, risk_score: 35 })
    await world.end(scan)
    await world.drain()
    expect(world.mails).toMatchObject([
      { to: 'team@acme.dev', subject: 'Scan completed: shop.test' },
    ])
    const log = await world.api(scan.account.key, 'GET', '/api/email-log')
    expect(log.body).toMatchObject({
      items: [
        {
          kind: 'scan_completed',
          to: 'team@acme.dev',
          status: 'sent',
          error: null,
          scan_id: scan.scanId,
        },
      ],
      total: 1,
    })
    expect(log.headers.get('link')).toContain('rel="first"')
  })

  it('is logged as skipped where no mail binding is', async () => {
    const world = aWorldWithApi()
    world.state.hasMail = false
    const scan = await world.running({ email: 'team@acme.dev' })
    await world.end(scan)
    expect(await world.drain()).toEqual([0])
    const log = await world.api(scan.account.key, 'GET', '/api/email-log')
    expect(log.body).toMatchObject({ items: [{ status: 'skipped', to: 'team@acme.dev' }] })
  })

  it('is tried four times when the platform does not take it, then logged as failed', async () => {
    const world = aWorldWithApi()
    world.state.mailFails = true
    const scan = await world.running({ email: 'team@acme.dev' })
    await world.end(scan)
    expect(await world.drain()).toEqual([0, 2, 4, 8])
    const log = await world.api(scan.account.key, 'GET', '/api/email-log')
    expect(log.body).toMatchObject({
      items: [{ status: 'failed', error: expect.stringContaining('quota') }],
    })
  })
})

describe('the signing secret', () => {
  it('that is new signs at once, and both are listed for 24 hours', async () => {
    const world = aWorldWithApi()
    world.clock.now = Date.now()
    const { account } = await world.running()
    const secretNow = async () =>
      String((await world.api(account.key, 'GET', '/api/me')).body['webhook_signing_secret'])
    const before = await secretNow()
    const rotated = await world.api(account.key, 'POST', '/api/webhooks/secret/rotate')
    const after = String(rotated.body['webhook_signing_secret'])
    expect([rotated.status, after, await secretNow()]).toEqual([200, after, after])
    expect(after).not.toBe(before)
    expect(await dumpDatabase()).not.toContain(after)

    const ping = async () => {
      await world.api(account.key, 'POST', '/api/webhooks/test', { webhook_url: HOOK })
      await world.drain()
      const { body = '', headers } = world.requests.at(-1) ?? { headers: new Headers() }
      const accepts = (secret: string) => {
        try {
          return new Webhook(secret).verify(body, Object.fromEntries(headers)) !== null
        } catch {
          return false
        }
      }
      return [accepts(before), accepts(after)]
    }
    expect(await ping()).toEqual([true, true])
    await rowsOf(
      'UPDATE accounts SET webhook_secret_rotated_at = ? WHERE id = ?',
      world.clock.now - DAY,
      account.id,
    )
    expect(await ping()).toEqual([false, true])
    const entries = await rowsOf(
      `SELECT detail FROM audit_log WHERE account_id = ? AND action = 'webhook_secret.rotate'`,
      account.id,
    )
    expect(entries).toHaveLength(1)
  })
})

describe('an Idempotency-Key', () => {
  it('rotates the secret once, and the answer that comes again does not show it', async () => {
    const world = aWorldWithApi()
    const { account } = await world.running()
    const rotate = async () => {
      const headers = { 'idempotency-key': 'once' }
      const init = { method: 'POST', headers }
      const answer = await world.call('/api/webhooks/secret/rotate', account.key, init)
      return { replayed: answer.headers.get('idempotent-replayed'), body: await answer.json() }
    }
    const first = await rotate()
    expect(first).toMatchObject({
      replayed: null,
      body: { webhook_signing_secret: expect.stringMatching(/^whsec_/) },
    })
    const again = await rotate()
    expect([again.replayed, Object.keys(again.body as object)]).toEqual([
      'true',
      ['previous_valid_until'],
    ])
  })
})

describe('a key without the scope manage', () => {
  it.each([
    ['GET', '/api/integrations'],
    ['PUT', '/api/integrations/chat'],
    ['POST', '/api/integrations/chat/test'],
    ['POST', '/api/webhooks/secret/rotate'],
    ['GET', '/api/webhooks/deliveries'],
    ['POST', '/api/webhooks/test'],
    ['GET', '/api/email-log'],
  ])('may not %s %s', async (method, path) => {
    const { running, api } = aWorldWithApi()
    const key = await (await running()).account.withScopes('read', 'scan')
    const answer = await api(key, method, path, method === 'PUT' ? {} : undefined)
    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
  })
})
