import { setTimeout as wait } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { start as startTiny } from '../range/apps/tiny/app.ts'
import type { paths } from '../support/api-types.d.ts'
import {
  complaintsAbout,
  sendGenerated,
  shareAdmitted,
  strayScans,
} from '../support/e2e-generated.ts'
import { sharedService, type Service } from '../support/e2e-instance.ts'

const REQUESTS = 1000
const SEED = 20_261_120
const POLL_MS = 100
const app = await startTiny()
let instance: Service
beforeAll(async () => {
  instance = await sharedService()
})
afterAll(() => app.close())

it('a client made from the description starts a scan, polls it, asks the gate and exports it', async () => {
  const { key } = await instance.account(null)
  const api = createClient<paths>({ baseUrl: instance.url, headers: { 'x-service-key': key } })
  const body = { target_url: app.url, scan_authorized: true, profile: 'gate' } as const
  const started = await api.POST('/api/scan', { body })
  const params = { path: { scan_id: started.data?.scan_id ?? '' } }
  const read = () => api.GET('/api/scan/{scan_id}', { params })
  let scan = await read()
  while (scan.data?.status === 'running') {
    await wait(POLL_MS)
    scan = await read()
  }
  expect(scan.data?.status).toBe('completed')
  expect(scan.data?.summary.critical).toBeGreaterThan(0)
  const gate = await api.GET('/api/v1/scan/{scan_id}/gate', {
    params: { ...params, query: { fail_on: 'critical' } },
  })
  expect(gate.data).toMatchObject({ passed: false, fail_on: 'critical' })
  const sarif = await api.GET('/api/scan/{scan_id}/sarif', { params })
  expect(sarif.data).toMatchObject({ version: '2.1.0' })
  const nobody = await api.GET('/api/scan/{scan_id}', {
    params: { path: { scan_id: crypto.randomUUID() } },
  })
  expect([nobody.response.status, nobody.error?.code]).toEqual([404, 'not_found'])
})

it('makes sense of 1,000 requests made up from its description', async () => {
  const { key } = await instance.account(null)
  const given = { target: app.url, count: REQUESTS, seed: SEED }
  const outcome = await sendGenerated(instance, key, given)
  expect(complaintsAbout(outcome)).toEqual([])
  expect(outcome.answers).toHaveLength(REQUESTS)
  expect(shareAdmitted(outcome)).toBeGreaterThanOrEqual(0.9)
  const reached = new Set(outcome.answers.map(({ generated }) => generated.operation.id))
  expect(reached.size).toBe(outcome.operations.length)
  const accepted = outcome.answers.filter(({ reply }) => [201, 202].includes(reply.status))
  expect(accepted.length).toBeGreaterThan(20)
  for (const [kind, ids] of outcome.made) {
    if (kind !== 'report') expect(ids.size, kind).toBeGreaterThan(0)
  }
  expect(await strayScans(instance, key, outcome)).toEqual([])
})
