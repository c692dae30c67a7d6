import type { Env } from '../env.ts'
import { log } from '../runtime.ts'
import { messageOf } from '../scanner/engine/run-check.ts'
import { runTurn } from '../services/jobs/turn.ts'
import { makeDeps } from '../wiring.ts'
import { TurnMessageSchema } from './message.ts'

/** Each message gives one account a turn. A turn that is lost comes again by AccountDO's alarm. */
export async function handleTurns(batch: MessageBatch, env: Env): Promise<void> {
  await Promise.all(batch.messages.map((message) => settle(message, env)))
}

async function settle(message: Message, env: Env): Promise<void> {
  const parsed = TurnMessageSchema.safeParse(message.body)
  if (!parsed.success) log('turn.bad_message', { message: parsed.error.message })
  else {
    await runTurn(makeDeps(env), parsed.data.account_id).catch((error: unknown) =>
      log('turn.failed', { account_id: parsed.data.account_id, message: messageOf(error) }),
    )
  }
  message.ack()
}
