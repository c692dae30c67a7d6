import type { ScanError } from '../../report/report.ts'
import type { Instant } from '../../report/time.ts'
import type { ScanOptions } from './options.ts'
import type { KeptPlace } from './unit.ts'

/**
/**
 * How far a scan is, in this order. `open` reaches the target, `measure` takes its speed, `crawl` goes
 * level by level, `browse` explores pages with script in a browser, after which the crawl goes on with
 * what they gave; `attack` tests points and pages, `script` what only a browser can, `screen` and
 * `timing` what makes answers wait, the latter alone on the host; `plant`, `revisit` and `stored` send
 * words, look where they show, and test what shows.
 */
export const STAGES = [
  'open',
  'measure',
  'crawl',
  'browse',
  'attack',
  'script',
  'screen',
  'timing',
  'plant',
  'revisit',
  'stored',
] as const
export type Stage = (typeof STAGES)[number]

/** Stages whose units run one at a time: others would change what they measure, or be one more browser. */
export const ALONE: ReadonlySet<Stage> = new Set([
  'measure',
  'browse',
  'script',
  'timing',
  'stored',
])

export type Ending =
  | Readonly<{ status: 'completed' }>
  | Readonly<{ status: 'failed'; error: ScanError }>

/** The finding that a re-test tests again, and nothing else. */
export type Retest = Readonly<{
  /** The scan that saw it. */
  scanId: string
  fingerprint: string
  checkId: string
  place: KeptPlace
}>

/** Everything a scan knows of itself but its units and their results; plain data. */
export type ScanState = Readonly<{
  scanId: string
  accountId: string
  options: ScanOptions
  tags: readonly string[]
  scanAuthorized: boolean
  /** Only of re-tests. */
  retest?: Retest
  /** The service had a browser when the scan began. */
  browser?: true
  startedAt: Instant
  /** End of the time budget, which begins when the first unit may ask; work stops, what was not tested is said. */
  deadline: Instant
  stage: Stage
  /** Crawl level in work: all pages of one depth, so that the order of answers decides nothing. */
  level: number
  epoch: number
  /** Decided how it ends; the saga of finalising runs. */
  ending: Ending | null
  /** Requests of units that have handed in. */
  requests: number
  /** Fold keys of the pages given to a browser so far. */
  browsed?: readonly string[]
  /** Pages given to crawl units so far. */
  pages: number
  /** Pages were put off until those of this level are known. */
  hasWaiting?: boolean
  /** Pages that were named and left out for their make, once the crawl is over. */
  folded?: number
  origins: readonly string[]
  lastStartAt: Instant | null
  nextOrdinal: number
  /** Why the result is partial; empty when it is whole. */
  partial: readonly string[]
  /** Never goes back (decisions 46). */
  percent: number
  /** Only of scans with credentials, from the open stage on. */
  session?: SessionState
}>

/** How the scan stands with its session; nothing of it is secret. */
export type SessionState = Readonly<{
  /** Counts the logins; given credentials are the first. */
  generation: number
  /** The page that tells whether the scan is logged in; null where none was found. */
  probe: string | null
  /** Why the scan went on as a visitor. */
  lost: string | null
  /** Sessions end so early here that the scan makes one request at a time. */
  isShort: boolean
  /** Requests of the scan when the present session began. */
  since: number
  /** The unit whose turn it is to log in again. */
  renewing: Readonly<{ unitId: string; until: Instant }> | null
}>

export function beginState(
  facts: Pick<
    ScanState,
    | 'scanId'
    | 'accountId'
    | 'options'
    | 'tags'
    | 'scanAuthorized'
    | 'startedAt'
    | 'deadline'
    | 'retest'
  >,
): ScanState {
  return {
    ...facts,
    stage: 'open',
    level: 0,
    epoch: 1,
    ending: null,
    requests: 0,
    pages: 0,
    origins: [new URL(facts.options.target_url).origin],
    lastStartAt: null,
    nextOrdinal: 1,
    partial: [],
    percent: 0,
  }
}

export const withPartial = (state: ScanState, reason: string): ScanState =>
  state.partial.includes(reason) ? state : { ...state, partial: [...state.partial, reason] }

/** Where each stage starts and ends on the way from 0 to 100. */
const SHARE: Readonly<Record<Stage, readonly [number, number]>> = {
  open: [1, 4],
  measure: [4, 5],
  crawl: [5, 30],
  browse: [30, 35],
  attack: [35, 65],
  script: [65, 70],
  screen: [70, 80],
  timing: [80, 90],
  plant: [90, 93],
  revisit: [93, 96],
  stored: [96, 98],
}

/** `done` of `total` pieces of work of the present stage → percent of the whole, monotone. */
export function withProgress(state: ScanState, done: number, total: number): ScanState {
  const [from, to] = SHARE[state.stage]
  const reached = from + Math.floor(((to - from) * done) / Math.max(1, total))
  return { ...state, percent: Math.max(state.percent, Math.min(to, reached)) }
}
