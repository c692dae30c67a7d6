import { describe, expect, it } from 'vitest'

import { proofPlaces } from '../../src/accounts/ownership.ts'
import { runSchedules } from '../../src/cron/run-schedules.ts'
import { HOUR } from '../../src/report/time.ts'
import { advance, freezeClock, freshHost, makeHarness, rowsOf } from './support.ts'

freezeClock()

const app = makeHarness()
const { call, web } = app

/** An account whose proof of a host is all that authorizes a schedule of it. */
async function provenSchedule(body: object) {
  const { key, accountId } = await app.account({ authorizationConfirmed: null })
  const host = freshHost()
  const { dns_txt } = proofPlaces(accountId, host)
  const { name, value } = dns_txt ?? { name: '', value: '' }
  web.texts.set(name, [value])
  const added = JSON.parse((await call('POST', '/api/assets', { key, body: { host } })).text)
  await call('POST', `/api/assets/${added.id}/verify`, { key })
  const made = await call('POST', '/api/schedules', {
    key,
    body: { target_url: `https://${host}`, interval_hours: 2, ...body },
  })
  expect(made.status).toBe(201)
  return {
    accountId,
    withdraw: () => web.texts.delete(name),
    reads: () => web.asked.filter((asked) => asked === `TXT ${name}`).length,
    run: async () => {
      advance(2 * HOUR)
      await runSchedules(app.deps)
      await app.turns.all(accountId)
    },
    record: async () => JSON.parse((await call('GET', '/api/schedules', { key })).text).items[0],
  }
}

describe('each run of a schedule reads the proof it rests on again, at its launch', () => {
  it.each([
    ['of a deep scan', { profile: 'deep' }],
    ['that is all that authorizes it', {}],
  ])('%s', async (_, body) => {
    const schedule = await provenSchedule(body)
    const scans = () =>
      rowsOf('SELECT id, authorization FROM scans WHERE account_id = ?', schedule.accountId)
    const before = schedule.reads()
    await schedule.run()
    expect(schedule.reads()).toBe(before + 1)
    const [first, ...others] = await scans()
    expect(others).toEqual([])
    expect(String(first?.['authorization'])).toContain('"basis":"proof"')

    await app.deps.scan(String(first?.['id'])).abort()
    schedule.withdraw()
    await schedule.run()
    expect(await scans(), 'a proof that has gone starts nothing').toHaveLength(1)
    expect(await schedule.record()).toMatchObject({ last_status: 'failed' })
  })
})
