import { describe, expect, it } from 'vitest'

import { DAY } from '../../src/report/time.ts'
import { aFinding } from '../support/findings.ts'
import { COMPLETED } from '../support/scans.ts'
import { anAccount, aWorld, seedScan } from './support/read-world.ts'

const { deps, clock, call } = aWorld()
const own = await anAccount(deps)
const other = await anAccount(deps)
const HOSTILE = '<script>alert(1)</script>" onload=x {{7*7}} \u202e \r\nSet-Cookie: a=b'
const FINDINGS = [
  aFinding({ severity: 'critical', due_date: '2026-11-27T10:00:00' }, 'a'),
  aFinding({ title: HOSTILE, name: HOSTILE, severity: 'high' }, 'b'),
  aFinding({ status: 'warning', severity: 'info', potential_severity: 'low' }, 'c'),
  aFinding({ status: 'safe', severity: 'info' }, 'd'),
]
const id = await seedScan(deps, own.id, { findings: FINDINGS, tags: '["ci"]', notes: 'night' })
const runningId = await seedScan(deps, own.id, { status: 'running', findings: FINDINGS })
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

describe('GET /api/scan/{id}', () => {
  it('200: the scan with every row of its report', async () => {
    const answer = await call(`/api/scan/${id}`, own.key)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      id,
      status: 'completed',
      tags: ['ci'],
      notes: 'night',
      scan_authorized: true,
      target_ip: null,
      started_at: '2026-11-20T10:00:00',
      completed_at: '2026-11-20T10:02:31',
      summary: { critical: 1, high: 1, medium: 0, low: 0, info: 0 },
      partial: false,
      error: null,
      results: {
        vulnerabilities: [
          { severity: 'critical', days_remaining: 7 },
          { title: HOSTILE, name: HOSTILE },
          { status: 'warning' },
          { status: 'safe' },
        ],
        performance: null,
        tech_stack: ['nginx'],
        partial: false,
      },
    })
  })

  it('takes the id in upper case too', async () => {
    expect((await call(`/api/scan/${id.toUpperCase()}`, own.key)).status).toBe(200)
  })

  it('while running: no results, no end, the counts so far, and nothing to keep', async () => {
    const answer = await call(`/api/scan/${runningId}`, own.key)
    expect(await answer.json()).toMatchObject({
      status: 'running',
      results: null,
      completed_at: null,
      summary: { critical: 1, high: 1 },
    })
    expect(answer.headers.get('etag')).toBeNull()
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  })

  it('failed: says why, with the results there are', async () => {
    const error = { errorCode: 'aborted', errorMessage: 'Stopped.', partial: 1 }
    const kept = await seedScan(deps, own.id, { status: 'failed', ...error })
    const without = await seedScan(deps, own.id, { status: 'failed', ...error, report: null })
    const expected = {
      status: 'failed',
      partial: true,
      error: { code: 'aborted', message: 'Stopped.' },
    }
    expect(await (await call(`/api/scan/${kept}`, own.key)).json()).toMatchObject({
      ...expected,
      results: { vulnerabilities: [] },
    })
    expect(await (await call(`/api/scan/${without}`, own.key)).json()).toMatchObject({
      ...expected,
      results: null,
    })
  })

  it('503: the stored report is gone', async () => {
    const lost = await seedScan(deps, own.id)
    await deps.reports.delete(own.id, lost)
    const answer = await call(`/api/scan/${lost}`, own.key)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
  })
})

describe('If-None-Match', () => {
  const tagOf = async (path: string) => (await call(path, own.key)).headers.get('etag') ?? ''
  const again = async (path: string, etag: string) =>
    (await call(path, own.key, { headers: { 'if-none-match': etag } })).status

  it.each([`/api/scan/${id}`, `/api/v1/scan/${id}`])('304: %s is unchanged', async (path) => {
    const etag = await tagOf(path)
    const answer = await call(path, own.key, { headers: { 'if-none-match': `W/${etag}` } })
    expect(answer.status).toBe(304)
    expect(await answer.text()).toBe('')
    expect(answer.headers.get('etag')).toBe(etag)
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  })

  it('changes with the UTC day, as days_remaining does', async () => {
    const etag = await tagOf(`/api/scan/${id}`)
    try {
      clock.now = COMPLETED + DAY
      expect(await again(`/api/scan/${id}`, etag)).toBe(200)
    } finally {
      clock.now = COMPLETED
    }
  })

  it('changes with the overlay, the tags and the notes', async () => {
    const base = { id: crypto.randomUUID() }
    await seedScan(deps, own.id, base)
    const etags = new Set([await tagOf(`/api/scan/${base.id}`)])
    for (const column of ['overlay_version = 1', `tags = '["x"]'`, "notes = 'y'"]) {
      await deps.db.$client.prepare(`UPDATE scans SET ${column} WHERE id = ?`).bind(base.id).run()
      etags.add(await tagOf(`/api/scan/${base.id}`))
    }
    expect(etags.size).toBe(4)
  })
})

describe('GET /api/v1/scan/{id}', () => {
  it('200: both names of each field, actionable findings only', async () => {
    const answer = await call(`/api/v1/scan/${id}`, own.key)
    expect(answer.status).toBe(200)
    const body: { findings: { status: string }[] } = await answer.json()
    expect(body).toMatchObject({
      scan_id: id,
      id,
      target: 'http://shop.test/',
      target_url: 'http://shop.test/',
      status: 'completed',
      summary: { critical: 1, high: 1 },
    })
    expect(body.findings.map((finding) => finding.status)).toEqual(['vulnerable', 'vulnerable'])
  })

  it('while running: findings is there, and null', async () => {
    expect(await (await call(`/api/v1/scan/${runningId}`, own.key)).json()).toMatchObject({
      status: 'running',
      findings: null,
    })
  })
})

const ROUTES = [
  '/api/scan/{id}',
  '/api/scan/{id}/urls',
  '/api/scan/{id}/coverage',
  '/api/scan/{id}/progress',
  '/api/v1/scan/{id}',
  '/api/v1/scan/{id}/gate',
]
describe.each(ROUTES)('who may read %s', (route) => {
  const at = (scanId: string) => route.replace('{id}', scanId)
  const bodyOf = async (answer: Response) => {
    const { request_id: _, ...rest } = await answer.json<Record<string, unknown>>()
    return rest
  }

  it('200: its own account', async () => {
    expect((await call(at(id), own.key)).status).toBe(200)
  })

  it('404: a foreign, an unknown and a malformed id are told apart by nothing', async () => {
    const foreign = await call(at(id), other.key)
    const unknown = await call(at(UNKNOWN), other.key)
    const malformed = await call(at('..%2f<x>'), other.key)
    const statuses = [foreign.status, unknown.status, malformed.status]
    expect(statuses).toEqual([404, 404, 404])
    const body = await bodyOf(foreign)
    expect(body).toEqual({ error: 'Not found.', code: 'not_found' })
    expect(await bodyOf(unknown)).toEqual(body)
    expect(await bodyOf(malformed)).toEqual(body)
  })

  it('404: a foreign scan that still runs', async () => {
    expect((await call(at(runningId), other.key)).status).toBe(404)
  })

  it('401: no key and a wrong key, in one text', async () => {
    const none = await call(at(id))
    const wrong = await call(at(id), 'psk_live_wrong')
    expect([none.status, wrong.status]).toEqual([401, 401])
    expect(await bodyOf(none)).toEqual(await bodyOf(wrong))
  })

  it('403: a key without the scope read', async () => {
    const answer = await call(at(id), await own.withScopes('scan'))
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'insufficient_scope' })
  })

  it('405: another method', async () => {
    const answer = await call(at(id), own.key, { method: 'PUT' })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toContain('GET')
  })
})

it('429: the reads of an account are counted', async () => {
  const full = aWorld({
    rateLimits: {
      take: async (name, accountId) => ({
        allowed: name !== 'reads' || accountId !== own.id,
        limit: 120,
        remaining: 0,
        resetS: 30,
        keyRevoked: false,
      }),
    },
  })
  const answer = await full.call(`/api/scan/${id}`, own.key)
  expect(answer.status).toBe(429)
  expect(await answer.json()).toMatchObject({ code: 'rate_limit_exceeded' })
  expect(answer.headers.get('retry-after')).toBe('30')
  expect((await full.call('/api/me', other.key)).status).toBe(200)
})
