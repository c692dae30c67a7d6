import { describe, expect, it } from 'vitest'

import type { OrderState } from '../../../src/db/export-store.ts'
import { LIMITS } from '../../../src/limits.ts'
import type { Deps } from '../../../src/services/deps.ts'
import { awaitAsked, awaitFile } from '../../../src/services/reports/await-file.ts'
import type { ExportOrder } from '../../../src/services/reports/ports.ts'

const ORDER: ExportOrder = {
  v: 1,
  key: 'exports/a/s/pdf.pdf',
  account_id: 'a',
  scan_ids: ['s'],
  format: 'pdf',
  options: {},
}
const BYTES = new Uint8Array([1, 2, 3])

type World = Readonly<{
  state?: OrderState
  /** What the consumer does with an order, after so many looks of the one who waits. */
  consumer?: (files: Map<string, Uint8Array>, states: Map<string, OrderState>) => void
  after?: number
}>

function aWorld({ state, consumer, after = 1 }: World) {
  const files = new Map<string, Uint8Array>()
  const states = new Map<string, OrderState>(state === undefined ? [] : [[ORDER.key, state]])
  const world = { now: 1_000_000, slept: 0, looks: 0, sent: [] as ExportOrder[] }
  const exports = {
    get: async (key: string) => {
      const bytes = files.get(key)
      return bytes === undefined ? null : new Response(Uint8Array.from(bytes)).body
    },
    state: async (key: string) => states.get(key) ?? null,
    setState: async (key: string, next: OrderState) => void states.set(key, next),
  }
  const deps = {
    now: () => world.now,
    sleep: async (ms: number) => {
      world.slept += ms
      world.now += ms
      world.looks += 1
      if (world.looks === after) consumer?.(files, states)
    },
    exports,
    exportQueue: { send: async (order: ExportOrder) => void world.sent.push(order) },
  }
  // Only these ports are asked: a call of any other throws.
  return { deps: deps as unknown as Deps, world, states }
}

const makes: World['consumer'] = (files) => files.set(ORDER.key, BYTES)
const fails: World['consumer'] = (_, states) =>
  states.set(ORDER.key, { kind: 'failed', at: 1_000_100, code: 'internal_error' })

describe('a large file', () => {
  it('is ordered once, waited for and given', async () => {
    const { deps, world } = aWorld({ consumer: makes, after: 4 })
    const file = await awaitFile(deps, ORDER)
    expect(file.kind === 'made' && (await new Response(file.body).bytes())).toEqual(BYTES)
    expect(world.sent).toEqual([ORDER])
    expect(world.slept).toBeLessThan(5000)
  })

  it('is waited for a minute at most, and then promised', async () => {
    const { deps, world } = aWorld({})
    expect(await awaitFile(deps, ORDER)).toEqual({ kind: 'later' })
    expect(world.slept).toBeGreaterThanOrEqual(LIMITS.exportWaitMs)
    expect(world.slept).toBeLessThan(LIMITS.exportWaitMs + 2000)
  })

  it('is not ordered again while it is being made for somebody else', async () => {
    const state = { kind: 'asked', at: 999_000, times: 1 } as const
    const { deps, world } = aWorld({ state, consumer: makes })
    expect((await awaitFile(deps, ORDER)).kind).toBe('made')
    expect(world.sent).toEqual([])
  })

  it('is ordered again when the order was lost', async () => {
    const state = { kind: 'asked', at: 1_000_000 - LIMITS.exportLostMs, times: 1 } as const
    const { deps, world, states } = aWorld({ state, consumer: makes })
    expect((await awaitFile(deps, ORDER)).kind).toBe('made')
    expect(world.sent).toEqual([ORDER])
    expect(states.get(ORDER.key)).toMatchObject({ times: 2 })
  })

  it('is given up when order after order was lost: 503, not an endless wait', async () => {
    const at = 1_000_000 - LIMITS.exportLostMs
    const state = { kind: 'asked', at, times: LIMITS.exportAttempts } as const
    const { deps, world } = aWorld({ state })
    await expect(awaitFile(deps, ORDER)).rejects.toMatchObject({ code: 'unavailable' })
    expect(world.sent).toEqual([])
  })

  it('that cannot be made is an error as soon as that is known', async () => {
    const { deps, world } = aWorld({ consumer: fails, after: 2 })
    await expect(awaitFile(deps, ORDER)).rejects.toMatchObject({
      code: 'internal_error',
      details: { retryAfterS: LIMITS.exportRetryMs / 1000 },
    })
    expect(world.slept).toBeLessThan(2000)
  })

  it('that failed a moment ago is refused at once, and tried again later', async () => {
    const failed = (at: number) => ({ kind: 'failed', at, code: 'unavailable' }) as const
    const early = aWorld({ state: failed(999_000) })
    await expect(awaitFile(early.deps, ORDER)).rejects.toMatchObject({ code: 'unavailable' })
    expect([early.world.sent, early.world.slept]).toEqual([[], 0])
    const late = aWorld({ state: failed(1_000_000 - LIMITS.exportRetryMs), consumer: makes })
    expect((await awaitFile(late.deps, ORDER)).kind).toBe('made')
    expect(late.world.sent).toEqual([ORDER])
  })
})

describe('a file that is known by its name only', () => {
  it('is waited for when somebody ordered it', async () => {
    const state = { kind: 'asked', at: 999_000, times: 1 } as const
    const { deps, world } = aWorld({ state, consumer: makes })
    expect((await awaitAsked(deps, ORDER.key))?.kind).toBe('made')
    expect(world.sent).toEqual([])
  })

  it('is unknown when nobody did, and given up when the order was lost', async () => {
    expect(await awaitAsked(aWorld({}).deps, ORDER.key)).toBeNull()
    const state = { kind: 'asked', at: 1_000_000 - LIMITS.exportLostMs, times: 1 } as const
    await expect(awaitAsked(aWorld({ state }).deps, ORDER.key)).rejects.toMatchObject({
      code: 'unavailable',
    })
  })
})
