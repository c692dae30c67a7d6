import type { Instant } from '../../report/time.ts'
import type { Clock } from '../ports.ts'

export type Stopwatch = Readonly<{ totalMs(): number; set(on: boolean): void }>

/** Adds up the time for which it was on. */
export function makeStopwatch(clock: Clock): Stopwatch {
  let total = 0
  let since: Instant | null = null
  const totalMs = (): number => total + (since === null ? 0 : clock.now() - since)
  return {
    totalMs,
    set(on: boolean): void {
      if (on === (since !== null)) return
      total = totalMs()
      since = on ? clock.now() : null
    },
  }
}
