import type { Env } from '../env.ts'
import { log } from '../runtime.ts'
import { messageOf } from '../scanner/engine/run-check.ts'
import { attemptDelivery } from '../services/notify/attempt.ts'
import { makeDeliveryDeps } from '../wiring.ts'
import { DeliveryMessageSchema } from './message.ts'

const FAULT_RETRY_S = 5

/** Messages of a batch run side by side; each is acknowledged or retried on its own, none throws. */
export async function handleDeliveries(batch: MessageBatch, env: Env): Promise<void> {
  const deps = makeDeliveryDeps(env)
  await Promise.all(
    batch.messages.map(async (message) => {
      const parsed = DeliveryMessageSchema.safeParse(message.body)
      if (!parsed.success) {
        log('delivery.bad_message', { message: parsed.error.message })
        return message.ack()
      }
      try {
        await attemptDelivery(deps, parsed.data)
        message.ack()
      } catch (error) {
        log('delivery.failed', { message: messageOf(error), attempts: message.attempts })
        message.retry({ delaySeconds: FAULT_RETRY_S })
      }
    }),
  )
}
