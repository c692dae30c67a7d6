import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

import { sweep } from '../../src/cron/sweep.ts'
import { HOUR, MINUTE } from '../../src/report/time.ts'
import { advance, freezeClock, freshHost, makeHarness, rowsOf } from './support.ts'

freezeClock()

const app = makeHarness()
const { call } = app
const one = { limits: { concurrent_scans: 1, starts_per_minute: null, scans_per_day: null } }

async function started(account: Parameters<typeof app.account>[0] = {}) {
  const { key, accountId } = await app.account(account)
  const body = { target_url: `https://${freshHost()}`, tags: ['t'] }
  const { json } = await call('POST', '/api/scan', { key, body })
  return { key, accountId, scanId: json.scan_id, body }
}
const stateOf = async (scanId: string) => {
  const [row] = await rowsOf('SELECT status, error_code FROM scans WHERE id = ?', scanId)
  return row ?? null
}
const auditOf = async (accountId: string) =>
  (await rowsOf('SELECT action FROM audit_log WHERE account_id = ? ORDER BY rowid', accountId)).map(
    ({ action }) => action,
  )
const canStart = async (key: string): Promise<boolean> => {
  const body = { target_url: `https://${freshHost()}` }
  return (await call('POST', '/api/scan', { key, body })).status === 202
}

describe('aborting', () => {
  it('ends a running scan as failed, once', async () => {
    const { key, accountId, scanId } = await started(one)
    expect(await canStart(key)).toBe(false)
    const aborted = await call('POST', `/api/scan/${scanId.toUpperCase()}/abort`, { key })
    expect(aborted).toMatchObject({
      status: 200,
      json: { scan_id: scanId, status: 'failed', message: expect.any(String) },
    })
    expect(await stateOf(scanId)).toEqual({ status: 'failed', error_code: 'aborted' })
    const again = await call('POST', `/api/scan/${scanId}/abort`, { key })
    expect(again).toMatchObject({ status: 409, json: { code: 'scan_not_running' } })
    expect(await auditOf(accountId)).toEqual(['scan.start', 'scan.abort'])
    expect(await canStart(key)).toBe(true)
  })

  it('ends the row too when the object has forgotten the scan', async () => {
    const { key, scanId } = await started(one)
    app.rooms.forget(scanId)
    expect((await call('POST', `/api/scan/${scanId}/abort`, { key })).status).toBe(200)
    expect(await stateOf(scanId)).toEqual({ status: 'failed', error_code: 'aborted' })
    expect(await canStart(key)).toBe(true)
  })
})

describe('deleting', () => {
  it('aborts, erases and forgets; afterwards nobody knows the id', async () => {
    const { key, accountId, scanId } = await started(one)
    const path = `/api/scan/${scanId}`
    await env.RESULTS.put(`results/${accountId}/${scanId}.json.gz`, 'x')
    const deleted = await call('DELETE', path, { key })
    expect(deleted).toMatchObject({ status: 200, json: { scan_id: scanId, deleted: true } })
    expect(app.rooms.erased).toContain(scanId)
    expect(await env.RESULTS.head(`results/${accountId}/${scanId}.json.gz`)).toBeNull()
    expect(await stateOf(scanId)).toBeNull()
    expect(await rowsOf('SELECT * FROM scan_tags WHERE scan_id = ?', scanId)).toEqual([])
    expect(await auditOf(accountId)).toEqual(['scan.start', 'scan.delete'])
    for (const [method, next] of [
      ['GET', path],
      ['DELETE', path],
      ['POST', `${path}/abort`],
    ] as const) {
      expect((await call(method, next, { key })).status, `${method} ${next}`).toBe(404)
    }
    expect(await canStart(key)).toBe(true)
  })
})

describe('a scan that is not one’s own', () => {
  it('is not told apart from one that never was, and stays as it is', async () => {
    const { scanId } = await started()
    const { key } = await app.account()
    const unknown = crypto.randomUUID()
    for (const [method, suffix] of [
      ['POST', '/abort'],
      ['DELETE', ''],
    ] as const) {
      const ids = [scanId, unknown, 'not-a-uuid', `${scanId}x`, '%00', '..%2f']
      for (const id of ids) {
        const answer = await call(method, `/api/scan/${id}${suffix}`, { key })
        expect(answer, `id ${id}`).toMatchObject({
          status: 404,
          json: { code: 'not_found', error: 'Not found.' },
        })
      }
    }
    expect(await stateOf(scanId)).toMatchObject({ status: 'running' })
    expect(app.rooms.erased).not.toContain(scanId)
  })
})

describe('the sweep', () => {
  it('leaves living scans and fresh starts alone', async () => {
    const living = await started()
    advance(2 * MINUTE)
    const fresh = await started()
    app.rooms.forget(fresh.scanId)
    await sweep(app.deps)
    expect(await stateOf(living.scanId)).toMatchObject({ status: 'running' })
    expect(await stateOf(fresh.scanId)).toMatchObject({ status: 'running' })
  })

  it('ends a scan whose object never came to be, and gives its slot back', async () => {
    const { key, scanId } = await started(one)
    app.rooms.forget(scanId)
    advance(2 * MINUTE)
    await sweep(app.deps)
    expect(await stateOf(scanId)).toEqual({ status: 'failed', error_code: 'lost' })
    expect(await canStart(key)).toBe(true)
  })

  it('has the object end a scan that is past its deadline and the grace', async () => {
    const { scanId } = await started()
    advance(HOUR + MINUTE)
    await sweep(app.deps)
    expect(await stateOf(scanId)).toMatchObject({ status: 'running' })
    advance(MINUTE)
    await sweep(app.deps)
    expect(await stateOf(scanId)).toEqual({ status: 'failed', error_code: 'deadline_exceeded' })
  })

  it('looks at every page, past objects that do not answer, and throws nothing', async () => {
    const { key } = await app.account()
    const { accountId, scanId } = await started()
    const copies = Array.from({ length: 230 }, () => crypto.randomUUID())
    const copy = env.DB.prepare(
      `INSERT INTO scans (id, account_id, target_url, target_norm, host, scan_type, profile, status,
       options, scan_authorized, authorization, started_at, deadline)
       SELECT ?, account_id, target_url, target_norm, host, scan_type, profile, status,
       options, scan_authorized, authorization, started_at, deadline FROM scans WHERE id = ?`,
    )
    await env.DB.batch(copies.map((id) => copy.bind(id, scanId)))
    const running = async () =>
      (await rowsOf(`SELECT id FROM scans WHERE account_id = ? AND status = 'running'`, accountId))
        .length
    advance(2 * MINUTE)
    app.rooms.faults.wake = true
    await sweep(app.deps)
    app.rooms.faults.wake = false
    expect(await running()).toBe(231)
    expect(app.logged.join()).toContain('sweep.scan_failed')
    await sweep(app.deps)
    expect(await running()).toBe(1)
    expect(await canStart(key)).toBe(true)
  })
})
