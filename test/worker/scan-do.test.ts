import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'

import type { ScanDO } from '../../src/durable-objects/scan.ts'
import { insertScan } from '../../src/db/scans-write.ts'
import { clockOffsetMs, setClockOffset } from '../../src/runtime.ts'
import { effectiveOptions, type StartInput } from '../../src/services/scans/start-options.ts'
import type { UnitResult, UnitWork } from '../../src/scanner/engine/unit.ts'
import { call, deps, newCaller, type Caller } from './support/service.ts'

// Units are run by hand here: queue sends are caught, so that each step can be looked at.
let caller: Caller
beforeAll(async () => {
  caller = await newCaller()
})

const INPUT: StartInput = {
  target: 'http://127.0.0.1:1/',
  scanType: 'vuln',
  profile: 'standard',
  targetIp: null,
  excludedPaths: [],
  authConfig: { type: 'token', token: 'canary-token-83c1f0' },
  customHeaders: {},
  speed: 'normal',
  requestDelayMs: null,
  tags: ['demo'],
  notes: '',
  webhook: null,
  notifyEmail: null,
  scanAuthorized: true,
  lowered: { max_duration_s: null, max_requests: null, max_pages: null, max_depth: null },
  optIn: [],
}

async function begin(change: Partial<StartInput> = {}) {
  const scanId = crypto.randomUUID()
  const input = { ...INPUT, ...change }
  const options = effectiveOptions(input, input.target)
  const startedAt = deps().now()
  const { accountId } = caller
  await insertScan(deps().db, {
    scan: {
      accountId,
      scanId,
      targetNorm: input.target,
      host: '127.0.0.1',
      options,
      tags: input.tags,
      notes: '',
      authorization: { basis: 'start', by: 'test', at: '2026-11-20T00:00:00', ip: null },
      startedAt,
      deadline: startedAt + 60_000,
    },
    audit: {
      id: scanId,
      accountId,
      at: startedAt,
      actor: 'test',
      action: 'scan.start',
      detail: {},
    },
    newAsset: null,
    receivers: [],
  })
  const secrets = { auth_config: input.authConfig, custom_headers: {}, webhook_url: null }
  const stub = env.SCAN.getByName(scanId)
  // The object must not reach the real queue: what it sends is run by the test.
  await runInDurableObject(stub, (object: ScanDO) => {
    const quiet = { send: async () => undefined }
    const { env: bindings } = object as unknown as { env: Record<string, unknown> }
    for (let shard = 0; shard < 8; shard++) bindings[`SCAN_UNITS_${shard}`] = quiet
  })
  await stub.begin({
    scanId,
    accountId,
    options,
    secretsCt: await deps().vault.seal(JSON.stringify(secrets), scanId),
    tags: input.tags,
    scanAuthorized: true,
    startedAt,
  })
  return { scanId, stub, open: `${scanId}:open:000000` }
}

const EMPTY: UnitResult = {
  requests: 1,
  hits: [],
  tallies: [],
  urls: [],
  discovered: [],
  points: [],
  cookies: [],
  folders: [],
  planted: [],
  landed: [],
  shown: [],
  rest: null,
  origins: ['http://127.0.0.1:1'],
  tech: [],
  performance: null,
  failure: null,
  lastStartAt: null,
}

async function claimed(stub: DurableObjectStub<ScanDO>, unitId: string): Promise<UnitWork> {
  const claim = await stub.claim(unitId)
  if (claim.kind !== 'go') throw new Error(`${unitId} was not given out`)
  return claim.work
}

const unitsOf = (stub: DurableObjectStub<ScanDO>) =>
  runInDurableObject(stub, (_, state) =>
    state.storage.sql
      .exec<{ id: string; status: string; attempts: number }>(
        'SELECT id, status, attempts FROM units ORDER BY ordinal',
      )
      .toArray(),
  )

const row = async (scanId: string) =>
  env.DB.prepare('SELECT status, error_code, r2_key, partial FROM scans WHERE id = ?')
    .bind(scanId)
    .first<{ status: string; error_code: string | null; r2_key: string | null; partial: number }>()

/** Hands in every unit that is out, empty, until the scan has ended. */
async function runDry(stub: DurableObjectStub<ScanDO>): Promise<number> {
  for (let round = 1; round < 50; round++) {
    const open = (await unitsOf(stub)).filter((unit) => unit.status === 'sent')
    if (open.length === 0) return round
    for (const unit of open) {
      const work = await claimed(stub, unit.id)
      await stub.complete(unit.id, work.epoch, { ...EMPTY, origins: null })
    }
  }
  throw new Error('the scan did not end')
}

describe('the units of a scan', () => {
  it('gives a unit to one consumer at a time, with the credentials opened', async () => {
    const { stub, open } = await begin()
    const work = await claimed(stub, open)
    expect(work.secrets.auth_config).toEqual(INPUT.authConfig)
    expect(work.maxRequests).toBe(100)
    expect(await stub.claim(open)).toEqual({ kind: 'drop' })
    expect(await stub.claim('no such unit')).toEqual({ kind: 'drop' })
  })

  it('keeps no credential in clear', async () => {
    const { stub } = await begin()
    const rows = await runInDurableObject(stub, (_, state) =>
      ['meta', 'units', 'results', 'events'].map((table) =>
        JSON.stringify(state.storage.sql.exec(`SELECT * FROM ${table}`).toArray()),
      ),
    )
    expect(rows.join('')).not.toContain('canary-token')
  })

  it('takes a result once: a duplicate and a late one write nothing', async () => {
    const { stub, open } = await begin()
    const { epoch } = await claimed(stub, open)
    await stub.complete(open, epoch, { ...EMPTY, requests: 7 })
    await stub.complete(open, epoch, { ...EMPTY, requests: 7 })
    await stub.complete(open, epoch + 1, { ...EMPTY, requests: 7 })
    const state = await runInDurableObject(stub, (_, ctx) =>
      JSON.parse(
        ctx.storage.sql.exec<{ v: string }>(`SELECT v FROM meta WHERE k = 'state'`).one().v,
      ),
    )
    expect(state.requests).toBe(7)
  })

  it('gives out again what a dead consumer held, and gives up after three attempts', async () => {
    const { stub, open, scanId } = await begin()
    const offset = clockOffsetMs()
    try {
      for (let attempt = 1; attempt <= 3; attempt++) {
        await claimed(stub, open)
        setClockOffset(clockOffsetMs() + 21_000)
        await runDurableObjectAlarm(stub)
      }
      expect(await row(scanId)).toMatchObject({ status: 'failed', error_code: 'lost' })
    } finally {
      setClockOffset(offset)
    }
  })

  it('sends again what nobody claimed', async () => {
    const { stub, open } = await begin()
    const offset = clockOffsetMs()
    const dueBefore = await dueOf(stub, open)
    try {
      setClockOffset(offset + 21_000)
      await runDurableObjectAlarm(stub)
      expect(await dueOf(stub, open)).toBeGreaterThan(dueBefore)
      expect(await unitsOf(stub)).toEqual([{ id: open, status: 'sent', attempts: 0 }])
    } finally {
      setClockOffset(offset)
    }
  })

  it('turns what a unit could not finish into a unit of its own, unless it made no progress', async () => {
    const { stub, open } = await begin()
    const { epoch } = await claimed(stub, open)
    const discovered = ['a', 'b'].map((name) => ({
      url: `http://127.0.0.1:1/${name}`,
      source: 'a[href]',
      depth: 1,
    }))
    await stub.complete(open, epoch, { ...EMPTY, discovered })
    const crawl = (await unitsOf(stub)).find((unit) => unit.id.includes(':crawl:'))?.id ?? ''
    const work = await claimed(stub, crawl)
    const rest = work.plan
    await stub.complete(crawl, epoch, { ...EMPTY, requests: 0, rest, origins: null })
    await runDry(stub)
    const report = await call(caller.key, 'GET', `/api/scan/${work.scanId}`)
    expect(report.body).toMatchObject({ status: 'completed', results: { partial: true } })
  })
})

const dueOf = (stub: DurableObjectStub<ScanDO>, unitId: string) =>
  runInDurableObject(
    stub,
    (_, state) =>
      state.storage.sql.exec<{ due: number }>('SELECT due FROM units WHERE id = ?', unitId).one()
        .due,
  )

describe('the end of a scan', () => {
  it('writes report and row once, erases the secrets and re-arms for the clean-up', async () => {
    const { stub, open, scanId } = await begin()
    const { epoch } = await claimed(stub, open)
    await stub.complete(open, epoch, EMPTY)
    await runDry(stub)
    const ended = await row(scanId)
    expect(ended).toMatchObject({ status: 'completed', error_code: null, partial: 0 })
    expect(await env.RESULTS.head(ended?.r2_key ?? '')).not.toBeNull()
    const kept = await runInDurableObject(stub, async (_, state) => ({
      secrets: state.storage.sql.exec(`SELECT v FROM meta WHERE k = 'secrets'`).toArray(),
      alarm: await state.storage.getAlarm(),
    }))
    expect(kept.secrets).toEqual([])
    expect(kept.alarm).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  })

  it('fails the scan when the target was not reached, with what was said about it', async () => {
    const { stub, open, scanId } = await begin()
    const { epoch } = await claimed(stub, open)
    const failure = { code: 'target_unreachable', message: 'http://127.0.0.1:1 did not answer' }
    await stub.complete(open, epoch, { ...EMPTY, failure } as UnitResult)
    const { body } = await call(caller.key, 'GET', `/api/scan/${scanId}`)
    expect(body).toMatchObject({ status: 'failed', error: failure })
  })

  it('does not fail it by the word of a unit that had lost its lease', async () => {
    const { stub, open, scanId } = await begin()
    const { epoch } = await claimed(stub, open)
    await runInDurableObject(stub, (_, state) => {
      state.storage.sql.exec(`UPDATE units SET due = 1 WHERE id = ?`, open)
    })
    await runDurableObjectAlarm(stub)
    expect(await stub.checkpoint(open, epoch, 3)).toEqual({ go: false })
    const failure = { code: 'target_unreachable', message: 'The scan was stopped.' }
    await stub.complete(open, epoch, { ...EMPTY, failure } as UnitResult)
    expect(await row(scanId)).toMatchObject({ status: 'running' })
    // What it did see still counts.
    await stub.complete(open, epoch, EMPTY)
    expect((await unitsOf(stub)).find(({ id }) => id === open)?.status).toBe('done')
  })

  it('aborts at once: the next checkpoint says stop, a late result is dropped', async () => {
    const { stub, open, scanId } = await begin()
    const { epoch } = await claimed(stub, open)
    expect(await stub.checkpoint(open, epoch, 3)).toEqual({ go: true })
    expect(await stub.abort()).toBe('aborted')
    expect(await stub.checkpoint(open, epoch, 4)).toEqual({ go: false })
    await stub.complete(open, epoch, EMPTY)
    expect(await row(scanId)).toMatchObject({ status: 'failed', error_code: 'aborted' })
    expect(await stub.abort()).toBe('not_running')
  })

  it('stops work at the time budget and says what was not tested', async () => {
    const { stub, open, scanId } = await begin()
    const { epoch } = await claimed(stub, open)
    const point = {
      method: 'GET',
      url: 'http://127.0.0.1:1/item?id=1',
      body: null,
      contentType: null,
      kind: 'query',
      name: 'id',
      value: '1',
    } as const
    await stub.startClock()
    const offset = clockOffsetMs()
    try {
      setClockOffset(offset + 61 * 60_000 - 60_000 - 1)
      await stub.complete(open, epoch, { ...EMPTY, points: [point] })
      setClockOffset(offset + 60 * 60_000 + 1)
      await runDurableObjectAlarm(stub)
      expect(await row(scanId)).toMatchObject({ status: 'completed', partial: 1 })
      const { body } = await call(caller.key, 'GET', `/api/scan/${scanId}/coverage?per_page=100`)
      expect(body['items']).toContainEqual(
        expect.objectContaining({ check_id: 'sqli.error', outcome: 'not_tested' }),
      )
    } finally {
      setClockOffset(offset)
    }
  })

  it('takes nothing from its time for what its first unit waited', async () => {
    const { stub, open, scanId } = await begin()
    const offset = clockOffsetMs()
    const goesOn = async (ms: number, epoch: number): Promise<boolean> => {
      setClockOffset(offset + ms)
      return (await stub.checkpoint(open, epoch, 0)).go
    }
    try {
      setClockOffset(offset + 50_000)
      const { epoch } = await claimed(stub, open)
      await stub.startClock()
      expect(await goesOn(60 * 60_000 + 49_000, epoch)).toBe(true)
      await stub.startClock()
      expect(await goesOn(60 * 60_000 + 51_000, epoch)).toBe(false)
      expect(await row(scanId)).toMatchObject({ status: 'running' })
    } finally {
      setClockOffset(offset)
    }
  })

  it('fails with deadline_exceeded when it has not ended a minute after its budget', async () => {
    const { stub, open, scanId } = await begin()
    await claimed(stub, open)
    await stub.startClock()
    const offset = clockOffsetMs()
    try {
      setClockOffset(offset + 61 * 60_000 + 1)
      await runDurableObjectAlarm(stub)
      expect(await row(scanId)).toMatchObject({
        status: 'failed',
        error_code: 'deadline_exceeded',
      })
    } finally {
      setClockOffset(offset)
    }
  })

  it('finalises again after a fault in the middle', async () => {
    const { stub, open, scanId } = await begin()
    const { epoch } = await claimed(stub, open)
    await stub.complete(open, epoch, EMPTY)
    const put = vi.spyOn(env.RESULTS, 'put').mockRejectedValueOnce(new Error('R2 is away'))
    await runDry(stub)
    expect(await row(scanId)).toMatchObject({ status: 'running' })
    put.mockRestore()
    await runDurableObjectAlarm(stub)
    expect(await row(scanId)).toMatchObject({ status: 'completed' })
  })

  it('erases everything a day later', async () => {
    const { stub, open } = await begin()
    const { epoch } = await claimed(stub, open)
    await stub.complete(open, epoch, EMPTY)
    await runDry(stub)
    expect(await stub.wake()).toBe(true)
    const offset = clockOffsetMs()
    try {
      setClockOffset(offset + 25 * 3_600_000)
      await runDurableObjectAlarm(stub)
      expect(await stub.wake()).toBe(false)
    } finally {
      setClockOffset(offset)
    }
  })

  it('begins once', async () => {
    const { stub, scanId, open } = await begin()
    await claimed(stub, open)
    const again = { scanId, accountId: 'other' } as Parameters<typeof stub.begin>[0]
    await stub.begin(again)
    expect((await unitsOf(stub)).map((unit) => unit.status)).toEqual(['claimed'])
  })
})
