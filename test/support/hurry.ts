/** How late a busy machine may let a single request arrive. */
export const LATE_MS = 150

/** Milliseconds of a steady clock. */
type Timed = Readonly<{ at: number }>

/**
 * The most that any run of requests, of any length, is faster than the pace. A late arrival makes
 * the next gap short without any start being early, but it does so once per run, whatever its length.
 */
export function hurryOf(hits: readonly Timed[], spacingMs: number): number {
  // The lead over the schedule is never larger than from the run's most favourable start.
  let latest = Number.NEGATIVE_INFINITY
  let hurry = 0
  for (const [index, { at }] of hits.entries()) {
    const lead = at - index * spacingMs
    hurry = Math.max(hurry, latest - lead)
    latest = Math.max(latest, lead)
  }
  return hurry
}
