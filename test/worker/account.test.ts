import { evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

import { DAY, HOUR, MINUTE, SECOND } from '../../src/report/time.ts'
import type { AdmitRequest } from '../../src/services/ports.ts'
import { advance, freezeClock, now } from './support.ts'

freezeClock()

const NONE = { concurrent_scans: null, scans_per_day: null, assets: null, domain_cooldown: null }

const room = (name: string = crypto.randomUUID()) => env.ACCOUNT.getByName(name)
type Room = ReturnType<typeof room>

const ask = (given: Partial<AdmitRequest> = {}): AdmitRequest => ({
  scanId: crypto.randomUUID(),
  keyId: 'key',
  targetNorm: `https://${given.host ?? 'shop.acme.dev'}`,
  host: 'shop.acme.dev',
  dedup: false,
  idempotency: null,
  deadline: now() + HOUR,
  limits: NONE,
  hostProven: false,
  ...given,
})

const kinds = async (asked: readonly Promise<{ kind: string }>[]) =>
  Object.entries(Object.groupBy(await Promise.all(asked), ({ kind }) => kind))
    .map(([kind, all]) => `${kind} ${all?.length ?? 0}`)
    .sort()

describe('windows', () => {
  const hit = (account: Room) => account.window({ name: 'starts', limit: 3, keyId: 'key' })

  it('slide: the fourth within a minute is refused, the first to leave makes room', async () => {
    const account = room()
    for (const remaining of [2, 1, 0]) {
      expect(await hit(account)).toMatchObject({ allowed: true, remaining })
      advance(10 * SECOND)
    }
    expect(await hit(account)).toMatchObject({ allowed: false, remaining: 0, resetS: 40 })
    advance(40 * SECOND)
    expect(await hit(account)).toMatchObject({ allowed: true })
  })

  it('let exactly the limit through when all come at once', async () => {
    const account = room()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => account.window({ name: 'reads', limit: 20, keyId: 'key' })),
    )
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(20)
  })

  it('are apart by name, and a window without limit refuses nothing', async () => {
    const account = room()
    await Promise.all([hit(account), hit(account), hit(account)])
    expect(await hit(account)).toMatchObject({ allowed: false })
    const writes = { name: 'writes', keyId: 'key' } as const
    expect(await account.window({ ...writes, limit: 1 })).toMatchObject({ allowed: true })
    const unlimited = await account.window({ ...writes, limit: null })
    expect(unlimited).toMatchObject({ allowed: true, limit: null, remaining: null })
  })

  it('know a revoked key at once and for good', async () => {
    const account = room()
    expect((await hit(account)).keyRevoked).toBe(false)
    await account.revokeKey('key')
    await account.revokeKey('key')
    await evictDurableObject(account)
    expect((await hit(account)).keyRevoked).toBe(true)
  })
})

describe('slots', () => {
  const limits = { ...NONE, concurrent_scans: 20 }

  it('admit exactly 20 of 50 that come at once', async () => {
    const account = room()
    const asked = Array.from({ length: 50 }, () => account.admit(ask({ limits })))
    expect(await kinds(asked)).toEqual(['admitted 20', 'refused 30'])
    expect(await account.admit(ask({ limits }))).toMatchObject({
      code: 'concurrent_limit',
      retryAfterS: 30,
      extra: { limit: 'concurrent_scans', maximum: 20 },
    })
  })

  it('come back once for each release, and by themselves when the lease ends', async () => {
    const account = room()
    const two = { ...NONE, concurrent_scans: 2 }
    const first = ask({ limits: two })
    await account.admit(first)
    await account.admit(ask({ limits: two, deadline: now() + MINUTE }))
    expect(await account.admit(ask({ limits: two }))).toMatchObject({ kind: 'refused' })
    await account.release(first.scanId, true)
    await account.release(first.scanId, true)
    expect(await account.admit(ask({ limits: two }))).toMatchObject({ kind: 'admitted' })
    expect(await account.admit(ask({ limits: two }))).toMatchObject({ kind: 'refused' })
    advance(MINUTE)
    expect(await account.admit(ask({ limits: two }))).toMatchObject({ kind: 'admitted' })
  })
})

describe('dedup', () => {
  const again = { dedup: true, targetNorm: 'https://a.acme.dev' }

  it('answers with the newest scan of the target for 15 minutes, free of quota', async () => {
    const account = room()
    const first = ask({ ...again, dedup: false })
    await account.admit(first)
    const startedAt = now()
    const full = { ...NONE, scans_per_day: 0, concurrent_scans: 0 }
    advance(15 * MINUTE - SECOND)
    const duplicate = await account.admit(ask({ ...again, limits: full }))
    expect(duplicate).toEqual({ kind: 'duplicate', scanId: first.scanId, startedAt })
    advance(SECOND)
    expect(await account.admit(ask(again))).toMatchObject({ kind: 'admitted' })
  })

  it.each([
    ['a completed scan still counts', true, 'duplicate'],
    ['a failed or aborted one does not', false, 'admitted'],
  ])('%s', async (_, keepsDedup, kind) => {
    const account = room()
    const first = ask(again)
    await account.admit(first)
    await account.release(first.scanId, keepsDedup)
    expect(await account.admit(ask(again))).toMatchObject({ kind })
  })

  it('admits one of two that come at once', async () => {
    const account = room()
    const asked = [account.admit(ask(again)), account.admit(ask(again))]
    expect(await kinds(asked)).toEqual(['admitted 1', 'duplicate 1'])
  })
})

describe('quotas', () => {
  it('count starts of the UTC day and name the instant they return', async () => {
    const account = room()
    const limits = { ...NONE, scans_per_day: 1 }
    await account.admit(ask({ limits }))
    const refused = await account.admit(ask({ limits }))
    expect(refused).toMatchObject({
      code: 'asset_limit_reached',
      extra: {
        limit: 'scans_per_day',
        resets_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00$/),
      },
    })
    advance(DAY - (now() % DAY))
    expect(await account.admit(ask({ limits }))).toMatchObject({ kind: 'admitted' })
  })

  it('count hosts, not scans, and tell which is new', async () => {
    const account = room()
    const limits = { ...NONE, assets: 1 }
    expect(await account.admit(ask({ limits }))).toMatchObject({ newAsset: true })
    expect(await account.admit(ask({ limits }))).toMatchObject({ newAsset: false })
    expect(await account.admit(ask({ limits, host: 'other.acme.dev' }))).toMatchObject({
      code: 'asset_limit_reached',
      extra: { limit: 'assets', maximum: 1 },
    })
  })

  it('cool a host down after six starts in ten minutes, unless it is proven', async () => {
    const account = room()
    const limits = { ...NONE, domain_cooldown: 6 }
    for (let start = 0; start < 6; start++) {
      expect(await account.admit(ask({ limits }))).toMatchObject({ kind: 'admitted' })
      advance(MINUTE)
    }
    const refused = await account.admit(ask({ limits }))
    expect(refused).toMatchObject({ code: 'domain_cooldown', retryAfterS: 240 })
    expect(await account.admit(ask({ limits, hostProven: true }))).toMatchObject({
      kind: 'admitted',
    })
    const elsewhere = ask({ limits, host: 'other.acme.dev' })
    expect(await account.admit(elsewhere)).toMatchObject({ kind: 'admitted' })
  })

  it('get everything back when an admission is cancelled, twice as well as once', async () => {
    const account = room()
    const limits = { concurrent_scans: 1, scans_per_day: 1, assets: 1, domain_cooldown: 1 }
    const idempotency = { key: 'k', bodyHash: 'h' }
    const first = ask({ limits, idempotency, dedup: true })
    await account.admit(first)
    await account.cancel(first.scanId)
    await account.cancel(first.scanId)
    const next = ask({ limits, idempotency, dedup: true, host: 'other.acme.dev' })
    expect(await account.admit(next)).toEqual({ kind: 'admitted', newAsset: true })
  })
})

describe('idempotency', () => {
  const idempotency = { key: 'POST /api/scan k', bodyHash: 'hash' }

  it('holds the key while the first is being answered, then replays for a day', async () => {
    const account = room()
    await account.admit(ask({ idempotency }))
    expect(await account.admit(ask({ idempotency }))).toMatchObject({
      code: 'idempotency_in_progress',
      retryAfterS: 60,
    })
    const other = ask({ idempotency: { ...idempotency, bodyHash: 'other' } })
    expect(await account.admit(other)).toMatchObject({ code: 'idempotency_mismatch' })
    await account.answered(idempotency.key, 202, '{"scan_id":"1"}')
    await account.answered(idempotency.key, 500, 'late')
    const replayed = { kind: 'replayed', status: 202, body: '{"scan_id":"1"}' }
    expect(await account.admit(ask({ idempotency }))).toEqual(replayed)
    expect(await account.admit(other)).toMatchObject({ code: 'idempotency_mismatch' })
    advance(DAY)
    expect(await account.admit(other)).toMatchObject({ kind: 'admitted' })
  })

  it('gives a key up whose answer never came', async () => {
    const account = room()
    await account.admit(ask({ idempotency }))
    advance(MINUTE)
    expect(await account.admit(ask({ idempotency }))).toMatchObject({ kind: 'admitted' })
  })

  it('keeps no record of a refusal', async () => {
    const account = room()
    const none = { ...NONE, concurrent_scans: 0 }
    await account.admit(ask({ idempotency, limits: none }))
    expect(await account.admit(ask({ idempotency }))).toMatchObject({ kind: 'admitted' })
  })

  it('lets one of many with one key through', async () => {
    const account = room()
    const asked = Array.from({ length: 10 }, () => account.admit(ask({ idempotency })))
    expect(await kinds(asked)).toEqual(['admitted 1', 'refused 9'])
  })
})
