import type { Instant } from '../../src/report/time.ts'
import type { Clock } from '../../src/scanner/ports.ts'

export type FakeClock = Clock &
  Readonly<{
    /** Moves time on, waking sleepers in the order they are due; what they start may sleep again. */
    advance(ms: number): Promise<void>
    /** How many sleep now. */
    sleeping(): number
  }>

type Sleeper = Readonly<{ due: Instant; wake(): void }>

/** A clock that stands still until the test moves it. */
export function makeFakeClock(start: Instant = 0): FakeClock {
  let now = start
  const sleepers = new Set<Sleeper>()

  const sleep: Clock['sleep'] = (ms, signal) =>
    new Promise((resolve) => {
      if (ms <= 0 || signal?.aborted) return resolve()
      const sleeper: Sleeper = { due: now + ms, wake }
      function wake() {
        sleepers.delete(sleeper)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      sleepers.add(sleeper)
      signal?.addEventListener('abort', wake, { once: true })
    })

  async function advance(ms: number): Promise<void> {
    const end = now + ms
    await settle()
    for (let next = firstDue(sleepers, end); next; next = firstDue(sleepers, end)) {
      now = Math.max(now, next.due)
      next.wake()
      await settle()
    }
    now = end
    await settle()
  }

  return { now: () => now, sleep, advance, sleeping: () => sleepers.size }
}

const firstDue = (sleepers: ReadonlySet<Sleeper>, end: Instant): Sleeper | undefined =>
  [...sleepers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0]

/** Lets every promise that is already settled run its callbacks. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
