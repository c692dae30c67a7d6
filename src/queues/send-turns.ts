import type { Env } from '../env.ts'
import type { TurnMessage } from '../services/ports.ts'

/** The most messages that one call may carry. */
const AT_ONCE = 100

/** One message for each account: its waiting starts get a turn. */
export async function sendTurns(env: Env, accountIds: readonly string[]): Promise<void> {
  for (let start = 0; start < accountIds.length; start += AT_ONCE) {
    const some = accountIds.slice(start, start + AT_ONCE)
    await env.JOBS.sendBatch(
      some.map((id) => ({ body: { v: 1, account_id: id } satisfies TurnMessage })),
    )
  }
}
