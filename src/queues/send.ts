import { unitQueues, type Env } from '../env.ts'
import { mannerOf, type ScanOptions } from '../scanner/engine/options.ts'
import type { UnitMessage } from '../services/ports.ts'

type Sender = Readonly<{
  scanId: string
  options: Pick<ScanOptions, 'scan_speed' | 'request_delay_ms'>
}>

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
  { scanId, options }: Sender,
  unit: Readonly<{ id: string; ordinal: number; sends: number }>,
): Promise<void> {
  const message: UnitMessage = { v: 1, scan_id: scanId, unit_id: unit.id }
  const shards = unitQueues(env)
  const scan = Number.parseInt(scanId.slice(0, 6), 16)
  const shard = (scan + unit.ordinal + unit.sends * RESEND_STEP) % shards.length
  const queue = mannerOf(options).delayMs >= SLOW_FROM_MS ? env.SCAN_SLOW : shards[shard]
  await queue?.send(message)
}
