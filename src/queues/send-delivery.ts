import { deliveryQueues, type Env } from '../env.ts'
import type { DeliveryMessage } from '../services/ports.ts'

/** One shard per account: whose receivers hang keeps waiting who shares the shard, and nobody else. */
export const deliveryShard = (accountId: string, shards: number): number =>
  Number.parseInt(accountId.replaceAll('-', '').slice(0, 6), 16) % shards || 0

export async function sendDelivery(
  env: Env,
  message: DeliveryMessage,
  delayS: number,
): Promise<void> {
  const queues = deliveryQueues(env)
  const queue = queues[deliveryShard(message.account_id, queues.length)]
  await queue?.send(message, { delaySeconds: delayS })
}
