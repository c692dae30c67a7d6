import { NO_BROWSER, NOT_WITH_TARGET_IP } from '../scanner/browser/port.ts'
import type { Check } from '../scanner/checks/check.ts'
import {
  BROWSED_PAGES,
  browsePlans,
  confirmPlans,
  placeOfPage,
  scriptPlans,
  toBrowse,
} from '../scanner/engine/browse-plan.ts'
import type { ScanState } from '../scanner/engine/scan-state.ts'
import { Tallies } from '../scanner/engine/tally.ts'
import { SPOKEN_FOR, tooManyPages } from '../scanner/engine/unexplored.ts'
import type { CrawlEntry, Point, UnitPlan } from '../scanner/engine/unit.ts'
import { EMPTY_RESULT } from './scan-empty-result.ts'
import type { ScanStore, StoredResult } from './scan-store.ts'

type Results = readonly StoredResult[]

/** True where the scan may use a browser, or why it may not. */
export function browserFor({ options, browser }: ScanState): string | true {
  if (options.target_ip !== null) return NOT_WITH_TARGET_IP
  return browser === true ? true : NO_BROWSER
}

/** The pages with script that no browser has explored yet, and what has been when they are. */
export function nextToBrowse(
  state: ScanState,
  results: Results,
): Readonly<{ browsed: readonly string[]; plans: readonly UnitPlan[] }> {
  const before = state.browsed ?? []
  const isOff = state.options.scan_type === 'api' || browserFor(state) !== true
  const most = isOff ? 0 : BROWSED_PAGES[state.options.profile] - before.length
  const pages = toBrowse(scriptedOf(results), new Set(before), most)
  return {
    browsed: [...before, ...pages.map(({ key }) => key)],
    plans: browsePlans(pages.map(({ entry }) => entry)),
  }
}

/** What only a browser can test, and what it can prove. A re-test runs it with its first tests. */
export function scriptStage(
  state: ScanState,
  results: Results,
  { points, checks }: Readonly<{ points: readonly Point[]; checks: readonly Check[] }>,
): readonly UnitPlan[] {
  if (state.retest !== undefined || browserFor(state) !== true) return []
  const pages = toBrowse(scriptedOf(results), new Set(), BROWSED_PAGES[state.options.profile])
  const places = pages.map(({ entry }) => placeOfPage(entry.url))
  const hits = results.flatMap((result) => [...result.hits])
  return [...scriptPlans(places, checks), ...confirmPlans(points, hits)]
}

/** Pages that no browser was sent to, since their number is bounded: the report says so. */
export function sayUnexplored(store: ScanStore, state: ScanState): ScanState {
  if (state.retest !== undefined || browserFor(state) !== true) return state
  const { profile } = state.options
  const most = BROWSED_PAGES[profile]
  const left =
    toBrowse(scriptedOf(store.results()), new Set(), Number.MAX_SAFE_INTEGER).length - most
  if (left <= 0) return state
  const tallies = new Tallies()
  tallies.untested(SPOKEN_FOR, tooManyPages(most, profile), left)
  store.addResult(`${state.scanId}:unexplored`, { ...EMPTY_RESULT, tallies: tallies.all() })
  return state
}

const scriptedOf = (results: Results): readonly CrawlEntry[] =>
  results.flatMap((result) => [...(result.scripted ?? [])])
