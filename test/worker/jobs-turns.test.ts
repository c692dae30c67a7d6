import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

import { runSchedules } from '../../src/cron/run-schedules.ts'
import { AccountTurns } from '../../src/durable-objects/account-turns.ts'
import { MINUTE, SECOND } from '../../src/report/time.ts'
import { advance, freezeClock, freshHost, makeHarness, now, rowsOf, UNLIMITED } from './support.ts'

freezeClock()

const app = makeHarness()
const { call, turns } = app

const fresh = (count: number) => Array.from({ length: count }, () => `https://${freshHost()}`)
const one = { limits: { ...UNLIMITED, concurrent_scans: 1 } }
const end = (scanId: string) => app.deps.scan(scanId).abort()

async function bulk(key: string, urls: readonly string[]): Promise<string> {
  const { text } = await call('POST', '/api/scan/bulk', { key, body: { urls } })
  return JSON.parse(text).job_id
}
async function stateOf(key: string, id: string) {
  const { text } = await call('GET', `/api/scan/bulk/${id}`, { key })
  return JSON.parse(text)
}
const scansOf = async (accountId: string): Promise<readonly string[]> =>
  (await rowsOf('SELECT id FROM scans WHERE account_id = ? ORDER BY rowid', accountId)).map(
    ({ id }) => String(id),
  )

describe('turns', () => {
  it('are taken by the jobs of one account one after the other', async () => {
    const { key, accountId } = await app.account(one)
    const jobs = [await bulk(key, fresh(4)), await bulk(key, fresh(4)), await bulk(key, fresh(4))]
    const order: number[] = []
    for (let start = 0; start < 9; start++) {
      await turns.all(accountId)
      const newest = (await scansOf(accountId)).at(-1) ?? ''
      const states = await Promise.all(jobs.map((id) => stateOf(key, id)))
      order.push(states.findIndex(({ scan_ids }) => scan_ids.includes(newest)))
      await end(newest)
    }
    expect(order).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2])
  })

  it('are short, so that accounts take theirs one after the other', async () => {
    const { key, accountId } = await app.account()
    const id = await bulk(key, fresh(12))
    expect(await turns.one(accountId)).toEqual({ at: now(), onRelease: false })
    expect((await stateOf(key, id)).scan_ids).toHaveLength(5)
    await turns.all(accountId)
    expect((await stateOf(key, id)).scan_ids).toHaveLength(12)
  })

  it('start nothing twice when several run at once', async () => {
    const { key, accountId } = await app.account()
    const id = await bulk(key, fresh(12))
    await Promise.all(Array.from({ length: 4 }, () => turns.all(accountId)))
    advance(MINUTE)
    await turns.all(accountId)
    const { scan_ids, errors } = await stateOf(key, id)
    expect(errors).toEqual([])
    expect(scan_ids).toHaveLength(12)
    expect((await scansOf(accountId)).toSorted()).toEqual(scan_ids.toSorted())
    const audit = `SELECT 1 FROM audit_log WHERE account_id = ? AND action = 'scan.start'`
    expect(await rowsOf(audit, accountId)).toHaveLength(12)
  })

  it('are asked for by the cron when an alarm or a message was lost', async () => {
    const { key, accountId } = await app.account()
    await bulk(key, fresh(1))
    turns.asked.length = 0
    await runSchedules(app.deps)
    expect(turns.asked).toContain(accountId)
    await turns.all(accountId)
    turns.asked.length = 0
    await runSchedules(app.deps)
    expect(turns.asked).not.toContain(accountId)
  })
})

describe('a start that broke off', () => {
  const first = async (id: string) => {
    const [row] = await rowsOf('SELECT * FROM waiting_starts WHERE parent_id = ?', id)
    return row ?? {}
  }
  const undone = (id: string) =>
    rowsOf(`UPDATE waiting_starts SET state = 'waiting' WHERE parent_id = ?`, id)

  it('after its scan began is that scan', async () => {
    const { key, accountId } = await app.account(one)
    const id = await bulk(key, fresh(1))
    const [kept] = await rowsOf('SELECT secrets_ct FROM jobs WHERE id = ?', id)
    await turns.all(accountId)
    await undone(id)
    await rowsOf('UPDATE jobs SET secrets_ct = ? WHERE id = ?', kept?.['secrets_ct'], id)
    await turns.all(accountId)
    expect(await scansOf(accountId)).toEqual((await stateOf(key, id)).scan_ids)
    expect(await scansOf(accountId)).toHaveLength(1)
  })

  it('after its admission is started anew, once nobody can be starting it any more', async () => {
    const { key, accountId } = await app.account(one)
    const id = await bulk(key, fresh(1))
    const { scan_id: scanId, target_norm: targetNorm } = await first(id)
    await app.deps.account(accountId).admit({
      scanId: String(scanId),
      keyId: 'key',
      targetNorm: String(targetNorm),
      host: new URL(String(targetNorm)).hostname,
      dedup: true,
      idempotency: null,
      deadline: now() + 60 * MINUTE,
      limits: one.limits,
      hostProven: false,
    })
    await turns.all(accountId)
    expect(await scansOf(accountId)).toEqual([])
    for (let wait = 0; wait < 3; wait++) {
      advance(MINUTE)
      await turns.all(accountId)
    }
    expect(await scansOf(accountId)).toEqual([scanId])
    expect((await stateOf(key, id)).scan_ids).toEqual([scanId])
  })

  it('because its object could not be reached leaves nothing, and is tried again', async () => {
    const { key, accountId } = await app.account(one)
    const id = await bulk(key, fresh(1))
    app.rooms.faults.begin = true
    await turns.all(accountId)
    app.rooms.faults.begin = false
    expect(await scansOf(accountId)).toEqual([])
    expect(await stateOf(key, id)).toMatchObject({ status: 'queued', errors: [] })
    advance(10 * SECOND)
    await turns.all(accountId)
    expect((await stateOf(key, id)).scan_ids).toHaveLength(1)
  })
})

describe('the alarm clock of an account', () => {
  const NOTHING = { at: null, onRelease: false }
  const AT = 1_000_000

  /** The clock over an object's own storage, without its alarm: nothing rings by itself. */
  const withClock = (test: (turns: AccountTurns) => void) =>
    runInDurableObject(env.ACCOUNT.getByName(crypto.randomUUID()), (_, { storage }) =>
      test(new AccountTurns(storage.sql)),
    )

  it('lets one turn run at a time, and one more follow when another was asked for', () =>
    withClock((turns) => {
      const turn = turns.begin('a', AT) ?? -1
      expect(turns.begin('a', AT)).toBeNull()
      turns.end(turn, NOTHING, AT)
      expect(turns.takeDue(AT), 'one more').toBe('a')
      turns.end(turns.begin('a', AT) ?? -1, NOTHING, AT)
      expect(turns.nextAt()).toBeNull()
      expect(turns.takeDue(AT + MINUTE)).toBeNull()
    }))

  it('gives a turn again whose message or consumer was lost', () =>
    withClock((turns) => {
      turns.wake('a', AT)
      expect(turns.takeDue(AT)).toBe('a')
      expect(turns.takeDue(AT)).toBeNull()
      expect(turns.takeDue(AT + 20 * SECOND), 'the message').toBe('a')
      turns.begin('a', AT)
      expect(turns.takeDue(AT + 20 * SECOND), 'the consumer').toBe('a')
      expect(turns.begin('a', AT + 20 * SECOND)).toBeNull()
      expect(turns.begin('a', AT + MINUTE)).not.toBeNull()
    }))

  it('rings when a slot comes back, if something waits for one', () =>
    withClock((turns) => {
      expect(turns.released(AT)).toBe(false)
      turns.end(turns.begin('a', AT) ?? -1, NOTHING, AT)
      expect(turns.released(AT)).toBe(false)
      turns.end(turns.begin('a', AT) ?? -1, { at: AT + MINUTE, onRelease: true }, AT)
      expect(turns.nextAt()).toBe(AT + MINUTE)
      expect(turns.released(AT)).toBe(true)
      expect(turns.takeDue(AT)).toBe('a')
    }))

  it.each([
    ['a new job', (turns: AccountTurns) => turns.wake('a', AT)],
    ['a slot', (turns: AccountTurns) => void turns.released(AT)],
  ])('rings for %s that came while a turn ran', (_, change) =>
    withClock((turns) => {
      const turn = turns.begin('a', AT) ?? -1
      change(turns)
      turns.end(turn, { at: AT + MINUTE, onRelease: true }, AT)
      expect(turns.takeDue(AT)).toBe('a')
    }),
  )
})
