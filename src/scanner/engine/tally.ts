import type { CheckTally } from './unit.ts'

/** Adds up, check by check, what ran to its end and what did not. One per unit. */
export class Tallies {
  readonly #byCheck = new Map<string, CheckTally>()

  ran(checkId: string, requests: number): void {
    this.#add(checkId, { points: 1, requests })
  }

  untested(checkId: string, reason: string, places = 1, requests = 0): void {
    const known = this.#of(checkId)
    const untested = { ...known.untested, [reason]: (known.untested[reason] ?? 0) + places }
    this.#byCheck.set(checkId, { ...known, untested, requests: known.requests + requests })
  }

  threw(checkId: string, message: string, requests: number): void {
    this.#byCheck.set(checkId, { ...this.#of(checkId), threw: message })
    this.#add(checkId, { points: 0, requests })
  }

  all(): readonly CheckTally[] {
    return [...this.#byCheck.values()].toSorted((a, b) => (a.check_id < b.check_id ? -1 : 1))
  }

  #of(checkId: string): CheckTally {
    return (
      this.#byCheck.get(checkId) ?? {
        check_id: checkId,
        points: 0,
        requests: 0,
        untested: {},
        threw: null,
      }
    )
  }

  #add(checkId: string, more: Readonly<{ points: number; requests: number }>): void {
    const known = this.#of(checkId)
    this.#byCheck.set(checkId, {
      ...known,
      points: known.points + more.points,
      requests: known.requests + more.requests,
    })
  }
}
