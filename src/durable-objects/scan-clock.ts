import type { Instant } from '../report/time.ts'
import { latestEndMs, timeBudgetMs } from '../scanner/engine/options.ts'
import type { ScanState } from '../scanner/engine/scan-state.ts'
import type { ScanStore } from './scan-store.ts'

// What a scan waits for its first unit, behind others in a queue or at the host, is not taken from
// its time budget, as long as it is not more than LIMITS.queueWaitMs.

export const latestDeadline = ({
  startedAt,
  options,
}: Pick<ScanState, 'startedAt' | 'options'>): Instant => startedAt + latestEndMs(options)

/** The time budget begins now, unless it has begun. */
export function startClock(store: ScanStore, now: Instant): void {
  const state = store.state()
  if (state === null) return
  const deadline = Math.min(state.deadline, now + timeBudgetMs(state.options))
  store.putState({ ...state, deadline })
}
