import type { Env } from '../env.ts'
import { log } from '../runtime.ts'
import { messageOf } from '../scanner/engine/run-check.ts'
import { UnitMessageSchema } from './message.ts'

/** A message that every retry failed on becomes a recorded failure of its unit; the scan goes on. */
export async function handleDeadLetters(batch: MessageBatch, env: Env): Promise<void> {
  await Promise.all(
    batch.messages.map(async (message) => {
      const parsed = UnitMessageSchema.safeParse(message.body)
      if (!parsed.success) return message.ack()
      try {
        await env.SCAN.getByName(parsed.data.scan_id).unitDead(parsed.data.unit_id)
        message.ack()
      } catch (error) {
        log('dead_letter.failed', { message: messageOf(error) })
        message.retry({ delaySeconds: 30 })
      }
    }),
  )
}
