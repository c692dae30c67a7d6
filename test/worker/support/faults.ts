import {
  abortAllDurableObjects,
  createExecutionContext,
  createMessageBatch,
  getQueueResult,
  runDurableObjectAlarm,
} from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'

import type { Env } from '../../../src/env.ts'
import { handleQueue } from '../../../src/queues/handle.ts'
import { clockOffsetMs, setClockOffset } from '../../../src/runtime.ts'
import { CoverageItems, ScanBody } from './fault-bodies.ts'
import { dice, FAULTS, noFaults, type Counts, type Fault } from './fault-kinds.ts'
import { call, type Caller } from './service.ts'

const SHARDS = 8
const SLOW = 'SCAN_SLOW'
/** Longer than a lease and than the time after which a message is sent again. */
const IDLE_MS = 30_000
const MOST_ROUNDS = 2000
const AT_ONCE = 4

/** `see` is told every message; `options` are those of the start. */
export type Watch = Readonly<{
  see?(body: unknown): void
  options?: Readonly<Record<string, unknown>>
}>

/** All that two scans of one site must have in common. */
export type Ended = Readonly<{
  status: string
  error: string | null
  partial: boolean
  summary: unknown
  fingerprints: readonly string[]
  outcomes: readonly string[]
}>

/**
 * Scans through the real objects and consumers, with queues of our own between them that lose,
 * repeat, delay and reorder messages, and with all objects killed now and then. `seed` null: calm.
 */
export async function scanWithFaults(
  caller: Caller,
  target: string,
  seed: number | null,
  watch: Watch = {},
): Promise<Readonly<{ ended: Ended; faults: Counts }>> {
  const waiting: unknown[] = []
  const counts = noFaults()
  const roll = dice(seed ?? 0)
  const strikes = (fault: Fault): boolean => {
    const does = seed !== null && roll(100) < FAULTS[fault]
    if (does) counts[fault] += 1
    return does
  }
  catchMessages((body) => {
    watch.see?.(body)
    if (strikes('unsent')) throw new Error('the queue is not there')
    if (!strikes('lost')) waiting.push(body)
    if (strikes('repeated')) waiting.push(body)
  })
  const put = env.RESULTS.put.bind(env.RESULTS)
  vi.spyOn(env.RESULTS, 'put').mockImplementation((async (...given: Parameters<typeof put>) => {
    if (strikes('unwritten')) throw new Error('the bucket is not there')
    return put(...given)
  }) as typeof put)
  try {
    return {
      ended: await drive(caller, await start(caller, target, watch.options), waiting, strikes),
      faults: counts,
    }
  } finally {
    vi.restoreAllMocks()
  }
}

/** Delivers what waits until the scan has ended; when nothing waits, time passes. */
async function drive(
  caller: Caller,
  id: string,
  waiting: unknown[],
  strikes: (fault: Fault) => boolean,
): Promise<Ended> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (waiting.length === 0) {
      if ((await statusOf(id)) !== 'running') return endOf(caller, id)
      leap()
      await ring(id)
      continue
    }
    if (strikes('reordered')) waiting.reverse()
    const batch = waiting.splice(0, AT_ONCE).map((body) => ({ body, isLate: strikes('late') }))
    const late = batch.filter(({ isLate }) => isLate).map(({ body }) => body)
    const working = batch.filter(({ isLate }) => !isLate).map(({ body }) => deliver(body, strikes))
    if (strikes('leapt')) leap()
    if (strikes('killed')) await abortAllDurableObjects()
    const again = await Promise.all(working)
    waiting.push(...again.flat(), ...late)
  }
  throw new Error('the scan does not end')
}

const leap = (): void => setClockOffset(clockOffsetMs() + IDLE_MS)

/** Stands in for every queue that carries units. */
function catchMessages(take: (body: unknown) => void): void {
  const names = [SLOW, ...Array.from({ length: SHARDS }, (_, shard) => `SCAN_UNITS_${shard}`)]
  const queues = new Map<string, unknown>(Object.entries(env))
  for (const name of names) {
    const queue = queues.get(name) as Queue
    vi.spyOn(queue, 'send').mockImplementation(async (body) => {
      take(body)
      return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }
    })
  }
}

/** Lets a due alarm fire. An object that was killed a moment ago answers at the next try. */
async function ring(id: string): Promise<void> {
  const scan = env.SCAN.getByName(id)
  try {
    await scan.wake()
    await runDurableObjectAlarm(scan)
  } catch (error) {
    if (!String(error).includes('abortAllDurableObjects')) throw error
  }
}

/** Hands one message to the consumer; what it gives back to the queue comes again. */
async function deliver(
  body: unknown,
  strikes: (fault: Fault) => boolean,
): Promise<readonly unknown[]> {
  const message = { id: crypto.randomUUID(), timestamp: new Date(0), attempts: 1, body }
  const batch = createMessageBatch('scan-units-0', [message])
  const context = createExecutionContext()
  const isCut = strikes('cut')
  const ends = isCut ? 'before' : strikes('unheard') ? 'after' : null
  await handleQueue(batch, ends === null ? env : { ...env, SCAN: losing(ends) })
  const { retryMessages } = await getQueueResult(batch, context)
  return isCut ? [] : retryMessages.map(() => body)
}

/** The scans' objects, behind a line that breaks `before` or `after` a unit is handed in. */
function losing(ends: 'before' | 'after'): Env['SCAN'] {
  const getByName = (id: string) => {
    const scan = env.SCAN.getByName(id)
    const complete: typeof scan.complete = async (...given) => {
      if (ends === 'after') await scan.complete(...given)
      throw new Error('the line broke')
    }
    return new Proxy(scan, {
      get: (stub, name) => (name === 'complete' ? complete : Reflect.get(stub, name, stub)),
    })
  }
  // The consumer asks for an object by its name, and for nothing else.
  return { getByName } as unknown as Env['SCAN']
}

async function start({ key }: Caller, target_url: string, options = {}): Promise<string> {
  const body = { target_url, scan_authorized: true, profile: 'gate', ...options }
  const started = await call(key, 'POST', '/api/v1/scan', body)
  if (started.status !== 202) throw new Error(JSON.stringify(started.body))
  return String(started.body['scan_id'])
}

const statusOf = (id: string) =>
  env.DB.prepare('SELECT status FROM scans WHERE id = ?').bind(id).first('status')

async function endOf({ key }: Caller, id: string): Promise<Ended> {
  const scan = ScanBody.parse((await call(key, 'GET', `/api/scan/${id}`)).body)
  const path = `/api/scan/${id}/coverage?per_page=100`
  const { items } = CoverageItems.parse((await call(key, 'GET', path)).body)
  const rows = scan.results?.vulnerabilities ?? []
  return {
    status: scan.status,
    error: scan.error?.code ?? null,
    partial: scan.results?.partial ?? false,
    summary: scan.summary,
    fingerprints: rows.map((row) => `${row.status} ${row.fingerprint}`).toSorted(),
    outcomes: items.map((item) => `${item.check_id} ${item.outcome}`).toSorted(),
  }
}
