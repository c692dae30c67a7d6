import type { Env } from '../env.ts'
import { log } from '../runtime.ts'
import { handleDeadLetters } from './dead-letters.ts'
import { handleDeliveries } from './deliveries.ts'
import { handleTurns } from './jobs.ts'
import { handleExports } from './exports.ts'
import { handleRecounts } from './recount.ts'
import { handleUnits } from './scan-units.ts'

/** Sends each batch to the handler of its queue. Never throws. */
export async function handleQueue(batch: MessageBatch, env: Env): Promise<void> {
  if (batch.queue === 'dead-letters') return handleDeadLetters(batch, env)
  if (batch.queue === 'jobs') return handleTurns(batch, env)
  if (batch.queue === 'exports') return handleExports(batch, env)
  if (batch.queue.startsWith('scan-')) return handleUnits(batch, env)
  if (batch.queue === 'recounts') return handleRecounts(batch, env)
  if (batch.queue.startsWith('deliveries-')) return handleDeliveries(batch, env)
  log('queue.unknown', { queue: batch.queue })
  batch.ackAll()
}
