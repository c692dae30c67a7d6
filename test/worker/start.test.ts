import { describe, expect, it } from 'vitest'

import { MINUTE, SECOND } from '../../src/report/time.ts'
import {
  advance,
  dumpDatabase,
  freezeClock,
  freshHost,
  makeHarness,
  now,
  rowsOf,
} from './support.ts'

freezeClock()

const app = makeHarness()
const { call } = app
const { key, keyId, accountId } = await app.account()
const start = (body: object, headers: Record<string, string> = {}) =>
  call('POST', '/api/scan', { key, body, headers })
const startV1 = (body: object) => call('POST', '/api/v1/scan', { key, body })

describe('a new scan', () => {
  it('is answered with its id and stands in the index with tags, audit and asset', async () => {
    const host = freshHost()
    const headers = { 'cf-connecting-ip': '203.0.113.7' }
    const body = { target_url: `https://${host}/shop`, tags: ['a', ' b ', 'a'], notes: 'n' }
    const answer = await start({ ...body, scan_authorized: true }, headers)
    expect(answer.status).toBe(202)
    const { scan_id: scanId } = answer.json
    expect(answer.json).toEqual({
      scan_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'running',
    })
    const [row] = await rowsOf('SELECT * FROM scans WHERE id = ?', scanId)
    expect(row).toMatchObject({
      account_id: accountId,
      target_url: `https://${host}/shop`,
      host,
      scan_type: 'vuln',
      profile: 'standard',
      status: 'running',
      tags: '["a","b"]',
      notes: 'n',
      scan_authorized: 1,
      started_at: now(),
      deadline: now() + 61 * MINUTE,
    })
    expect(JSON.parse(String(row?.['authorization']))).toEqual({
      basis: 'request',
      by: `key:${keyId}`,
      at: '2026-11-20T10:00:00',
      ip: '203.0.113.7',
    })
    const tags = await rowsOf('SELECT tag FROM scan_tags WHERE scan_id = ? ORDER BY tag', scanId)
    expect(tags).toEqual([{ tag: 'a' }, { tag: 'b' }])
    const assets = await rowsOf('SELECT verified_at FROM assets WHERE host = ?', host)
    expect(assets).toEqual([{ verified_at: null }])
    const audit = await rowsOf(`SELECT * FROM audit_log WHERE detail LIKE ?`, `%${scanId}%`)
    expect(audit).toMatchObject([{ action: 'scan.start', actor: `key:${keyId}`, at: now() }])
  })

  it('begins with the effective options, and with secrets that only it can open', async () => {
    const canary = 'canary-7f3a9c'
    const { json } = await start({
      target: `https://${freshHost()}`,
      scan_speed: 'cautious',
      max_pages: 5,
      excluded_paths: 'admin\n\n/private',
      auth_config: { type: 'token', token: `${canary}-token` },
      custom_headers: { 'X-Canary': `${canary}-header` },
      webhook_url: `https://hooks.acme.dev/${canary}-hook`,
    })
    const begun = app.rooms.begun.get(json.scan_id)
    expect(begun?.options).toMatchObject({
      excluded_paths: ['/admin', '/private'],
      max_duration_s: 3600,
      max_requests: 20_000,
      max_pages: 5,
      auth_config: { type: 'token', configured: true },
      custom_headers: ['X-Canary'],
      webhook: { host: 'hooks.acme.dev', format: 'auto' },
    })
    const sealed = begun?.secretsCt ?? ''
    expect(JSON.parse(await app.deps.vault.open(sealed, json.scan_id))).toEqual({
      auth_config: { type: 'token', token: `${canary}-token` },
      custom_headers: { 'X-Canary': `${canary}-header` },
      webhook_url: `https://hooks.acme.dev/${canary}-hook`,
    })
    await expect(app.deps.vault.open(sealed, crypto.randomUUID())).rejects.toThrow()
    const { secretsCt: _, ...open } = begun ?? {}
    const shown = await call('GET', `/api/scan/${json.scan_id}`, { key })
    expect(shown.json.options.auth_config).toEqual({ type: 'token', configured: true })
    for (const text of [
      JSON.stringify(open),
      await dumpDatabase(),
      shown.text,
      app.logged.join(),
    ]) {
      expect(text).not.toContain(canary)
    }
  })

  it.each(['target_url', 'target', 'url'])(
    'takes its target as %s, on both routes',
    async (name) => {
      expect((await start({ [name]: `https://${freshHost()}` })).status).toBe(202)
      expect((await startV1({ [name]: `https://${freshHost()}` })).status).toBe(202)
    },
  )

  it('with target_ip needs no name that resolves: it goes to that address', async () => {
    const body = { target: 'https://unknown.acme.dev', target_ip: '93.184.216.34' }
    const answer = await start(body)
    expect(answer.status).toBe(202)
    expect(app.rooms.begun.get(answer.json.scan_id)?.options.target_ip).toBe('93.184.216.34')
  })

  it('of v1 says where to look', async () => {
    const { status, json } = await startV1({ target: `https://${freshHost()}` })
    const path = `/api/v1/scan/${json.scan_id}`
    expect({ status, json }).toEqual({
      status: 202,
      json: {
        scan_id: json.scan_id,
        id: json.scan_id,
        status: 'running',
        status_url: path,
        sarif_url: `${path}/sarif`,
      },
    })
    expect((await call('GET', path, { key })).status).toBe(200)
  })
})

describe('a target scanned within 15 minutes', () => {
  it.each([
    ['a slash at the end', (host: string) => `https://${host}/`],
    ['capitals', (host: string) => `HTTPS://${host.toUpperCase()}`],
    ['its default port', (host: string) => `https://${host}:443`],
    ['a fragment', (host: string) => `https://${host}/#top`],
    ['the dot of an absolute name', (host: string) => `https://${host}.`],
    ['blanks around it', (host: string) => ` https://${host} `],
  ])('is the same with %s', async (_, spelling) => {
    const host = freshHost()
    const first = await start({ target_url: `https://${host}` })
    const again = await start({ target_url: spelling(host), scan_type: 'perf' })
    expect(again.status).toBe(200)
    expect(again.json).toEqual({
      scan_id: first.json.scan_id,
      status: 'running',
      started_at: new Date(now()).toISOString().slice(0, 19),
      message: expect.stringContaining('15 minutes'),
    })
  })

  it.each([
    ['another path', (host: string) => `https://${host}/other`],
    ['another query', (host: string) => `https://${host}/?a=1`],
    ['another port', (host: string) => `https://${host}:8443`],
    ['another scheme', (host: string) => `http://${host}`],
  ])('is another one with %s', async (_, spelling) => {
    const host = freshHost()
    await start({ target_url: `https://${host}` })
    expect((await start({ target_url: spelling(host) })).status).toBe(202)
  })

  it('is scanned anew when the time is up, by v1, or by another account', async () => {
    const body = { target_url: `https://${freshHost()}` }
    const first = await start(body)
    advance(SECOND)
    const v1 = await startV1(body)
    expect(v1.json.scan_id).not.toBe(first.json.scan_id)
    expect((await start(body)).json.scan_id, 'the newest one counts').toBe(v1.json.scan_id)
    const other = await app.account()
    expect((await call('POST', '/api/scan', { key: other.key, body })).status).toBe(202)
    advance(15 * MINUTE - SECOND)
    expect((await start(body)).status).toBe(200)
    advance(SECOND)
    expect((await start(body)).status).toBe(202)
  })

  it('is scanned anew once its scan was aborted or deleted', async () => {
    for (const end of [
      (id: string) => call('POST', `/api/scan/${id}/abort`, { key }),
      (id: string) => call('DELETE', `/api/scan/${id}`, { key }),
    ]) {
      const body = { target_url: `https://${freshHost()}` }
      const { json } = await start(body)
      expect((await end(json.scan_id)).status).toBe(200)
      expect((await start(body)).status).toBe(202)
    }
  })

  it('adds a webhook_url to the scan that runs, once, and says so', async () => {
    const body = { target_url: `https://${freshHost()}` }
    const { json: first } = await start({ ...body, webhook_url: 'https://hooks.acme.dev/1' })
    for (const path of ['2', '2', '1']) {
      const { json } = await start({ ...body, webhook_url: `https://hooks.acme.dev/${path}` })
      expect(json).toMatchObject({ scan_id: first.scan_id })
      expect(json.message).toContain('webhook_url was added')
    }
    const planned = `SELECT receiver FROM deliveries WHERE scan_id = ? AND status = 'waiting'`
    expect(await rowsOf(planned, first.scan_id)).toEqual([
      { receiver: 'https://hooks.acme.dev/…' },
      { receiver: 'https://hooks.acme.dev/…' },
    ])
  })

  it('says that a webhook_url was not added, where the scan has ended or has too many', async () => {
    const body = { target_url: `https://${freshHost()}` }
    const { json: first } = await start(body)
    const again = async (path: string) =>
      (await start({ ...body, webhook_url: `https://hooks.acme.dev/${path}` })).json.message
    for (let n = 0; n < 10; n++) expect(await again(String(n))).toContain('was added')
    expect(await again('10')).toContain('webhook_url was not added')
    await app.deps.db.$client
      .prepare(`UPDATE scans SET status = 'completed' WHERE id = ?`)
      .bind(first.scan_id)
      .run()
    expect(await again('0')).toContain('webhook_url was not added')
  })
})

describe('a scan that cannot be begun', () => {
  it('leaves nothing behind, and the same request may be sent again', async () => {
    const limits = { concurrent_scans: 1, scans_per_day: 1, assets: 1 }
    const mine = await app.account({ limits })
    const host = freshHost()
    const request = {
      key: mine.key,
      body: { target_url: `https://${host}`, tags: ['t'] },
      headers: { 'idempotency-key': 'again' },
    }
    app.rooms.faults.begin = true
    const failed = await call('POST', '/api/scan', request)
    app.rooms.faults.begin = false
    expect(failed).toMatchObject({ status: 503, json: { code: 'unavailable' } })
    expect(failed.headers.get('retry-after')).toBe('10')
    for (const table of ['scans', 'scan_tags', 'audit_log', 'assets']) {
      const rows = await rowsOf(`SELECT * FROM ${table} WHERE account_id = ?`, mine.accountId)
      expect(rows, `rows of ${table}`).toEqual([])
    }
    expect((await call('POST', '/api/scan', request)).status).toBe(202)
  })
})
