import { desc, eq, gte, or } from 'drizzle-orm'

import type { Database } from '../db/database.ts'
import { scans } from '../db/schema.ts'
import { LIMITS } from '../limits.ts'
import type { Instant } from '../report/time.ts'
import { clockOffsetMs, setClockOffset } from '../runtime.ts'
import type { Deps } from '../services/deps.ts'

const WAKE_AT_ONCE = 20

/** Keeps the moved clock in the parent process, so that a restart goes on from there. */
export type SaveClock = (offsetMs: number) => Promise<void>
export type Advanced = Readonly<{ offsetMs: number; woken: number }>

/** Scans whose room may have an alarm: running, or ended and not cleaned up yet. */
async function scansWithAlarms(db: Database, before: Instant): Promise<readonly string[]> {
  const rows = await db
    .select({ id: scans.id })
    .from(scans)
    .where(
      or(eq(scans.status, 'running'), gte(scans.completedAt, before - 2 * LIMITS.scanCleanupMs)),
    )
    .orderBy(desc(scans.startedAt))
  return rows.map(({ id }) => id)
}

/** Moves the service's clock, and wakes every scan so that what became due fires now. */
export async function advanceClock(
  deps: Pick<Deps, 'db' | 'now' | 'scan'>,
  ms: number,
  save: SaveClock,
): Promise<Advanced> {
  const before = deps.now()
  const offsetMs = clockOffsetMs() + ms
  setClockOffset(offsetMs)
  await save(offsetMs)
  const ids = await scansWithAlarms(deps.db, before)
  let woken = 0
  for (let start = 0; start < ids.length; start += WAKE_AT_ONCE) {
    const batch = ids.slice(start, start + WAKE_AT_ONCE)
    const known = await Promise.all(batch.map((id) => deps.scan(id).wake()))
    woken += known.filter(Boolean).length
  }
  return { offsetMs, woken }
}
