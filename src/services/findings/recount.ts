import { findHolder, pageHolders, writeCounts, type Holder } from '../../db/scans-recount.ts'
import { LIMITS } from '../../limits.ts'
import { parsePacked } from '../../report/packed.ts'
import type { Instant } from '../../report/time.ts'
import { recount, type Suppressions } from '../../report/triage.ts'
import type { Deps } from '../deps.ts'
import type { RecountJob } from '../ports.ts'

type World = Pick<Deps, 'db' | 'now' | 'askRecount'>

const TRIES = 5

/**
 * Counts the scans that hold an issue again, newest first, after its triage changed (tables.md §8).
 * Does one page and asks for the rest, so that no call runs long. Doing it twice changes nothing more.
 */
export async function recountScans(world: World, job: RecountJob): Promise<void> {
  const { accountId, after } = job
  const { holders, suppressions } = await pageHolders(world.db, job, {
    after,
    size: LIMITS.recountPage,
  })
  const now = world.now()
  const late = await writeCounts(
    world.db,
    accountId,
    holders.map((holder) => counted(holder, suppressions, now)),
  )
  for (const scanId of late) await recountScan(world, { ...job, scanId })
  const last = holders.at(-1)
  if (last === undefined || holders.length < LIMITS.recountPage) return
  await world.askRecount({ ...job, after: { startedAt: last.startedAt, scanId: last.scanId } })
}

type OneScan = Readonly<{ accountId: string; host: string; scanId: string }>

/** Brings one scan's counts in line with the triage of its asset; writes only where they differ. */
export async function recountScan(world: Pick<Deps, 'db' | 'now'>, scan: OneScan): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const { holder, suppressions } = await findHolder(world.db, scan, scan.scanId)
    if (holder === null) return
    const next = counted(holder, suppressions, world.now())
    if (JSON.stringify(next.summary) === JSON.stringify(holder.summary)) return
    const late = await writeCounts(world.db, scan.accountId, [next])
    if (late.length === 0) return
  }
  throw new Error(`Scan ${scan.scanId} is counted by too many at once`)
}

const counted = (holder: Holder, suppressions: Suppressions, now: Instant) => ({
  scanId: holder.scanId,
  overlayVersion: holder.overlayVersion,
  summary: recount(parsePacked(holder.packed), suppressions, now),
})
