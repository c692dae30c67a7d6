import { LIMITS } from '../limits.ts'
import type { Instant } from '../report/time.ts'
import { mannerOf } from '../scanner/engine/options.ts'
import { untestedTallies, weight } from '../scanner/engine/plan.ts'
import {
  ALONE,
  withPartial,
  withProgress,
  type ScanState,
  type Stage,
} from '../scanner/engine/scan-state.ts'
import type { UnitPlan, UnitResult } from '../scanner/engine/unit.ts'
import { addUnits, nextStage } from './scan-stages.ts'
import { EMPTY_RESULT } from './scan-empty-result.ts'
import type { ScanStore, UnitRow } from './scan-store.ts'

/** Takes in what a unit hands in. Called inside one transaction, once per unit. */
export function absorb(store: ScanStore, unit: UnitRow, result: UnitResult): void {
  let state = store.state()
  if (state === null) return
  const { rest, failure, ...kept } = result
  store.addResult(unit.id, kept)
  state = {
    ...state,
    requests: state.requests + result.requests,
    lastStartAt: Math.max(state.lastStartAt ?? 0, result.lastStartAt ?? 0) || state.lastStartAt,
    origins: result.origins ?? state.origins,
    ending: failure === null ? state.ending : { status: 'failed', error: failure },
  }
  if (result.session?.partial) state = withPartial(state, result.session.partial)
  if (rest !== null) {
    // A rest as heavy as its plan made no progress: giving it out again would never end.
    if (weight(rest) < weight(unit.plan) || result.requests > 0) {
      state = addUnits(store, state, [rest], unit.level)
    } else state = giveUp(store, state, unit.id, rest, 'no time or requests left')
  }
  store.putState(state)
}

/** Ends a unit that will not be run: its checks say why, and the scan is partial. */
export function giveUpUnit(store: ScanStore, unit: UnitRow, reason: string): void {
  const state = store.state()
  if (state === null || !store.finishUnit(unit.id)) return
  store.putState(giveUp(store, state, unit.id, unit.plan, reason))
}

function giveUp(
  store: ScanStore,
  state: ScanState,
  unitId: string,
  plan: UnitPlan,
  reason: string,
): ScanState {
  store.addResult(`${unitId}:untested`, { ...EMPTY_RESULT, tallies: untestedTallies(plan, reason) })
  if (plan.phase === 'open') {
    return {
      ...state,
      ending: { status: 'failed', error: { code: 'lost', message: 'The target was not reached.' } },
    }
  }
  return withPartial(state, reason)
}

/** Moves the scan on as far as it can go without another answer. */
export function advance(store: ScanStore, now: Instant): void {
  for (;;) {
    const state = store.state()
    if (state === null || state.ending !== null) return
    const stopReason = reasonToStop(store, state, now)
    if (stopReason !== null)
      for (const unit of store.units('ready')) giveUpUnit(store, unit, stopReason)
    if (store.count(['ready', 'sent', 'claimed']) > 0) return
    const current = store.state()
    if (current === null || current.ending !== null) return
    store.putState(nextStage(store, current, stopReason))
  }
}

function reasonToStop(store: ScanStore, state: ScanState, now: Instant): string | null {
  if (now >= state.deadline) return 'time budget met'
  if (remainingRequests(store, state) <= 0 && store.count(['claimed']) === 0) {
    return 'request budget met'
  }
  return null
}

export const remainingRequests = (store: ScanStore, state: ScanState): number =>
  state.options.max_requests - state.requests - store.granted()

/** Units to send now: as many as the speed allows beside those that are out. */
export function toDispatch(store: ScanStore, state: ScanState): readonly UnitRow[] {
  const isAlone = ALONE.has(state.stage) || state.session?.isShort === true
  const lanes = isAlone ? 1 : mannerOf(state.options).units
  const room = lanes - store.count(['sent', 'claimed'])
  if (room <= 0 || state.ending !== null || remainingRequests(store, state) <= 0) return []
  return store.units('ready').slice(0, room)
}

/** Leases and messages that ran out: sent again, or given up after LIMITS.unitAttempts. */
export function reviveLost(store: ScanStore, now: Instant): void {
  for (const unit of [...store.units('sent'), ...store.units('claimed')]) {
    if (unit.due > now) continue
    if (unit.attempts >= LIMITS.unitAttempts) giveUpUnit(store, unit, 'its unit was lost')
    else store.markUnit(unit.id, 'ready', 0)
  }
}

/** The units by whose number a stage is measured; those of `open` are few and quick. */
const MEASURED: Readonly<Record<Stage, UnitPlan['phase']>> = {
  open: 'crawl',
  measure: 'perf',
  crawl: 'crawl',
  browse: 'browse',
  attack: 'input',
  script: 'script',
  screen: 'screen',
  timing: 'timing',
  plant: 'plant',
  revisit: 'revisit',
  stored: 'stored',
}

export function measureProgress(store: ScanStore, state: ScanState): ScanState {
  const { done, total } = store.progressOf(MEASURED[state.stage])
  return withProgress(state, done, total)
}
