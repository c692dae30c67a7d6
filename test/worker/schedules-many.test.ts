import { env } from 'cloudflare:workers'
import { describe, expect, inject, it } from 'vitest'

import { runSchedules } from '../../src/cron/run-schedules.ts'
import { openDatabase } from '../../src/db/database.ts'
import { LIMITS } from '../../src/limits.ts'
import { HOUR } from '../../src/report/time.ts'
import { tickSchedules } from '../../src/services/schedules/tick.ts'
import { meteredDb } from './support/metered-db.ts'
import { advance, freezeClock, makeHarness, rowsOf } from './support.ts'

freezeClock()

const app = makeHarness()
const { call, turns } = app
const MANY = inject('schedules')
const PER_STATEMENT = 5000
/** A tick takes so many; the rest is due at the next one. */
const TICKS = Math.ceil(MANY / (LIMITS.tickPage * LIMITS.tickPages)) + 1

/** Copies of one schedule: `of` gives each its account. */
async function copies(scheduleId: string, count: number, of: (index: number) => string) {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: crypto.randomUUID(),
    account: of(index),
  }))
  for (let first = 0; first < count; first += PER_STATEMENT) {
    await insert(rows.slice(first, first + PER_STATEMENT), scheduleId)
  }
}

async function insert(rows: readonly object[], scheduleId: string) {
  await env.DB.prepare(
    `INSERT INTO schedules SELECT d.value ->> 'id', d.value ->> 'account', target_url, target_norm,
       interval_hours, enabled, options, secrets_ct, key_id, client_ip, next_run_at, null, null,
       null, null, created_at
     FROM schedules, json_each(?) d WHERE schedules.id = ?`,
  )
    .bind(JSON.stringify(rows), scheduleId)
    .run()
}

async function aSchedule() {
  const owner = await app.account()
  const body = { target_url: 'https://shop.acme.dev', interval_hours: 1 }
  const { text } = await call('POST', '/api/schedules', { key: owner.key, body })
  return { ...owner, id: String(JSON.parse(text).id), body }
}

describe('many schedules', () => {
  it('that are due at once are taken page by page, each once, none forgotten', async () => {
    const { id, accountId } = await aSchedule()
    // Other files of this runtime leave accounts of their own behind.
    const isOurs = (account: string) => account === accountId || account.startsWith('many-')
    await copies(id, MANY - 1, (index) => `many-${index % 300}`)
    advance(HOUR)
    turns.asked.length = 0
    for (let tick = 0; tick < TICKS; tick += 1) await runSchedules(app.deps)
    const [waiting] = await rowsOf(
      "SELECT count(*) AS n FROM waiting_starts WHERE account_id = ? OR account_id LIKE 'many-%'",
      accountId,
    )
    expect(waiting).toEqual({ n: MANY })
    const [due] = await rowsOf(
      'SELECT count(*) AS n FROM schedules WHERE next_run_at <= ?',
      Date.now(),
    )
    expect(due).toEqual({ n: 0 })
    expect(new Set(turns.asked.filter(isOurs)).size).toBe(301)
  })

  it('cost few rows each, however many are due at the same moment', async () => {
    const { id } = await aSchedule()
    await copies(id, 999, (index) => `metered-${index}`)
    advance(HOUR)
    let rows = 0
    const metered = openDatabase(meteredDb(env.DB, (count) => (rows += count)))
    const due = await tickSchedules({ ...app.deps, db: metered })
    expect(due).toBeGreaterThanOrEqual(1000)
    expect(rows).toBeGreaterThan(due)
    expect(rows / due).toBeLessThan(20)
  })

  it('of one account have an end', async () => {
    const { key, accountId, id, body } = await aSchedule()
    await copies(id, LIMITS.schedules - 1, () => accountId)
    const refused = await call('POST', '/api/schedules', { key, body })
    expect(refused).toMatchObject({ status: 403, json: { code: 'asset_limit_reached' } })
    const audit = `SELECT 1 FROM audit_log WHERE account_id = ?`
    expect(await rowsOf(audit, accountId)).toHaveLength(1)
  })
})
