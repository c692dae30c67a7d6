import { describe, expect, it } from 'vitest'

import { MINUTE } from '../../src/report/time.ts'
import { advance, freezeClock, freshHost, makeHarness, now, UNLIMITED } from './support.ts'

freezeClock()

const { call, account, deps } = makeHarness()

/** Admits a start and stops there, as a kill between the admission and the scan's row does. */
async function admitOnly(accountId: string, keyId: string, target: string): Promise<string> {
  const scanId = crypto.randomUUID()
  const answer = await deps.account(accountId).admit({
    scanId,
    keyId,
    targetNorm: target,
    host: new URL(target).hostname,
    dedup: true,
    idempotency: null,
    deadline: now() + 60 * MINUTE,
    limits: { concurrent_scans: 1, scans_per_day: null, assets: null, domain_cooldown: null },
    hostProven: false,
  })
  expect(answer.kind).toBe('admitted')
  return scanId
}

const start = (key: string, target: string, headers: Record<string, string> = {}) =>
  call('POST', '/api/scan', { key, body: { target_url: target }, headers })

describe('a start that was lost before its row was written', () => {
  it('gives its slot back to the next one, but not within a minute', async () => {
    const own = await account({ limits: { ...UNLIMITED, concurrent_scans: 1 } })
    await admitOnly(own.accountId, own.keyId, `https://${freshHost()}/`)
    const target = `https://${freshHost()}/`
    expect((await start(own.key, target)).json.code).toBe('concurrent_limit')
    advance(MINUTE + 1)
    expect((await start(own.key, target)).status).toBe(202)
    const third = await start(own.key, `https://${freshHost()}/`)
    expect(third.json.code, 'the one slot is held by a scan that exists').toBe('concurrent_limit')
  })

  it('is no duplicate for a start of the same target', async () => {
    const own = await account()
    const target = `https://${freshHost()}/`
    const lost = await admitOnly(own.accountId, own.keyId, target)
    expect((await start(own.key, target)).json).toMatchObject({ scan_id: lost })
    advance(MINUTE + 1)
    const headers = { 'idempotency-key': 'after-the-kill' }
    const begun = await start(own.key, target, headers)
    expect(begun.status).toBe(202)
    expect(begun.json.scan_id).not.toBe(lost)
    expect((await start(own.key, target, headers)).json).toEqual(begun.json)
    expect((await start(own.key, target)).json.scan_id).toBe(begun.json.scan_id)
  })
})
