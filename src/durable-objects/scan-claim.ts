import { LIMITS } from '../limits.ts'
import type { Instant } from '../report/time.ts'
import { usesBrowser } from '../scanner/engine/browse-plan.ts'
import { mannerOf, type ScanSecrets } from '../scanner/engine/options.ts'
import type { Claim } from '../services/ports.ts'
import { remainingRequests } from './scan-flow.ts'
import type { ScanStore } from './scan-store.ts'

/** Gives a unit to the consumer that asks, unless it is done or another one holds its lease. */
export function claimUnit(
  store: ScanStore,
  unitId: string,
  secrets: ScanSecrets,
  knownPassive: readonly string[],
  now: Instant,
): Claim {
  const state = store.state()
  const unit = store.unit(unitId)
  if (state === null || state.ending !== null || unit === null) return { kind: 'drop' }
  const isHeld = unit.status === 'claimed' && unit.due > now
  if (unit.status === 'done' || isHeld) return { kind: 'drop' }
  const most = usesBrowser(unit.plan) ? LIMITS.browserUnitRequests : LIMITS.unitRequests
  const maxRequests = Math.min(most, remainingRequests(store, state))
  if (maxRequests <= 0) {
    // Others hold what is left of the budget; it is sent again when they hand in.
    store.markUnit(unit.id, 'ready', 0)
    return { kind: 'drop' }
  }
  store.claimUnit(unit.id, now + LIMITS.unitLeaseMs, maxRequests)
  const manner = mannerOf(state.options)
  return {
    kind: 'go',
    work: {
      scanId: state.scanId,
      unitId: unit.id,
      epoch: state.epoch,
      plan: unit.plan,
      options: state.options,
      secrets,
      origins: state.origins,
      knownPassive,
      maxRequests,
      maxInFlight: unit.plan.phase === 'timing' ? 1 : manner.inFlight,
      notBefore: (state.lastStartAt ?? 0) + manner.delayMs,
      ...(state.retest && { only: state.retest.checkId }),
    },
  }
}
