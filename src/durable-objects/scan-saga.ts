import { LIMITS } from '../limits.ts'
import type { Report } from '../report/report.ts'
import type { Instant } from '../report/time.ts'
import { CHECKS } from '../scanner/checks/index.ts'
import type { ScanState } from '../scanner/engine/scan-state.ts'
import type { Deps } from '../services/deps.ts'
import { announceEnd } from '../services/notify/announce.ts'
import { indexReport, writeReport } from '../services/scans/finalise.ts'
import { dropSession } from './scan-session.ts'
import { selectionOf } from './scan-stages.ts'
import type { ScanStore } from './scan-store.ts'

/** The alarm comes back at least this often while a scan lives. */
const WATCH_MS = 10_000
const RETRY_FINALISE_MS = 5000
const SOONEST_MS = 100

/** Whether the scan's end has been written everywhere. */
export const isFinal = (store: ScanStore): boolean => store.getText('final') !== null

/** When everything that is kept for late followers goes. */
export const cleanUpAt = (store: ScanStore): Instant =>
  Number(store.getText('final') ?? 0) + LIMITS.scanCleanupMs

/** Report → R2 → D1 row → slot → deliveries. Every step can run again after a crash, with the same outcome. */
export async function writeEnd(
  store: ScanStore,
  deps: Deps,
  state: ScanState,
): Promise<Report | null> {
  if (state.ending === null || isFinal(store)) return null
  const input = {
    state,
    ending: state.ending,
    parts: store.results(),
    checks: CHECKS.map((check) => check.meta),
    notRun: selectionOf(state).notRun,
    completedAt: completedAt(store, deps),
  }
  const report = await writeReport(deps, input)
  const told = await indexReport(deps, input, report)
  await announceEnd(deps, state)
  return told
}

/** The last step, in one transaction with the last event: credentials and work go. */
export function closeBooks(store: ScanStore, deps: Deps): void {
  store.deleteText('secrets')
  dropSession(store)
  store.dropWork()
  store.putText('final', String(completedAt(store, deps)))
}

/** Fixed at the first try, so that a second one writes the same report. */
function completedAt(store: ScanStore, deps: Deps): Instant {
  const stored = store.getText('completed_at')
  if (stored !== null) return Number(stored)
  const now = deps.now()
  store.putText('completed_at', String(now))
  return now
}

/** When the object must look at itself again, by the service's clock. */
export function nextAlarm(store: ScanStore, state: ScanState, now: Instant): Instant {
  if (isFinal(store)) return Math.max(cleanUpAt(store), now + SOONEST_MS)
  if (state.ending !== null) return now + RETRY_FINALISE_MS
  const due = Math.min(store.earliestDue() ?? now + WATCH_MS, now + WATCH_MS, state.deadline + 1)
  return Math.max(due, now + SOONEST_MS)
}
