import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'

import { makeExportStore } from '../../src/db/export-store.ts'
import { handleQueue } from '../../src/queues/handle.ts'
import { sendUnit } from '../../src/queues/send.ts'
import { UnitMessageSchema } from '../../src/queues/message.ts'
import { compareText } from '../../src/report/order.ts'

const scanId = () => crypto.randomUUID()
const message = (body: unknown, id = crypto.randomUUID()) => ({
  id,
  timestamp: new Date(0),
  attempts: 1,
  body,
})

async function handle(queue: string, messages: ReturnType<typeof message>[]) {
  const batch = createMessageBatch(queue, messages)
  const context = createExecutionContext()
  await handleQueue(batch, env)
  const { outcome, explicitAcks, retryMessages } = await getQueueResult(batch, context)
  return { outcome, acked: explicitAcks, retried: retryMessages.map(({ msgId }) => msgId) }
}

describe('a batch of units', () => {
  it('forgets what is no message of ours and what no scan knows', async () => {
    const known = { v: 1, scan_id: scanId(), unit_id: 'x:open:000000' }
    const messages = [message('garbage'), message({ v: 2 }), message(known)]
    const result = await handle('scan-units-0', messages)
    expect(result).toMatchObject({ outcome: 'ok', retried: [] })
    expect(result.acked.toSorted()).toEqual(messages.map(({ id }) => id).toSorted())
  })

  it('settles each message on its own: one that fails is retried, the others are done', async () => {
    const broken = scanId()
    const getByName = env.SCAN.getByName.bind(env.SCAN)
    const spy = vi.spyOn(env.SCAN, 'getByName').mockImplementation((name, ...rest) => {
      if (name === broken) throw new Error('the object is overloaded')
      return getByName(name, ...rest)
    })
    const bad = message({ v: 1, scan_id: broken, unit_id: 'a' })
    const good = message({ v: 1, scan_id: scanId(), unit_id: 'b' })
    const result = await handle('scan-units-3', [bad, good])
    spy.mockRestore()
    expect(result).toEqual({ outcome: 'ok', acked: [good.id], retried: [bad.id] })
  })
})

describe('a letter that every retry failed on', () => {
  it('is taken and logged, whatever it holds', async () => {
    const told = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const turn = { v: 1, account_id: 'acc' }
    const dead = [
      message({ v: 1, scan_id: scanId(), unit_id: 'gone' }),
      message({ ...turn, delivery_id: 'd', attempt: 1 }),
      message(turn),
      message({ event: 'of another kind' }),
    ]
    const result = await handle('dead-letters', dead)
    const kinds = told.mock.calls.map(([line]) => JSON.parse(String(line)).kind)
    told.mockRestore()
    expect(result).toMatchObject({ outcome: 'ok', retried: [] })
    expect(result.acked).toHaveLength(4)
    expect(kinds.toSorted(compareText)).toEqual(['delivery', 'turn', 'unit', 'unknown'])
  })

  it('of an export tells the one who waits that the file cannot be made', async () => {
    const key = `exports/${scanId()}/report.pdf`
    const order = { v: 1, key, account_id: 'acc', scan_ids: [scanId()], format: 'pdf', options: {} }
    await handle('dead-letters', [message(order)])
    const state = await makeExportStore(env.RESULTS).state(key)
    expect(state).toMatchObject({ kind: 'failed', code: 'unavailable' })
  })

  it('of a recount is sent again later: nothing else remembers it', async () => {
    const send = vi.spyOn(env.RECOUNTS, 'send').mockResolvedValue(undefined as never)
    const job = { v: 1, accountId: 'acc', host: 'shop.test', fingerprint: 'f', after: null }
    const result = await handle('dead-letters', [message(job)])
    const [sent] = send.mock.calls
    send.mockRestore()
    expect(result.acked).toHaveLength(1)
    expect(sent).toEqual([job, { delaySeconds: 900 }])
  })

  it('is tried again when what it asks for fails', async () => {
    const spy = vi.spyOn(env.SCAN, 'getByName').mockImplementation(() => {
      throw new Error('the object is overloaded')
    })
    const dead = message({ v: 1, scan_id: scanId(), unit_id: 'a' })
    const result = await handle('dead-letters', [dead])
    spy.mockRestore()
    expect(result).toMatchObject({ acked: [], retried: [dead.id] })
  })
})

describe('sending a unit', () => {
  type Sent = { queue: string; body: unknown }
  const bindings = () => {
    const sent: Sent[] = []
    const queue = (name: string) => ({
      send: async (body: unknown) => void sent.push({ queue: name, body }),
    })
    const shards = Object.fromEntries(
      Array.from({ length: 8 }, (_, shard) => [`SCAN_UNITS_${shard}`, queue(`${shard}`)]),
    )
    return {
      sent,
      bindings: { ...env, ...shards, SCAN_SLOW: queue('slow') } as unknown as typeof env,
    }
  }

  const sender = (request_delay_ms: number | null) => {
    const options = { scan_speed: 'normal', request_delay_ms } as const
    return { scanId: scanId(), options }
  }

  it('spreads the units of a scan over all shards, and another send over another one', async () => {
    const { sent, bindings: fake } = bindings()
    const scan = sender(null)
    for (let ordinal = 0; ordinal < 8; ordinal++) {
      await sendUnit(fake, scan, { id: 'u', ordinal, sends: 1 })
    }
    expect(new Set(sent.map(({ queue }) => queue)).size).toBe(8)
    await sendUnit(fake, scan, { id: 'u', ordinal: 0, sends: 2 })
    expect(sent.at(-1)?.queue).not.toBe(sent[0]?.queue)
    const message = { v: 1, scan_id: scan.scanId, unit_id: 'u' }
    expect(UnitMessageSchema.parse(sent[0]?.body)).toEqual(message)
  })

  it('keeps units that mostly sleep apart', async () => {
    const { sent, bindings: fake } = bindings()
    await sendUnit(fake, sender(3000), { id: 'u', ordinal: 0, sends: 1 })
    expect(sent.map(({ queue }) => queue)).toEqual(['slow'])
  })
})

describe('the host object', () => {
  it('shares one host between all that ask, and takes back what was given', async () => {
    const host = env.HOST.getByName(`${scanId()}.example`)
    const origin = 'https://shop.example'
    const grants = []
    for (let unit = 0; unit < 6; unit++) {
      grants.push(await host.acquire(`unit-${unit}`, origin, 5, 6))
    }
    const given = grants.map((grant) => (grant.kind === 'granted' ? grant.inFlight : 0))
    expect(given.reduce((sum, each) => sum + each, 0)).toBe(6)
    expect(grants.at(-1)?.kind).toBe('wait')
    await host.release('unit-0')
    expect((await host.acquire('unit-9', origin, 5, 6)).kind).toBe('granted')
  })

  it('pauses everybody when the host asks for it', async () => {
    const host = env.HOST.getByName(`${scanId()}.example`)
    const origin = 'https://shop.example'
    await host.report({
      origin,
      requests: 5,
      refusals: 1,
      connectFailures: 0,
      retryAfterMs: 4000,
      meanLatencyMs: 10,
    })
    expect(await host.acquire('unit', origin, 5, 20)).toMatchObject({ kind: 'wait' })
    expect(await host.acquire('unit', 'https://shop.example:8443', 5, 20)).toMatchObject({
      kind: 'granted',
    })
  })
})
