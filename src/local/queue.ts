import type { Env } from '../env.ts'
import type { Clock } from '../scanner/ports.ts'

/** How long a batch may keep the others of its queue waiting. */
const PATIENCE_MS = 250
/** Messages of one queue that may go on after their batch was let go; beyond that, it waits again. */
const MOST_APART = 128

type Handle = (batch: MessageBatch, env: Env) => Promise<void>

/**
 * The local broker hands out the next batch of a queue when the last one has ended: one unit that
 * hangs, or keeps a slow pace, would hold up all behind it. So a batch is let go after a moment and
 * goes on apart. A retry it asks for then is lost, as all messages are at a restart: ScanDO's alarm
 * sends again what was lost.
 */
export function letGoEarly(handle: Handle, sleep: Clock['sleep']) {
  const apart = new Map<string, number>()
  return async (batch: MessageBatch, env: Env, ctx: Pick<ExecutionContext, 'waitUntil'>) => {
    const done = new AbortController()
    const work = handle(batch, env).finally(() => done.abort())
    await Promise.race([work, sleep(PATIENCE_MS, done.signal)])
    const count = batch.messages.length
    const others = apart.get(batch.queue) ?? 0
    if (done.signal.aborted || others + count > MOST_APART) return work
    apart.set(batch.queue, others + count)
    ctx.waitUntil(
      work.finally(() => {
        apart.set(batch.queue, (apart.get(batch.queue) ?? 0) - count)
      }),
    )
  }
}
