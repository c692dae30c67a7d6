import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Instance, Reply } from '../../test/support/e2e-instance.ts'

const LANES = 16
const AGAIN_MS = 1000
const IDLE_MS = 50
const Refusal = z.looseObject({ code: z.string() })
const Started = z.looseObject({ scan_id: z.string() })
/** A client that is told so tries again; everything else is a fault. */
const TRY_AGAIN = ['concurrent_limit', 'idempotency_in_progress', 'unavailable']

/** One start that must be accepted once, however often it is asked for: its key stays the same. */
export type Start = Readonly<{ key: string; target: string; path: string; idempotencyKey: string }>
export type Outcome = Readonly<{
  accepted: readonly string[]
  wrong: readonly string[]
  refusals: number
  cutOff: number
}>

/** Asks for every start until it is accepted, through refusals and a service that dies on the way. */
export async function startAll(instance: Instance, starts: readonly Start[]): Promise<Outcome> {
  const accepted: string[] = []
  const wrong: string[] = []
  let [refusals, cutOff, open] = [0, 0, 0]
  const queue = starts.map((start) => ({ start, notBefore: 0 }))
  const lane = async (): Promise<void> => {
    while (queue.length > 0 || open > 0) {
      const next = queue.shift()
      if (next === undefined || next.notBefore > performance.now()) {
        if (next !== undefined) queue.push(next)
        await wait(IDLE_MS)
        continue
      }
      open += 1
      const reply = await ask(instance, next.start)
      open -= 1
      const code = reply === null ? null : (Refusal.safeParse(reply.body).data?.code ?? '')
      if (reply?.status === 202) accepted.push(Started.parse(reply.body).scan_id)
      else if (code === null || TRY_AGAIN.includes(code)) {
        if (code === null) cutOff += 1
        else refusals += 1
        queue.push({ ...next, notBefore: performance.now() + AGAIN_MS })
      } else wrong.push(`${next.start.target}: ${reply?.status} ${code}`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { accepted, wrong, refusals, cutOff }
}

/** Null: the connection broke, and whether the start was taken is not known. */
const ask = (instance: Instance, start: Start): Promise<Reply | null> =>
  instance
    .api(
      'POST',
      start.path,
      { target: start.target, scan_type: 'perf', scan_authorized: true },
      { key: start.key, headers: { 'idempotency-key': start.idempotencyKey } },
    )
    .catch(() => null)
