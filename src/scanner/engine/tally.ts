import type { CheckTally } from './unit.ts'

/** What a check cost at a place. Passive checks send nothing, and their time is not measured. */
type Effort = Pick<CheckTally, 'requests' | 'elapsedMs'>
const NO_EFFORT: Effort = { requests: 0, elapsedMs: 0 }

/** Adds up, check by check, what ran to its end and what did not. One per unit. */
export class Tallies {
  readonly #byCheck = new Map<string, CheckTally>()

  ran(checkId: string, effort = NO_EFFORT): void {
    this.#add(checkId, 1, effort)
  }

  untested(checkId: string, reason: string, places = 1, effort = NO_EFFORT): void {
    const known = this.#of(checkId)
    const untested = { ...known.untested, [reason]: (known.untested[reason] ?? 0) + places }
    this.#byCheck.set(checkId, { ...known, untested })
    this.#add(checkId, 0, effort)
  }

  threw(checkId: string, message: string, effort = NO_EFFORT): void {
    this.#byCheck.set(checkId, { ...this.#of(checkId), threw: message })
    this.#add(checkId, 0, effort)
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
        elapsedMs: 0,
        untested: {},
        threw: null,
      }
    )
  }

  #add(checkId: string, points: number, effort: Effort): void {
    const known = this.#of(checkId)
    this.#byCheck.set(checkId, {
      ...known,
      points: known.points + points,
      requests: known.requests + effort.requests,
      elapsedMs: known.elapsedMs + effort.elapsedMs,
    })
  }
}
