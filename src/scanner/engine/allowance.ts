import { ProbeError, type Send } from '../http/exchange.ts'

/** What one piece of work holds: what it is expected to send, and all that it may once it sends more. */
export type Share = { held: number; readonly most: number; waits: boolean }

/** What a share that outgrows itself gets at a time at most, once nothing is kept in reserve. */
const STEP = 5

/**
 * The requests a unit may still send, shared by the checks that run at the same time in it. Until one
 * of them has come to its end there is always room for one to grow to its `most`, so that every unit
 * brings some check to its end; from then on nothing is kept in reserve, which would let lanes idle.
 */
export class Allowance {
  readonly #total: number
  readonly #shares = new Set<Share>()
  #used = 0
  #hasEnded = false
  #waiting: (() => void)[] = []

  constructor(total: number) {
    this.#total = total
  }

  /** Holds `expected`, where `most` would fit too, or need not; null when waiting cannot help. */
  async take(expected: number, most = expected): Promise<Share | null> {
    const share = { held: expected, most, waits: false }
    const isHeld = await this.#until(() => {
      const growth = [share, ...this.#shares].map((each) => each.most - each.held)
      const reserve = this.#hasEnded ? 0 : Math.max(...growth)
      const fits = expected + reserve <= this.#free()
      if (fits) this.#shares.add(share)
      return fits
    })
    return isHeld ? share : null
  }

  /** `send` for the holder of a share: what is more than expected waits its turn, or is `budget`. */
  sendWithin(share: Share, send: Send): Send {
    let sent = 0
    return async (request) => {
      sent += 1
      if (sent > share.held && !(await this.#grow(share))) {
        throw new ProbeError('budget', 'Other checks hold the requests that this unit has left.')
      }
      return send(request)
    }
  }

  /** Ends a share: `used` of it, or more, was really sent. `hasEnded`: and its work is done. */
  settle(share: Share, used: number, hasEnded = false): void {
    this.#shares.delete(share)
    this.#used += used
    this.#hasEnded ||= hasEnded
    this.#wake()
  }

  #grow(share: Share): Promise<boolean> {
    share.waits = true
    this.#wake()
    return this.#until(() => {
      const growth = share.most - share.held
      const free = this.#free()
      const more = this.#hasEnded ? Math.min(growth, STEP, Math.max(1, free)) : growth
      const fits = more <= free
      if (fits) {
        share.held += more
        share.waits = false
      }
      return fits
    })
  }

  #free(): number {
    return [...this.#shares].reduce((free, { held }) => free - held, this.#total - this.#used)
  }

  /** Tries again whenever something changes; false as soon as nobody is left who might give back. */
  async #until(takes: () => boolean): Promise<boolean> {
    while (!takes()) {
      if ([...this.#shares].every(({ waits }) => waits)) return false
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    return true
  }

  #wake(): void {
    const woken = this.#waiting
    this.#waiting = []
    for (const wake of woken) wake()
  }
}

/** Runs `work` on every item, at most `width` at a time, starting in order. */
export async function pool<T>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const lanes = Array.from({ length: Math.min(width, items.length) }, async () => {
    while (next < items.length) {
      const index = next++
      const item = items[index]
      if (item !== undefined) await work(item, index)
    }
  })
  await Promise.all(lanes)
}
