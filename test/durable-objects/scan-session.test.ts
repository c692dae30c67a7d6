import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import { makeVault } from '../../src/accounts/vault.ts'
import { beginScan } from '../../src/durable-objects/scan-begin.ts'
import { claimUnit } from '../../src/durable-objects/scan-claim.ts'
import { ScanSession } from '../../src/durable-objects/scan-session.ts'
import { ScanStore } from '../../src/durable-objects/scan-store.ts'
import { LIMITS } from '../../src/limits.ts'
import type { NewSession, Session } from '../../src/scanner/engine/session.ts'
import type { Deps } from '../../src/services/deps.ts'
import { makeSql } from '../support/scan-run.ts'
import { workOf } from '../support/units.ts'

const CANARY = 'canary-session-2f91ab'
const look = (status: number) => ({ status, location: null })
const MADE: NewSession = {
  headers: { cookie: `sid=${CANARY}` },
  probe: {
    url: `http://127.0.0.1:1/desk?t=${CANARY}`,
    in: look(200),
    out: look(403),
    marker: CANARY,
    outHasForm: false,
  },
  codeStep: 7,
}
type Tools = Readonly<{
  store: ScanStore
  session: ScanSession
  /** Everything that the object has stored, as text. */
  stored(): string
  claim(unit: string): Promise<Session | null>
}>
const NOW = 1_000_000

const vault = makeVault(Buffer.alloc(32, 7).toString('base64'), randomBytes)
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of them that is used
const DEPS = { vault, log: () => undefined } as unknown as Deps

/** A scan with the units a, b and c out. */
async function inScan(task: (tools: Tools) => Promise<void>): Promise<void> {
  const secrets = { auth_config: null, custom_headers: {}, webhook_url: null }
  const sql = makeSql()
  const store = new ScanStore(sql)
  const begun = {
    scanId: 's',
    accountId: 'account',
    options: workOf({ phase: 'open' }).options,
    secretsCt: await vault.seal(JSON.stringify(secrets), 's'),
    tags: [],
    scanAuthorized: true,
    startedAt: 0,
  }
  beginScan(store, begun, false)
  const session = new ScanSession(store, DEPS)
  for (const [index, unit] of ['a', 'b', 'c'].entries()) {
    store.addUnit(unit, index, 0, { phase: 'open' })
    store.claimUnit(unit, NOW, 100)
  }
  await task({
    store,
    session,
    stored: () => JSON.stringify(sql.exec('SELECT * FROM meta').toArray()),
    claim: async (unit) => {
      const current = store.state()
      const held = current && (await session.credentials(current))
      if (held === null) return null
      const claimed = claimUnit(store, unit, held, [], NOW + LIMITS.unitLeaseMs + 1)
      return claimed.kind === 'go' ? claimed.work.session : null
    },
  })
}
const keep = { kind: 'keep', session: MADE, requests: 0 } as const
const renew = (generation: number, requests = 0) =>
  ({ kind: 'renew', generation, requests }) as const

describe('the session of a scan', () => {
  it('is sealed, and goes to the units that are given out', async () => {
    await inScan(async ({ session, stored, claim }) => {
      expect(await session.answer('a', 1, keep, NOW)).toEqual({ kind: 'kept', generation: 1 })
      expect(stored()).toContain('http://127.0.0.1:1/desk')
      expect(stored()).not.toContain(CANARY)
      expect(await claim('b')).toEqual({ ...MADE, generation: 1 })
    })
  })

  it('is renewed by one unit; the others wait for it, and then have it', async () => {
    await inScan(async ({ session }) => {
      await session.answer('a', 1, keep, NOW)
      const turn = await session.answer('a', 1, renew(1, 400), NOW)
      expect(turn).toEqual({ kind: 'login', life: 400, isShort: false })
      expect(await session.answer('b', 1, renew(1), NOW)).toEqual({ kind: 'wait' })
      expect(await session.answer('a', 1, keep, NOW)).toMatchObject({ generation: 2 })
      expect(await session.answer('b', 1, renew(1), NOW)).toMatchObject({
        kind: 'session',
        session: { generation: 2, headers: MADE.headers },
      })
    })
  })

  it('is renewed by another unit where the first one died with it', async () => {
    await inScan(async ({ session }) => {
      await session.answer('a', 1, keep, NOW)
      await session.answer('a', 1, renew(1), NOW)
      const later = NOW + LIMITS.loginLeaseMs + 1
      expect(await session.answer('b', 1, renew(1), later)).toMatchObject({ kind: 'login' })
    })
  })

  it('that was good for a few requests makes the scan narrow', async () => {
    await inScan(async ({ session, store }) => {
      await session.answer('a', 1, keep, NOW)
      const turn = await session.answer('a', 1, renew(1, 50), NOW)
      expect(turn).toEqual({ kind: 'login', life: 50, isShort: true })
      await session.answer('a', 1, keep, NOW)
      expect(store.state()?.session).toMatchObject({ isShort: true, generation: 2 })
    })
  })

  it('that is lost makes the scan partial, and is not looked after any more', async () => {
    await inScan(async ({ session, store, claim }) => {
      await session.answer('a', 1, keep, NOW)
      await session.answer('a', 1, { kind: 'lose', reason: 'gone' }, NOW)
      expect(store.state()).toMatchObject({
        partial: ['the login was lost'],
        session: { lost: 'gone' },
      })
      expect(await session.answer('b', 1, renew(1), NOW)).toEqual({ kind: 'lost' })
      expect(await claim('b')).toMatchObject({ probe: null })
    })
  })

  it('listens to no unit of an earlier epoch, and to none that is done', async () => {
    await inScan(async ({ session, store }) => {
      expect(await session.answer('a', 2, keep, NOW)).toEqual({ kind: 'lost' })
      store.finishUnit('a')
      expect(await session.answer('a', 1, keep, NOW)).toEqual({ kind: 'lost' })
      expect(store.state()?.session).toBeUndefined()
    })
  })
})
