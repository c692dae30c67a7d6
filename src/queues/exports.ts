import type { Env } from '../env.ts'
import { log } from '../runtime.ts'
import { messageOf } from '../scanner/engine/run-check.ts'
import { makeFile } from '../services/reports/make-file.ts'
import { makeDeps } from '../wiring.ts'
import { OrderMessageSchema } from './message.ts'

/**
 * Makes the files of a batch. Never throws; a message is acknowledged whatever came of it, since the
 * one who waits learns that from the store. Only one that died on the way comes again.
 */
export async function handleExports(batch: MessageBatch, env: Env): Promise<void> {
  for (const message of batch.messages) {
    await inTurn(() => handle(message, env))
    message.ack()
  }
}

async function handle({ body, attempts }: Message, env: Env): Promise<void> {
  const parsed = OrderMessageSchema.safeParse(body)
  if (!parsed.success) return log('export.bad_message', { message: parsed.error.message })
  try {
    await makeFile(makeDeps(env), parsed.data, attempts > 1)
  } catch (error) {
    log('export.failed', { key: parsed.data.key, message: messageOf(error) })
  }
}

let last: Promise<unknown> = Promise.resolve()

/** One file at a time in an isolate: a PDF takes up to half of its memory. */
function inTurn(task: () => Promise<void>): Promise<void> {
  const turn = last.then(task)
  last = turn
  return turn
}
