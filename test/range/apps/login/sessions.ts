import { randomUUID } from 'node:crypto'

/** The sessions of an app, each of which ends after so many requests. */
export class Sessions {
  readonly #lives = new Map<string, number>()
  readonly #most: number
  /** How many have ended by themselves. */
  ended = 0

  constructor(most: number) {
    this.#most = most
  }

  open(): string {
    const id = randomUUID()
    this.#lives.set(id, 0)
    return id
  }

  /** Whether this request is made logged in; it counts, and may be the session's last. */
  use(id: string | undefined): boolean {
    const life = id === undefined ? undefined : this.#lives.get(id)
    if (id === undefined || life === undefined) return false
    this.#lives.set(id, life + 1)
    if (life + 1 >= this.#most) {
      this.#lives.delete(id)
      this.ended += 1
    }
    return true
  }
}
