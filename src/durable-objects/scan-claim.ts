import { LIMITS } from '../limits.ts'
import type { Instant } from '../report/time.ts'
import { mannerOf } from '../scanner/engine/options.ts'
import type { UnitWork } from '../scanner/engine/unit.ts'
import type { Claim } from '../services/ports.ts'
import { remainingRequests } from './scan-flow.ts'
import type { Credentials } from './scan-session.ts'
import type { ScanStore } from './scan-store.ts'

/** Gives a unit to the consumer that asks, unless it is done or another one holds its lease. */
export function claimUnit(
  store: ScanStore,
  unitId: string,
  { secrets, session }: Credentials,
  knownPassive: readonly string[],
  now: Instant,
): Claim {
  const state = store.state()
  const unit = store.unit(unitId)
  if (state === null || state.ending !== null || unit === null) return { kind: 'drop' }
  const isHeld = unit.status === 'claimed' && unit.due > now
  if (unit.status === 'done' || isHeld) return { kind: 'drop' }
  const maxRequests = Math.min(LIMITS.unitRequests, remainingRequests(store, state))
  if (maxRequests <= 0) {
    // Others hold what is left of the budget; it is sent again when they hand in.
    store.markUnit(unit.id, 'ready', 0)
    return { kind: 'drop' }
  }
  store.claimUnit(unit.id, now + LIMITS.unitLeaseMs, maxRequests)
  const manner = mannerOf(state.options)
  const isAlone = unit.plan.phase === 'timing' || state.session?.isShort === true
  return {
    kind: 'go',
    accountId: state.accountId,
    work: {
      scanId: state.scanId,
      unitId: unit.id,
      epoch: state.epoch,
      plan: unit.plan,
      options: state.options,
      secrets,
      session: state.session?.lost === null ? session : withoutProbe(session),
      origins: state.origins,
      knownPassive,
      maxRequests,
      maxInFlight: isAlone ? 1 : manner.inFlight,
      notBefore: (state.lastStartAt ?? 0) + manner.delayMs,
      ...(state.retest && { only: state.retest.checkId }),
    },
  }
}

/** A session that was lost is not looked after any more. */
const withoutProbe = (session: UnitWork['session']): UnitWork['session'] =>
  session && { ...session, probe: null }
