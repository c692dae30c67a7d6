import { unitQueues, type Env } from '../env.ts'
import type { UnitMessage } from '../services/ports.ts'

/** From this spacing on, a unit mostly sleeps: it goes to the queue where sleepers hold up nobody. */
const SLOW_FROM_MS = 2000
/** Prime to the number of shards, so that sends in a row take all of them. */
const RESEND_STEP = 3

/**
 * Spreads the units of all scans over the shards: by scan, then unit by unit. A message that is sent
 * again takes another shard: the first may be waiting behind a batch that hangs.
 */
export async function sendUnit(
  env: Env,
  message: UnitMessage,
  unit: Readonly<{ ordinal: number; sends: number; delayMs: number }>,
): Promise<void> {
  const shards = unitQueues(env)
  const scan = Number.parseInt(message.scan_id.slice(0, 6), 16)
  const shard = (scan + unit.ordinal + unit.sends * RESEND_STEP) % shards.length
  const queue = unit.delayMs >= SLOW_FROM_MS ? env.SCAN_SLOW : shards[shard]
  await queue?.send(message)
}
