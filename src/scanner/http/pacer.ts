import type { Instant } from '../../report/time.ts'
import type { Clock, Random } from '../ports.ts'
import { ProbeError } from './exchange.ts'
import { makeStopwatch } from './stopwatch.ts'

export type Pacer = Readonly<{
  /** Runs the work in its turn. Throws ProbeError `aborted` when the signal aborts before that. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
  /** What the host asks for on top of the scan's own delay: the least gap between starts, a pause. */
  holdBack(gapMs: number, pausedUntil: Instant): void
  /** Time in which nothing was in flight because the pace did not allow a start. */
  waitedMs(): number
  lastStartAt(): Instant | null
}>

export type PacerOptions = Readonly<{
  clock: Clock
  random: Random
  /** From the start of one request to the start of the next. */
  delayMs: number
  /** Share of the delay that varies, up and down: 0.2 = ± 20 %. */
  jitter: number
  inFlight: number
  notBefore: Instant
}>

/**
 * The pace of one unit, shared by all that send in it: first come, first served, starts spaced from
 * start to start, at most `inFlight` at once.
 */
export function makePacer(options: PacerOptions): Pacer {
  const line = new Line(options)
  return {
    run: async (work, signal) => {
      await line.turn(signal)
      try {
        return await work()
      } finally {
        line.leave()
      }
    },
    holdBack: (gapMs, pausedUntil) => line.holdBack(gapMs, pausedUntil),
    waitedMs: () => line.waited.totalMs(),
    lastStartAt: () => line.startedAt,
  }
}

type Waiter = Readonly<{ start(): void }>

class Line {
  readonly #options: PacerOptions
  readonly #waiters: Waiter[] = []
  readonly waited: ReturnType<typeof makeStopwatch>
  startedAt: Instant | null = null
  #running = 0
  #ownGapMs = 0
  #hostGapMs = 0
  #pausedUntil: Instant = 0
  #nap: AbortController | null = null

  constructor(options: PacerOptions) {
    this.#options = options
    this.waited = makeStopwatch(options.clock)
  }

  /** Resolves when the caller may start; the caller owes a `leave`. */
  turn(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(aborted())
    const now = this.#options.clock.now()
    const isFree = this.#waiters.length === 0 && this.#running < this.#options.inFlight
    if (isFree && this.#nextStartAt() <= now) {
      this.#start(now)
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        start: () => {
          signal.removeEventListener('abort', giveUp)
          resolve()
        },
      }
      const giveUp = () => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1)
        reject(aborted())
        this.#reconsider()
      }
      signal.addEventListener('abort', giveUp, { once: true })
      this.#waiters.push(waiter)
      this.#startDue()
    })
  }

  leave(): void {
    this.#running -= 1
    this.#startDue()
  }

  holdBack(gapMs: number, pausedUntil: Instant): void {
    if (gapMs === this.#hostGapMs && pausedUntil === this.#pausedUntil) return
    this.#hostGapMs = gapMs
    this.#pausedUntil = pausedUntil
    this.#reconsider()
  }

  #startDue(): void {
    const { clock, inFlight } = this.#options
    while (this.#waiters.length > 0 && this.#running < inFlight) {
      const now = clock.now()
      const waitMs = this.#nextStartAt() - now
      if (waitMs > 0) {
        this.#rest(waitMs)
        break
      }
      this.#start(now)
      this.#waiters.shift()?.start()
    }
    this.waited.set(this.#waiters.length > 0 && this.#running === 0)
  }

  #start(now: Instant): void {
    this.#running += 1
    this.startedAt = now
    this.#ownGapMs = this.#drawGap()
  }

  #nextStartAt(): Instant {
    const notBefore = Math.max(this.#options.notBefore, this.#pausedUntil)
    if (this.startedAt === null) return notBefore
    return Math.max(notBefore, this.startedAt + Math.max(this.#ownGapMs, this.#hostGapMs))
  }

  #drawGap(): number {
    const { delayMs, jitter, random } = this.#options
    const spread = Math.round(delayMs * jitter)
    return spread === 0 ? delayMs : delayMs + random(-spread, spread)
  }

  #rest(ms: number): void {
    if (this.#nap) return
    const nap = new AbortController()
    this.#nap = nap
    void this.#options.clock.sleep(ms, nap.signal).then(() => {
      if (this.#nap === nap) this.#nap = null
      this.#startDue()
    })
  }

  #reconsider(): void {
    this.#nap?.abort()
    this.#nap = null
    this.#startDue()
  }
}

const aborted = () => new ProbeError('aborted', 'The scan was stopped.')
