/**
 * The requests a unit may still send, shared by the checks that run at the same time in it.
 * `take` waits while others may give back, and answers false when waiting cannot help.
 */
export class Allowance {
  readonly #total: number
  #used = 0
  #held = 0
  #waiting: (() => void)[] = []

  constructor(total: number) {
    this.#total = total
  }

  /** Holds `requests`, where even `most` of them would still fit. */
  async take(requests: number, most = requests): Promise<boolean> {
    for (;;) {
      if (this.#used + this.#held + most <= this.#total) {
        this.#held += requests
        return true
      }
      if (this.#held === 0) return false
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Ends a `take(held)`: `used` of it, or more, was really sent. */
  settle(held: number, used: number): void {
    this.#held -= held
    this.#used += used
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
