import type { CheckTally } from './unit.ts'

/** What a check cost at a place. Passive checks send nothing, and their time is not measured. */
type Effort = Pick<CheckTally, 'requests' | 'elapsedMs'>
const NO_EFFORT: Effort = { requests: 0, elapsedMs: 0 }
type Counts = { -readonly [K in keyof CheckTally]: CheckTally[K] }

/** Adds up, check by check, what ran to its end and what did not. One per unit. */
export class Tallies {
  readonly #byCheck = new Map<string, Counts>()

  ran(checkId: string, effort = NO_EFFORT): void {
    this.#add(checkId, 1, effort)
  }

  /** Sent something, and the place is left to a following unit. */
  asked(checkId: string, effort: Effort): void {
    this.#add(checkId, 0, effort)
  }

  untested(checkId: string, reason: string, places = 1, effort = NO_EFFORT): void {
    const counts = this.#add(checkId, 0, effort)
    const { untested } = counts
    counts.untested = { ...untested, [reason]: (untested[reason] ?? 0) + places }
  }

  threw(checkId: string, message: string, effort = NO_EFFORT): void {
    this.#add(checkId, 0, effort).threw = message
  }

  all(): readonly CheckTally[] {
    return [...this.#byCheck.values()].toSorted((a, b) => (a.check_id < b.check_id ? -1 : 1))
  }

  #add(checkId: string, points: number, effort: Effort): Counts {
    const counts = this.#of(checkId)
    counts.points += points
    counts.requests += effort.requests
    counts.elapsedMs += effort.elapsedMs
    return counts
  }

  #of(checkId: string): Counts {
    const known = this.#byCheck.get(checkId)
    if (known !== undefined) return known
    const fresh: Counts = {
      check_id: checkId,
      points: 0,
      requests: 0,
      elapsedMs: 0,
      untested: {},
      threw: null,
    }
    this.#byCheck.set(checkId, fresh)
    return fresh
  }
}
