import { pageDue, takeSlots } from '../../db/schedules.ts'
import { LIMITS } from '../../limits.ts'
import type { Deps } from '../deps.ts'

/**
 * Makes every due schedule's slot a waiting start, page by page; the sweep that follows gives its
 * account a turn. Bounded: what is left over is due at the next tick. Answers how many were due.
 */
export async function tickSchedules(deps: Pick<Deps, 'db' | 'now' | 'newId'>): Promise<number> {
  const now = deps.now()
  let count = 0
  for (let page = 0; page < LIMITS.tickPages; page++) {
    const due = await pageDue(deps.db, now, LIMITS.tickPage)
    if (due.length === 0) break
    await takeSlots(
      deps.db,
      due.map((schedule) => ({ ...schedule, scanId: deps.newId() })),
      now,
    )
    count += due.length
    if (due.length < LIMITS.tickPage) break
  }
  return count
}
