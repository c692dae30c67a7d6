import { LIMITS } from '../limits.ts'
import type { Instant } from '../report/time.ts'
import { NO_BROWSER } from '../scanner/browser/port.ts'
import { CHECKS } from '../scanner/checks/index.ts'
import { admit } from '../scanner/crawl/frontier.ts'
import { makeScope } from '../scanner/http/scope.ts'
import { selectPoints } from '../scanner/engine/inputs.ts'
import { mannerOf } from '../scanner/engine/options.ts'
import {
  crawlPlans,
  inputPlans,
  originPlans,
  untestedTallies,
  weight,
} from '../scanner/engine/plan.ts'
import { withPartial, withProgress, type ScanState } from '../scanner/engine/scan-state.ts'
import { selectChecks, type Selection } from '../scanner/engine/select-checks.ts'
import type { CrawlEntry, UnitPlan, UnitResult } from '../scanner/engine/unit.ts'
import { frontierOf } from './scan-frontier.ts'
import type { ScanStore, StoredResult, UnitRow } from './scan-store.ts'

export const selectionOf = (state: ScanState): Selection =>
  selectChecks(CHECKS, state.options, { browser: NO_BROWSER })

const EMPTY: StoredResult = {
  requests: 0,
  hits: [],
  tallies: [],
  urls: [],
  discovered: [],
  points: [],
  origins: null,
  tech: [],
  performance: null,
  lastStartAt: null,
}

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
  store.addResult(`${unitId}:untested`, { ...EMPTY, tallies: untestedTallies(plan, reason) })
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

/** The stage after the present one is done; with a reason to stop, the last one. */
function nextStage(store: ScanStore, state: ScanState, stopReason: string | null): ScanState {
  const isCrawling = state.options.scan_type === 'vuln' || state.options.scan_type === 'both'
  if (stopReason !== null && state.stage !== 'attack') {
    // The points are laid out all the same, so that each check says what it did not test.
    return startAttack(store, withPartial({ ...state, stage: 'attack' }, stopReason))
  }
  switch (state.stage) {
    case 'open': {
      const { checks } = selectionOf(state)
      const perf: UnitPlan[] = wantsPerf(state) ? [{ phase: 'perf' }] : []
      const opened = addUnits(
        store,
        { ...state, stage: 'crawl' },
        [...originPlans(state.origins, checks), ...perf],
        0,
      )
      return isCrawling ? nextLevel(store, opened) : opened
    }
    case 'crawl': {
      const pages = state.pages
      const deeper = isCrawling ? nextLevel(store, state) : state
      return deeper.pages > pages ? deeper : startAttack(store, { ...state, stage: 'attack' })
    }
    case 'attack':
      return { ...state, ending: { status: 'completed' } }
  }
}

const wantsPerf = ({ options }: ScanState): boolean =>
  options.scan_type === 'perf' || options.scan_type === 'both'

/** Chooses the pages of the next depth from all that the present one found. */
function nextLevel(store: ScanStore, state: ScanState): ScanState {
  const discovered: CrawlEntry[] = store
    .resultsOfLevel(state.level)
    .flatMap((result) => [...result.discovered])
  const scope = makeScope({
    origins: state.origins,
    excludedPaths: state.options.excluded_paths,
  })
  const { accepted, refused } = admit(frontierOf(store, state), discovered, {
    maxPages: state.options.max_pages,
    maxDepth: state.options.max_depth,
    ...scope,
  })
  const isCut = (refused.budget ?? 0) + (refused.depth ?? 0) > 0
  const next = { ...state, level: state.level + 1, pages: state.pages + accepted.length }
  const plans = crawlPlans(accepted, mannerOf(state.options).units)
  return addUnits(
    store,
    isCut ? withPartial(next, 'page or depth budget met') : next,
    plans,
    next.level,
  )
}

function startAttack(store: ScanStore, state: ScanState): ScanState {
  const { checks } = selectionOf(state)
  const points = selectPoints(store.results().flatMap((result) => [...result.points]))
  const plans = inputPlans(points, checks, mannerOf(state.options).units)
  return addUnits(store, state, plans, state.level)
}

function addUnits(
  store: ScanStore,
  state: ScanState,
  plans: readonly UnitPlan[],
  level: number,
): ScanState {
  let ordinal = state.nextOrdinal
  for (const plan of plans) {
    const id = `${state.scanId}:${plan.phase}:${String(ordinal).padStart(6, '0')}`
    store.addUnit(id, ordinal++, level, plan)
  }
  return { ...state, nextOrdinal: ordinal }
}

/** Units to send now: as many as the speed allows beside those that are out. */
export function toDispatch(store: ScanStore, state: ScanState): readonly UnitRow[] {
  const room = mannerOf(state.options).units - store.count(['sent', 'claimed'])
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

export function measureProgress(store: ScanStore, state: ScanState): ScanState {
  const { done, total } =
    state.stage === 'attack' ? store.progressOf('input') : store.progressOf('crawl')
  return withProgress(state, done, total)
}
