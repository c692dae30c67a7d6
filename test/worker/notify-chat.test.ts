import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

import { dumpDatabase } from './support.ts'
import { aWorldWithApi } from './support/delivery-world.ts'

const HOOK = 'https://hooks.acme.dev/canary-generic'
const SLACK = 'https://hooks.slack.com/services/T00/B00/canary-slack'

describe('the global chat webhook', () => {
  it('is set, shown masked, changed, kept and removed', async () => {
    const { running, api } = aWorldWithApi()
    const { key } = (await running()).account
    expect((await api(key, 'GET', '/api/integrations')).body).toEqual({ chat: null })
    const set = await api(key, 'PUT', '/api/integrations/chat', { webhook_url: SLACK })
    const chat = {
      webhook_url: 'https://hooks.slack.com/…',
      webhook_format: 'slack',
      severity_threshold: 'high',
      enabled: true,
      updated_at: '2026-11-20T10:02:31',
    }
    expect(set).toMatchObject({ status: 200, body: { chat } })
    expect((await api(key, 'GET', '/api/integrations')).body).toEqual({ chat })
    expect((await api(key, 'GET', '/api/me')).body).toMatchObject({ integrations: { chat } })

    const change = { severity_threshold: 'low', enabled: false }
    const changed = { chat: { ...chat, ...change } }
    for (const same of [{}, { webhook_url: chat.webhook_url }]) {
      const answer = await api(key, 'PUT', '/api/integrations/chat', { ...change, ...same })
      expect(answer.body).toEqual(changed)
    }
    expect(await dumpDatabase()).not.toContain('canary')
    const removed = await api(key, 'PUT', '/api/integrations/chat', { webhook_url: null })
    expect(removed.body).toEqual({ chat: null })
    const again = await api(key, 'PUT', '/api/integrations/chat', change)
    expect(again).toMatchObject({ status: 400, body: { fields: [{ path: 'webhook_url' }] } })
    expect((await api(key, 'POST', '/api/integrations/chat/test')).status).toBe(404)
  })

  it.each([
    ['a word that is no threshold', { webhook_url: SLACK, severity_threshold: 'urgent' }],
    ['a URL that is none', { webhook_url: 'slack' }],
    ['a URL with a password', { webhook_url: 'https://u:p@hooks.slack.com/services/a/b' }],
    ['plain http', { webhook_url: 'http://hooks.acme.dev/x' }],
    ['a private address', { webhook_url: 'https://10.0.0.8/x' }],
    ['the metadata service', { webhook_url: 'https://169.254.169.254/' }],
    ['a port of the bad-port list', { webhook_url: 'https://hooks.acme.dev:25/' }],
    ['an unknown format', { webhook_url: SLACK, webhook_format: 'pigeon' }],
    ['an unknown field', { webhook_url: SLACK, url: SLACK }],
    ['a switch that is no boolean', { webhook_url: SLACK, enabled: 'yes' }],
  ])('is refused with %s, and nothing is written', async (_, body) => {
    const { running, api } = aWorldWithApi()
    const { account } = await running()
    const answer = await api(account.key, 'PUT', '/api/integrations/chat', body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(answer.body['fields']).toHaveLength(1)
    expect((await api(account.key, 'GET', '/api/integrations')).body).toEqual({ chat: null })
  })

  it.each([
    ['high', { high: 1 }, 1],
    ['high', { medium: 9 }, 0],
    ['info', { info: 1 }, 1],
    ['info', {}, 0],
    ['always', {}, 1],
    ['critical', { critical: 1 }, 1],
  ])(
    'with threshold %s and %j findings gets %i messages, native and unsigned',
    async (threshold, counts, messages) => {
      const world = aWorldWithApi()
      const scan = await world.running()
      const body = { webhook_url: SLACK, severity_threshold: threshold }
      await world.api(scan.account.key, 'PUT', '/api/integrations/chat', body)
      await world.end(scan, counts)
      await world.drain()
      expect(world.requests.map(({ url }) => url.href)).toEqual(messages === 1 ? [SLACK] : [])
      for (const request of world.requests) {
        expect(
          [...request.headers.keys()].filter((name) => /signature|webhook/.test(name)),
        ).toEqual([])
        expect(JSON.parse(request.body ?? '')).toMatchObject({ blocks: expect.any(Array) })
      }
    },
  )

  it('whose URL no key opens any more is a delivery that failed, and the scan ends', async () => {
    const world = aWorldWithApi()
    const scan = await world.running({ hooks: [HOOK] })
    const body = { webhook_url: SLACK, severity_threshold: 'always' }
    await world.api(scan.account.key, 'PUT', '/api/integrations/chat', body)
    await env.DB.prepare('UPDATE integrations SET url_ct = ?1 WHERE account_id = ?2')
      .bind(await world.deps.vault.seal(SLACK, 'another'), scan.accountId)
      .run()
    await world.end(scan)
    await world.drain()
    expect(world.requests.map(({ url }) => url.href)).toEqual([HOOK])
    const log = await world.api(scan.account.key, 'GET', '/api/webhooks/deliveries')
    expect(log.body).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({
          kind: 'chat',
          status: 'failed',
          attempts: 1,
          error: expect.stringContaining('set it again'),
        }),
      ]),
    })
  })

  it('is told once of a scan that names it as webhook_url too, and not while it is off', async () => {
    const world = aWorldWithApi()
    const scan = await world.running({ hooks: [SLACK] })
    const body = { webhook_url: SLACK, severity_threshold: 'always' }
    await world.api(scan.account.key, 'PUT', '/api/integrations/chat', body)
    await world.end(scan)
    await world.drain()
    expect(world.requests).toHaveLength(1)

    const other = await world.running()
    const off = { ...body, enabled: false }
    await world.api(other.account.key, 'PUT', '/api/integrations/chat', off)
    await world.end(other)
    await world.drain()
    expect(world.requests).toHaveLength(1)
  })
})

describe('a test message', () => {
  it('of the chat webhook goes out in its own format, even while it is off', async () => {
    const world = aWorldWithApi()
    const { account } = await world.running()
    const body = { webhook_url: SLACK, enabled: false }
    await world.api(account.key, 'PUT', '/api/integrations/chat', body)
    const sent = await world.api(account.key, 'POST', '/api/integrations/chat/test')
    expect(sent).toMatchObject({ status: 202, body: { webhook_url: 'https://hooks.slack.com/…' } })
    await world.drain()
    expect(world.requests.map((each) => each.body)).toEqual([
      expect.stringContaining('Test message'),
    ])
  })

  it('of a webhook is a signed ping, and the log says what came of it', async () => {
    const world = aWorldWithApi()
    const { account } = await world.running()
    world.state.script = (_, nth) => (nth === 1 ? 503 : 200)
    const sent = await world.api(account.key, 'POST', '/api/webhooks/test', { webhook_url: HOOK })
    expect(sent).toMatchObject({ status: 202, body: { status: 'pending' } })
    const path = '/api/webhooks/deliveries'
    const pending = await world.api(account.key, 'GET', path)
    expect(pending.body).toMatchObject({ total: 1, items: [{ status: 'pending', attempts: 0 }] })
    await world.drain()
    expect(JSON.parse(world.requests[0]?.body ?? '')).toMatchObject({ event: 'ping' })
    expect(world.requests[0]?.headers.get('x-service-signature')).toMatch(/^sha256=[0-9a-f]{64}$/)
    expect((await world.api(account.key, 'GET', path)).body).toEqual({
      items: [
        {
          id: sent.body['delivery_id'],
          scan_id: null,
          kind: 'test',
          event: 'ping',
          webhook_url: 'https://hooks.acme.dev/…',
          webhook_format: 'generic',
          status: 'delivered',
          attempts: 2,
          last_status_code: 200,
          error: null,
          created_at: '2026-11-20T10:02:31',
          last_attempt_at: '2026-11-20T10:02:33',
          ended_at: '2026-11-20T10:02:33',
        },
      ],
      total: 1,
      page: 1,
      per_page: 20,
      pages: 1,
    })
  })

  it.each([
    [{}, 'webhook_url'],
    [{ webhook_url: 'https://127.0.0.1/x' }, 'webhook_url'],
    [{ webhook_url: HOOK, webhook_format: 'x' }, 'webhook_format'],
  ])('to %j is refused, naming %s', async (body, path) => {
    const { running, api } = aWorldWithApi()
    const { account } = await running()
    const answer = await api(account.key, 'POST', '/api/webhooks/test', body)
    expect(answer).toMatchObject({ status: 400, body: { fields: [{ path }] } })
  })
})
