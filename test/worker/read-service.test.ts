import { describe, expect, it } from 'vitest'

import { DAY } from '../../src/report/time.ts'
import { VERSION } from '../../src/version.ts'
import { COMPLETED, STARTED } from '../support/scans.ts'
import { anAccount, aWorld, seedAsset, seedScan } from './support/read-world.ts'

const { deps, clock, call } = aWorld()

describe('GET /api/me', () => {
  it('200: the account, its limits, and what it uses of them now', async () => {
    const own = await anAccount(deps, { limits: { scans_per_day: 7, assets: null } })
    await own.withScopes('read')
    await seedScan(deps, own.id, { status: 'running' })
    await seedScan(deps, own.id)
    await seedScan(deps, own.id, { startedAt: STARTED - DAY })
    await seedAsset(deps, own.id, 'shop.test', null)
    const answer = await call('/api/me', own.key)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      id: own.id,
      email: 'someone@shop.test',
      name: 'Shop',
      plan: 'gold',
      limits: { scans_per_day: 7, assets: null, concurrent_scans: 20 },
      usage: { concurrent_scans: 1, scans_per_day: 2, assets: 1, keys: 2 },
      webhook_signing_secret: expect.stringMatching(/^whsec_/),
      key: { id: own.keyId, name: 'default', scopes: ['read', 'scan', 'manage'], expires_at: null },
      integrations: { chat: null },
      created_at: '2026-11-20T10:02:31',
    })
  })

  it('counts the scans of the UTC day, which begins anew at midnight', async () => {
    const own = await anAccount(deps)
    await seedScan(deps, own.id)
    try {
      clock.now = COMPLETED + DAY
      expect(await (await call('/api/me', own.key)).json()).toMatchObject({
        usage: { scans_per_day: 0 },
      })
    } finally {
      clock.now = COMPLETED
    }
  })

  it('shows the signing secret to keys with the scope manage only', async () => {
    const own = await anAccount(deps)
    const answer = await call('/api/me', await own.withScopes('read', 'scan'))
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ webhook_signing_secret: null })
  })

  it('401: no key; 403: a key without the scope read', async () => {
    const own = await anAccount(deps)
    expect((await call('/api/me')).status).toBe(401)
    expect((await call('/api/me', await own.withScopes('manage'))).status).toBe(403)
  })
})

describe('GET /api/health', () => {
  it('200 without a key', async () => {
    const answer = await call('/api/health')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ status: 'ok', version: VERSION })
  })
})

describe('GET /api/openapi.json', () => {
  it('200 without a key, 304 when unchanged', async () => {
    const answer = await call('/api/openapi.json')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.json()).toMatchObject({ openapi: '3.1.0', paths: { '/api/scan': {} } })
    const headers = { 'if-none-match': answer.headers.get('etag') ?? '' }
    expect((await call('/api/openapi.json', null, { headers })).status).toBe(304)
  })
})

describe('GET /api/docs', () => {
  it('200 without a key: a page that runs and loads nothing but our own files', async () => {
    const answer = await call('/api/docs')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(policy).not.toMatch(/https?:|unsafe-eval|script-src[^;]*unsafe/)
    const html = await answer.text()
    const loaded = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map((hit) => hit[1] ?? '')
    for (const url of loaded) expect(url).toMatch(/^(?:\/docs-assets\/|\/api\/|data:,$)/)
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=|style=/)
  })

  it('serves the script and the style of the page', async () => {
    const script = await call('/docs-assets/init.js')
    expect(script.status).toBe(200)
    expect(script.headers.get('content-type')).toContain('javascript')
    expect(await script.text()).not.toMatch(/https?:/)
    expect((await call('/docs-assets/page.css')).status).toBe(200)
    expect((await call('/docs-assets/none.js')).status).toBe(404)
  })

  it('is where the root leads', async () => {
    const answer = await call('/')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/api/docs')
  })
})

describe('every answer', () => {
  it('names its version and the request in every answer', async () => {
    for (const path of ['/api/health', '/api/me', '/api/none', '/badge/shop.example.svg']) {
      const answer = await call(path, null, { headers: { 'x-request-id': 'given-1' } })
      expect(answer.headers.get('api-version')).toBe('1')
      expect(answer.headers.get('x-request-id')).toBe('given-1')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('500: says nothing of what broke but the id of the request', async () => {
    const { key } = await anAccount(deps)
    const broken = aWorld({
      now: () => {
        throw new Error('secret: SELECT * FROM accounts')
      },
    })
    const answer = await broken.call('/api/me', key)
    expect(answer.status).toBe(500)
    const body = await answer.json<Record<string, unknown>>()
    expect(body).toEqual({
      error: 'Something went wrong on our side.',
      code: 'internal_error',
      request_id: answer.headers.get('x-request-id'),
    })
  })
})
