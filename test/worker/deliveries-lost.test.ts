import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { handleQueue } from '../../src/queues/handle.ts'
import { deliveryShard } from '../../src/queues/send-delivery.ts'
import { DAY, SECOND } from '../../src/report/time.ts'
import { rowsOf } from './support.ts'
import { aDeliveryWorld, idOf, type Queued } from './support/delivery-world.ts'

const HOOK = 'https://hooks.acme.dev/secret-path?token=secret-query'
const logOf = (scanId: string) =>
  rowsOf('SELECT status, attempts FROM deliveries WHERE scan_id = ?', scanId)
const emailsOf = (accountId: string) =>
  rowsOf('SELECT id FROM email_log WHERE account_id = ?', accountId)

describe('messages that are lost, late, doubled or out of order', () => {
  it('are delivered logically once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('take', 'double', 'drop', 'last'), { maxLength: 30 }),
        fc.array(fc.constantFrom(204, 500, 'timeout' as const), { maxLength: 5 }),
        async (fates, answers) => {
          const world = aDeliveryWorld()
          world.state.script = (_, nth) => answers[nth - 1] ?? 204
          const scan = await world.running({ hooks: [HOOK, `${HOOK}2`] })
          await world.end(scan)
          const seen: Queued[] = []
          for (let step = 0; step < 60; step++) {
            const fate = fates[step] ?? 'take'
            const next = fate === 'last' ? world.queue.pop() : world.queue.shift()
            if (next === undefined) {
              world.clock.now += 40 * SECOND
              if ((await world.sweep()) === 0) break
              continue
            }
            seen.push(next)
            if (fate === 'drop') continue
            await world.attempt(next.message)
            if (fate === 'double') await world.attempt(next.message)
          }
          // All that ever was sent comes once more.
          for (const { message } of seen) await world.attempt(message)
          const rows = await logOf(scan.scanId)
          expect(rows.every(({ status }) => status === 'delivered' || status === 'abandoned')).toBe(
            true,
          )
          const delivered = rows.filter(({ status }) => status === 'delivered').length
          const taken = world.requests.filter((_, index) => (answers[index] ?? 204) === 204)
          expect(taken.length).toBe(delivered)
          expect(new Set(taken.map(idOf)).size).toBe(delivered)
          expect(world.requests.length).toBeLessThanOrEqual(8)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('an attempt whose consumer died counts as made, and the next one comes with the sweep', async () => {
    const world = aDeliveryWorld()
    world.state.script = () => 'crash'
    const scan = await world.running({ hooks: [HOOK] })
    await world.end(scan)
    for (let attempt = 1; attempt <= 4; attempt++) {
      const next = world.queue.shift()
      expect(next?.message.attempt).toBe(attempt)
      if (next) await expect(world.attempt(next.message)).rejects.toThrow('gone')
      expect(await world.sweep(), 'its lease still runs').toBe(0)
      world.clock.now += 31 * SECOND
      expect(await world.sweep()).toBe(1)
    }
    await world.drain()
    expect(await logOf(scan.scanId)).toMatchObject([{ status: 'abandoned', attempts: 4 }])
    expect(await emailsOf(scan.accountId)).toHaveLength(1)
  })

  it('logs go after 30 days', async () => {
    const world = aDeliveryWorld()
    world.state.script = () => 500
    const scan = await world.running({ hooks: [HOOK] })
    await world.end(scan)
    await world.drain()
    world.clock.now += 31 * DAY
    await world.sweep()
    expect([await logOf(scan.scanId), await emailsOf(scan.accountId)]).toEqual([[], []])
  })
})

describe('a batch of deliveries', () => {
  const handle = async (bodies: readonly unknown[]) => {
    const messages = bodies.map((body) => ({
      id: crypto.randomUUID(),
      timestamp: new Date(0),
      attempts: 1,
      body,
    }))
    const batch = createMessageBatch('deliveries-0', messages)
    await handleQueue(batch, env)
    return getQueueResult(batch, createExecutionContext())
  }

  it('forgets what is no message of ours and what nobody planned', async () => {
    const ids = { account_id: crypto.randomUUID(), delivery_id: crypto.randomUUID() }
    const result = await handle(['garbage', { v: 2 }, { v: 1, ...ids, attempt: 1 }])
    expect(result).toMatchObject({ outcome: 'ok', retryMessages: [] })
    expect(result.explicitAcks).toHaveLength(3)
  })

  it('never reaches a loopback receiver in production', async () => {
    const world = aDeliveryWorld()
    const scan = await world.running({ hooks: [new URL('/hook', env.TARGET).href] })
    await world.end(scan)
    await handle(world.queue.map(({ message }) => message))
    expect(await logOf(scan.scanId)).toMatchObject([{ status: 'failed', attempts: 1 }])
  })

  it('of one account share a shard, and accounts are spread over all', () => {
    const ids = Array.from({ length: 200 }, () => crypto.randomUUID())
    expect(new Set(ids.map((id) => deliveryShard(id, 4)))).toEqual(new Set([0, 1, 2, 3]))
    expect(deliveryShard('no-uuid', 4)).toBe(0)
  })
})
