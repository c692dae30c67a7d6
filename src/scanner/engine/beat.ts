import { LIMITS } from '../../limits.ts'
import { isRefusal } from '../http/back-off.ts'
import type { Exchange } from '../http/exchange.ts'
import type { HostPace } from '../http/restraint.ts'
import { messageOf } from './run-check.ts'
import type { World } from './unit-context.ts'

type Seen = Readonly<{ requests: number; seen: Parameters<World['checkpoint']>[1] }>

/**
 * Tells the scan that the unit lives, every few seconds and requests, and learns when to stop. Once
 * more at the end where the host showed trouble, or is recovering from it: others must know.
 */
export function makeBeat(
  world: World,
  stop: AbortController,
  { look, learn }: Readonly<{ look: () => Seen; learn: (pace: HostPace) => void }>,
) {
  let exchanges = 0
  let toldAt = world.clock.now()
  let telling: Promise<void> = Promise.resolve()
  const tell = async ({ requests, seen }: Seen) => {
    toldAt = world.clock.now()
    try {
      if (!(await world.checkpoint(requests, seen))) stop.abort()
      learn(world.hostPace())
    } catch (error) {
      world.log('checkpoint.failed', { message: messageOf(error) })
    }
  }
  const tellNext = () => {
    telling = telling.then(() => tell(look()))
  }
  const tellTrouble = async () => {
    const last = look()
    const isTrouble = last.seen.some((origin) => origin.refusals + origin.connectFailures > 0)
    if (isTrouble || world.hostPace().gapMs > 0) await tell(last)
  }
  const count = ({ response }: Exchange) => {
    exchanges += 1
    // What a host refuses one unit, the others must not go on to ask for.
    const isNews = isRefusal(response.status) && world.clock.now() - toldAt >= LIMITS.refusalToldMs
    if (isNews || exchanges % LIMITS.checkpointRequests === 0) tellNext()
  }
  const during = async <T>(task: () => Promise<T>): Promise<T> => {
    const done = new AbortController()
    const beating = (async () => {
      while (!done.signal.aborted) {
        await world.clock.sleep(LIMITS.checkpointMs, done.signal)
        if (!done.signal.aborted) tellNext()
      }
    })()
    try {
      return await task()
    } finally {
      done.abort()
      await beating
      await telling
      await tellTrouble()
    }
  }
  return { count, during }
}
