import type { Clock } from '../../ports.ts'
import { BrowserFailure, isBrowserFailure } from '../page.ts'

/**
 * The answer of the browser, or BrowserFailure: `timeout` when it takes too long, since a renderer
 * that hangs or has crashed answers nothing at all. `died` ends the wait at once.
 */
export async function within<T>(
  clock: Clock,
  ms: number,
  work: Promise<T>,
  died?: Promise<never>,
): Promise<T> {
  const done = new AbortController()
  const late = clock.sleep(ms, done.signal).then(() => {
    throw new BrowserFailure('timeout', `The browser did not answer within ${ms} ms.`)
  })
  // Whoever loses the race must not be an unhandled rejection.
  late.catch(() => undefined)
  work.catch(() => undefined)
  try {
    return await Promise.race([work, late, ...(died ? [died] : [])])
  } catch (error) {
    throw failureOf(error)
  } finally {
    done.abort()
  }
}

/** Its first line: the rest is a stack of the library. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''

const GONE = /Target closed|Session closed|detached|Protocol error.*closed|Connection closed/i
const CRASHED = /crash/i
const REFUSED = /ERR_BLOCKED_BY_CLIENT|ERR_ABORTED|ERR_FAILED/

export function failureOf(error: unknown): BrowserFailure {
  if (isBrowserFailure(error)) return error
  const message = messageOf(error)
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  if (isLate) return new BrowserFailure('timeout', message)
  if (CRASHED.test(message)) return new BrowserFailure('crashed', message)
  if (GONE.test(message)) return new BrowserFailure('closed', message)
  if (REFUSED.test(message)) return new BrowserFailure('refused', message)
  return new BrowserFailure('failed', message)
}
