import { unitQueues, type Env } from '../env.ts'
import type { UnitMessage } from '../services/ports.ts'

/** From this spacing on, a unit mostly sleeps: it goes to the queue where sleepers hold up nobody. */
const SLOW_FROM_MS = 2000

/** Spreads the units of all scans over the shards: by scan, then unit by unit. */
export async function sendUnit(
  env: Env,
  message: UnitMessage,
  unit: Readonly<{ ordinal: number; delayMs: number }>,
): Promise<void> {
  const shards = unitQueues(env)
  const shard = (Number.parseInt(message.scan_id.slice(0, 6), 16) + unit.ordinal) % shards.length
  const queue = unit.delayMs >= SLOW_FROM_MS ? env.SCAN_SLOW : shards[shard]
  await queue?.send(message)
}
