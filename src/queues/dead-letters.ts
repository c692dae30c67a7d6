import type { Env } from '../env.ts'
import { log } from '../runtime.ts'
import { messageOf } from '../scanner/engine/run-check.ts'
import { makeDeps } from '../wiring.ts'
import {
  DeliveryMessageSchema,
  OrderMessageSchema,
  RecountMessageSchema,
  TurnMessageSchema,
  UnitMessageSchema,
} from './message.ts'

const RETRY_S = 30
/** What made a recount fail so often may last a while. */
const RECOUNT_AGAIN_S = 15 * 60

type Letter = Readonly<{ kind: string; settle(body: unknown, env: Env): Promise<boolean> }>

/** What becomes of a message that every retry failed on; `settle` answers false for another kind. */
const LETTERS: readonly Letter[] = [
  {
    kind: 'unit',
    // A recorded failure of the unit; the scan goes on.
    async settle(body, env) {
      const { success, data } = UnitMessageSchema.safeParse(body)
      if (success) await env.SCAN.getByName(data.scan_id).unitDead(data.unit_id)
      return success
    },
  },
  {
    kind: 'export',
    // Who waits for the file is told that it cannot be made; after a while it may be asked for again.
    async settle(body, env) {
      const { success, data } = OrderMessageSchema.safeParse(body)
      if (!success) return false
      const { exports, now } = makeDeps(env)
      const isMade = await exports.has(data.key)
      if (!isMade) {
        await exports.setState(data.key, { kind: 'failed', at: now(), code: 'unavailable' })
      }
      return true
    },
  },
  {
    kind: 'recount',
    // Nothing else remembers that these counts are out of date: so it is asked for again.
    async settle(body, env) {
      const { success, data } = RecountMessageSchema.safeParse(body)
      if (success) await env.RECOUNTS.send(data, { delaySeconds: RECOUNT_AGAIN_S })
      return success
    },
  },
  // The rows in D1 say what is due: the cron gives the account its turn, and sends what is overdue.
  { kind: 'delivery', settle: async (body) => DeliveryMessageSchema.safeParse(body).success },
  { kind: 'turn', settle: async (body) => TurnMessageSchema.safeParse(body).success },
]

/** No letter is lost unnoticed: each is logged, and ends as its kind says. Never throws. */
export async function handleDeadLetters(batch: MessageBatch, env: Env): Promise<void> {
  await Promise.all(batch.messages.map((message) => settle(message, env)))
}

async function settle(message: Message, env: Env): Promise<void> {
  try {
    log('dead_letter', { id: message.id, kind: await kindOf(message.body, env) })
    message.ack()
  } catch (error) {
    log('dead_letter.failed', { id: message.id, message: messageOf(error) })
    message.retry({ delaySeconds: RETRY_S })
  }
}

async function kindOf(body: unknown, env: Env): Promise<string> {
  for (const { kind, settle: end } of LETTERS) if (await end(body, env)) return kind
  return 'unknown'
}
