import { expect, it } from 'vitest'

import { freshHost, makeHarness, rowsOf } from './support.ts'

// Start, abort and delete through the real ScanDO. Its units find no resolver, so that not a packet
// leaves: what is shown here is that the verbs and the object fit.
const app = makeHarness({ hasRealScans: true })
const { call } = app

async function started() {
  const { key } = await app.account({ limits: { concurrent_scans: 1, starts_per_minute: null } })
  const body = {
    target_url: `https://${freshHost()}`,
    auth_config: { type: 'token', token: 'canary-real-scan' },
  }
  const { status, json } = await call('POST', '/api/scan', { key, body })
  expect(status).toBe(202)
  return { key, body, path: `/api/scan/${json.scan_id}`, scanId: json.scan_id }
}

it('a started scan can be read, aborted once, and started again', async () => {
  const { key, body, path, scanId } = await started()
  expect((await call('GET', path, { key })).json).toMatchObject({ id: scanId, results: null })
  expect(await app.deps.scan(scanId).wake()).toBe(true)
  expect((await call('POST', `${path}/abort`, { key })).status).toBe(200)
  const ended = await call('GET', path, { key })
  expect(ended.json).toMatchObject({ status: 'failed', error: { code: 'aborted' } })
  expect(ended.text).not.toContain('canary')
  expect((await call('POST', `${path}/abort`, { key })).json.code).toBe('scan_not_running')
  expect((await call('POST', '/api/scan', { key, body })).status).toBe(202)
})

it('a running scan can be deleted: its object forgets it and its slot is free', async () => {
  const { key, body, path, scanId } = await started()
  expect((await call('DELETE', path, { key })).status).toBe(200)
  expect(await app.deps.scan(scanId).wake()).toBe(false)
  expect(await rowsOf('SELECT id FROM scans WHERE id = ?', scanId)).toEqual([])
  expect((await call('GET', path, { key })).status).toBe(404)
  expect((await call('POST', '/api/scan', { key, body })).status).toBe(202)
})
