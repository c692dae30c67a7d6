import type { Env } from '../env.ts'
import { log } from '../runtime.ts'
import { messageOf } from '../scanner/engine/run-check.ts'
import { recountScans } from '../services/findings/recount.ts'
import { makeDeps } from '../wiring.ts'
import { RecountMessageSchema } from './message.ts'

const RETRY_S = 10

/** Counts scans again after a triage. Each message is acknowledged or retried; none throws. */
export async function handleRecounts(batch: MessageBatch, env: Env): Promise<void> {
  for (const message of batch.messages) {
    const parsed = RecountMessageSchema.safeParse(message.body)
    if (!parsed.success) {
      log('recount.bad_message', { message: parsed.error.message })
      message.ack()
      continue
    }
    try {
      await recountScans(makeDeps(env), parsed.data)
      message.ack()
    } catch (error) {
      log('recount.failed', { message: messageOf(error), attempts: message.attempts })
      message.retry({ delaySeconds: RETRY_S })
    }
  }
}
