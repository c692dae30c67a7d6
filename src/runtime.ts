import type { Clock, Log, Random } from './scanner/ports.ts'

/**
 * What differs between production and the local mode, and nothing else. Only src/local.ts changes
 * it, and the deploy bundle does not hold local.ts: no setting can switch it on in production.
 */
const mode = { isLocal: false, clockOffsetMs: 0 }

export const isLocal = (): boolean => mode.isLocal
export const clockOffsetMs = (): number => mode.clockOffsetMs
export function enterLocalMode(): void {
  mode.isLocal = true
}
export function setClockOffset(ms: number): void {
  mode.clockOffsetMs = ms
}

/** The clock of production and local mode; tests pass their own. */
export const clock: Clock = {
  now: () => Date.now() + mode.clockOffsetMs,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (ms <= 0 || signal?.aborted) return resolve()
      const timer = setTimeout(done, ms)
      signal?.addEventListener('abort', done, { once: true })
      function done() {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
    }),
}

/** The time of day as everybody else has it. */
export const outsideNow = (): number => Date.now()

/** The instant at which the platform must fire an alarm so that it is due by the service's clock. */
export const platformInstant = (at: number): number => at - mode.clockOffsetMs

/** Drawn many at a time: to ask for one takes the platform as long as for all. */
const words = new Uint32Array(256)
let wordsLeft = 0

export const random: Random = (min, max) => {
  if (wordsLeft === 0) wordsLeft = crypto.getRandomValues(words).length
  wordsLeft -= 1
  return min + ((words[wordsLeft] ?? 0) % (max - min + 1))
}

export const log: Log = (event, fields = {}) => {
  // oxlint-disable-next-line no-console -- the platform's log is the console
  console.log(JSON.stringify({ event, ...fields }))
}
