import {
  failRunningScan,
  pageRunningScans,
  type RunningCursor,
  type RunningScan,
} from '../../db/scans-write.ts'
import { LIMITS } from '../../limits.ts'
import type { Deps } from '../deps.ts'
import { logLine } from '../log-line.ts'
import { announceEnd } from '../notify/announce.ts'

const LOST = {
  code: 'lost',
  message: 'The scan was lost before it could begin. Start it again.',
} as const
const OVERDUE = {
  code: 'deadline_exceeded',
  message: 'The scan did not end within its time budget.',
} as const

/**
 * Looks at every running row: wakes its object, whose alarm may have been lost, ends the scan whose
 * deadline has passed, and ends the row whose object never came to be. Answers how many it ended.
 */
export async function sweepScans(deps: Deps): Promise<number> {
  const before = deps.now() - LIMITS.sweepMinAgeMs
  let after: RunningCursor | null = null
  let ended = 0
  for (let page = 0; page < LIMITS.sweepPages; page++) {
    const rows: readonly RunningScan[] = await pageRunningScans(deps.db, {
      before,
      after,
      size: LIMITS.sweepPage,
    })
    for (const scan of rows) if (await endOrLog(deps, scan)) ended += 1
    const last = rows.at(-1)
    if (last === undefined || rows.length < LIMITS.sweepPage) break
    after = { deadline: last.deadline, scanId: last.scanId }
  }
  return ended
}

/** One scan that cannot be looked at must not keep the sweep from those behind it. */
async function endOrLog(deps: Deps, scan: RunningScan): Promise<boolean> {
  try {
    return await endIfDead(deps, scan)
  } catch (error) {
    deps.log('sweep.scan_failed', { scan_id: scan.scanId, message: logLine(error) })
    return false
  }
}

async function endIfDead(deps: Deps, scan: RunningScan): Promise<boolean> {
  const room = deps.scan(scan.scanId)
  if (!(await room.wake())) {
    const isEnded = await failRunningScan(deps.db, scan, LOST, deps.now())
    if (isEnded) {
      await deps.account(scan.accountId).release(scan.scanId, false)
      await announceEnd(deps, scan)
    }
    return isEnded
  }
  if (deps.now() < scan.deadline + LIMITS.deadlineGraceMs) return false
  await room.fail(OVERDUE)
  return true
}
