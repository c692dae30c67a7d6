import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

const POLL_MS = 20

/** Waits until it holds; throws `otherwise` after `timeoutMs`. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  timeoutMs: number,
  otherwise = `not within ${timeoutMs} ms: ${holds.toString()}`,
): Promise<void> {
  const end = performance.now() + timeoutMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(otherwise)
    await wait(POLL_MS)
  }
}
