import { expect, it } from 'vitest'

import { forgetOld } from '../../src/cron/retention.ts'
import { LIMITS } from '../../src/limits.ts'
import { DAY } from '../../src/report/time.ts'
import { advance, freezeClock, freshHost, makeHarness, rowsOf, UNLIMITED } from './support.ts'

freezeClock()

const app = makeHarness()
const { call, turns } = app
const countsOf = async (accountId: string) => {
  const count = async (table: string) => {
    const rows = await rowsOf(`SELECT count(*) AS n FROM ${table} WHERE account_id = ?`, accountId)
    return Number(rows[0]?.['n'])
  }
  return {
    jobs: await count('jobs'),
    targets: await count('waiting_starts'),
    scans: await count('scans'),
    audit: await count('audit_log'),
  }
}
async function aJob(key: string): Promise<string> {
  const body = { urls: [`https://${freshHost()}`, `https://${freshHost()}`] }
  const { text } = await call('POST', '/api/scan/bulk', { key, body })
  return String(JSON.parse(text).job_id)
}

it('forgets jobs of which nothing waits after 90 days, and audit entries after 400; scans stay', async () => {
  const { key, accountId } = await app.account()
  const old = await aJob(key)
  await turns.all(accountId)
  advance(LIMITS.jobsKeptMs - DAY)
  await forgetOld(app.deps)
  const before = await countsOf(accountId)
  expect(before).toMatchObject({ jobs: 1, targets: 2, scans: 2 })
  expect(before.audit).toBeGreaterThan(0)
  advance(2 * DAY)
  const young = await aJob(key)
  await forgetOld(app.deps)
  expect(await countsOf(accountId)).toMatchObject({ jobs: 1, targets: 2, scans: 2 })
  expect(await call('GET', `/api/scan/bulk/${old}`, { key })).toMatchObject({ status: 404 })
  expect(await call('GET', `/api/scan/bulk/${young}`, { key })).toMatchObject({ status: 200 })
  advance(LIMITS.auditKeptMs - LIMITS.jobsKeptMs)
  await forgetOld(app.deps)
  const after = await countsOf(accountId)
  expect(after.scans).toBe(2)
  expect(after.audit).toBe(1)
})

it('leaves a job alone while a target of it still waits', async () => {
  const { key, accountId } = await app.account({ limits: { ...UNLIMITED, concurrent_scans: 1 } })
  await aJob(key)
  await turns.all(accountId)
  advance(LIMITS.jobsKeptMs + DAY)
  await forgetOld(app.deps)
  expect(await countsOf(accountId)).toMatchObject({ jobs: 1, targets: 2 })
})

it('logs a failure and goes on', async () => {
  const told: string[] = []
  const db = new Proxy(app.deps.db, { get: () => undefined })
  await forgetOld({ ...app.deps, db, log: (event) => void told.push(event) })
  expect(told).toEqual(['retention.failed'])
})
