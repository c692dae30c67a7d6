import { LIMITS } from '../limits.ts'
import { CHECKS } from '../scanner/checks/index.ts'
import { looksByFamily } from '../scanner/crawl/families.ts'
import { admit } from '../scanner/crawl/frontier.ts'
import { apiPoints, describedPlaces } from '../scanner/engine/api-plan.ts'
import { pointsBeside } from '../scanner/engine/inputs-beside.ts'
import { selectPoints } from '../scanner/engine/inputs.ts'
import { mannerOf } from '../scanner/engine/options.ts'
import { placesOf } from '../scanner/engine/places.ts'
import {
  crawlPlans,
  inputPlans,
  originPlans,
  pagePlans,
  plantPlans,
  revisitPlans,
  screenPlans,
  storedPlans,
  timingPlans,
} from '../scanner/engine/plan.ts'
import { withPartial, type ScanState, type Stage } from '../scanner/engine/scan-state.ts'
import { selectChecks, type Selection } from '../scanner/engine/select-checks.ts'
import type { CrawlEntry, Point, UnitPlan } from '../scanner/engine/unit.ts'
import { makeScope } from '../scanner/http/scope.ts'
import { isDescribed, nextOperations } from './scan-api.ts'
import { browserFor, nextToBrowse, sayUnexplored, scriptStage } from './scan-browse.ts'
import { frontierOf } from './scan-frontier.ts'
import { pointOf, readPlans, retestedChecks, retestPlans, shownAtOf } from './scan-retest.ts'
import type { ScanStore, StoredResult } from './scan-store.ts'

export const selectionOf = (state: ScanState): Selection =>
  selectChecks(retestedChecks(CHECKS, state), state.options, {
    browser: browserFor(state),
  })

const EARLY: ReadonlySet<Stage> = new Set(['open', 'measure', 'crawl'])

/** The stage after the present one is done; with a reason to stop, on to the tests, to say so. */
export function nextStage(
  store: ScanStore,
  state: ScanState,
  stopReason: string | null,
): ScanState {
  if (state.retest !== undefined && state.stage === 'open') {
    return addUnits(store, { ...state, stage: 'crawl' }, readPlans(state.retest), 0)
  }
  if (stopReason !== null && EARLY.has(state.stage)) {
    // The points are laid out all the same, so that each check says what it did not test.
    return enter(store, withPartial(state, stopReason), 'attack')
  }
  switch (state.stage) {
    case 'open':
      return wantsPerf(state)
        ? addUnits(store, { ...state, stage: 'measure' }, [{ phase: 'perf' }], 0)
        : beginCrawl(store, state)
    case 'measure':
      return beginCrawl(store, state)
    case 'crawl': {
      if (!isCrawling(state)) return enter(store, state, 'attack')
      const deeper = nextLevel(store, state)
      if (deeper.pages > state.pages) return deeper
      return browseNext(store, deeper) ?? crawled(store, deeper)
    }
    case 'browse': {
      const deeper = nextLevel(store, { ...state, stage: 'crawl' })
      return deeper.pages > state.pages ? deeper : crawled(store, deeper)
    }
    case 'attack':
      return enter(store, sayUnexplored(store, state), 'script')
    case 'script':
      return enter(store, state, 'screen')
    case 'screen':
      return enter(store, state, 'timing')
    case 'timing':
      return enter(store, state, 'plant')
    case 'plant':
      return enter(store, state, 'revisit')
    case 'revisit':
      return enter(store, state, 'stored')
    case 'stored':
      return { ...state, ending: { status: 'completed' } }
  }
}

function beginCrawl(store: ScanStore, state: ScanState): ScanState {
  const plans = originPlans(state.origins, selectionOf(state).checks)
  const opened = addUnits(store, { ...state, stage: 'crawl' }, plans, 0)
  return isCrawling(state) ? nextLevel(store, opened) : opened
}

const isCrawling = ({ options, retest }: ScanState): boolean =>
  options.scan_type !== 'perf' && retest === undefined

const wantsPerf = ({ options }: ScanState): boolean =>
  options.scan_type === 'perf' || options.scan_type === 'both'

const scopeOf = (state: ScanState) =>
  makeScope({ origins: state.origins, excludedPaths: state.options.excluded_paths })

/** What this level's pages named, and what was put off before. */
const discoveredIn = (store: ScanStore, { level, hasWaiting }: ScanState): readonly CrawlEntry[] =>
  hasWaiting === true
    ? store.discovered()
    : store.resultsOfLevel(level).flatMap((result) => [...result.discovered])

const admitted = (store: ScanStore, state: ScanState, discovered: readonly CrawlEntry[]) =>
  admit(frontierOf(store, state), discovered, {
    maxPages: state.options.max_pages,
    maxDepth: state.options.max_depth,
    looks: looksByFamily(store.looks()),
    ...scopeOf(state),
  })

/** The crawl is over: of all that any page named, how much was left out for its make? */
function crawled(store: ScanStore, state: ScanState): ScanState {
  const { refused } = admitted(store, state, store.discovered())
  const folded = (refused.samples ?? 0) + (refused.alike ?? 0)
  return enter(store, { ...state, folded }, 'attack')
}

/** Chooses the pages of the next depth from all that the present one found. */
function nextLevel(store: ScanStore, state: ScanState): ScanState {
  // A description that was given says it all: nothing else is looked for.
  const discovered = isDescribed(store) ? [] : discoveredIn(store, state)
  const { accepted, refused } = admitted(store, state, discovered)
  const isCut = (refused.budget ?? 0) + (refused.depth ?? 0) > 0
  const next = {
    ...state,
    level: state.level + 1,
    pages: state.pages + accepted.length,
    hasWaiting: (refused.later ?? 0) > 0,
  }
  const crawling = addUnits(
    store,
    isCut ? withPartial(next, 'page or depth budget met') : next,
    crawlPlans(accepted, lanesOf(state)),
    next.level,
  )
  if (state.options.scan_type !== 'api') return crawling
  const { plans, pages, isCut: isApiCut } = nextOperations(store, crawling, lanesOf(state))
  const counted = { ...crawling, pages: crawling.pages + pages }
  const noted = isApiCut ? withPartial(counted, 'page or depth budget met') : counted
  return addUnits(store, noted, plans, next.level)
}

/** A level of pages for the browser; null when there are none. */
function browseNext(store: ScanStore, state: ScanState): ScanState | null {
  const { browsed, plans } = nextToBrowse(state, store.results())
  if (plans.length === 0) return null
  const level = state.level + 1
  return addUnits(store, { ...state, stage: 'browse', level, browsed }, plans, level)
}

type LateStage = Exclude<Stage, 'open' | 'measure' | 'crawl' | 'browse'>

/** Lays out the work of a stage from all that the scan has seen so far. */
function enter(store: ScanStore, state: ScanState, stage: LateStage): ScanState {
  const plans = PLANS[stage](state, store.results())
  return addUnits(store, { ...state, stage }, plans, state.level)
}

type Results = readonly StoredResult[]
const lanesOf = (state: ScanState): number => mannerOf(state.options).units

const PLANS: Readonly<
  Record<LateStage, (state: ScanState, results: Results) => readonly UnitPlan[]>
> = {
  attack(state, results) {
    const { checks } = selectionOf(state)
    if (state.retest !== undefined) return retestPlans(results, checks)
    const scope = scopeOf(state)
    const visited = placesOf(
      results.flatMap((result) => [...result.urls]),
      results.flatMap((result) => [...result.folders]),
      (url) => scope.isInScope(url) && !scope.isExcluded(url),
    )
    const places = describedPlaces(results, originOf(state), visited)
    return [
      ...pagePlans(places, checks, lanesOf(state)),
      ...inputPlans(pointsOf(state, results), checks, lanesOf(state)),
    ]
  },
  script: (state, results) =>
    scriptStage(state, results, {
      points: pointsOf(state, results),
      checks: selectionOf(state).checks,
    }),
  screen: (state, results) =>
    screenPlans(
      pointsOf(state, results),
      selectionOf(state).checks,
      results.flatMap((result) => [...result.hits]),
      lanesOf(state),
    ),
  timing: (_state, results) =>
    timingPlans(results.flatMap((result) => [...(result.suspects ?? [])])),
  plant: (state, results) =>
    plantPlans(pointsOf(state, results), selectionOf(state).checks, lanesOf(state)),
  revisit(state, results) {
    const planted = results.flatMap((result) => [...result.planted])
    const urls = state.retest === undefined ? pagesToRevisit(results) : shownAtOf(results)
    return revisitPlans(urls, planted, lanesOf(state))
  },
  stored(state, results) {
    const planted = results.flatMap((result) => [...result.planted])
    const shown = results.flatMap((result) => [...result.shown])
    return storedPlans(planted, shown, selectionOf(state).checks)
  },
}

/** Where the first redirects of the target led: described operations are asked there. */
const originOf = ({ origins }: ScanState): string => origins.at(-1) ?? ''

function pointsOf(state: ScanState, results: Results): readonly Point[] {
  if (state.retest !== undefined) return pointOf(results)
  const beside = pointsBeside(
    results.flatMap((result) => [...result.urls]),
    results.flatMap((result) => [...result.cookies]),
  )
  const found = results.flatMap((result) => [...result.points])
  return selectPoints([...apiPoints(results, originOf(state)), ...found, ...beside])
}

/** Text that a browser shows as a page or a script reads; where planting led to comes first. */
const READABLE = /^(?:text\/(?:html|plain|xml)|application\/(?:[\w.-]+\+)?(?:json|xml))$/

function pagesToRevisit(results: Results): readonly string[] {
  const visited = results
    .flatMap((result) => [...result.urls])
    .filter(({ method, status }) => method === 'GET' && status !== null && status < 400)
    .filter(({ content_type }) => content_type === null || READABLE.test(content_type))
    .map(({ url }) => url)
  const landed = results.flatMap((result) => [...result.landed])
  const all = [...new Set([...landed.toSorted(), ...visited.toSorted()])]
  return all.slice(0, LIMITS.revisitPages)
}

export function addUnits(
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
