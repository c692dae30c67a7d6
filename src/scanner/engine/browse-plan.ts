import type { Profile } from '../../report/report.ts'
import type { Check } from '../checks/check.ts'
import { compareEntries } from '../crawl/entries.ts'
import { foldKey } from '../crawl/fold.ts'
import { chunks, filedFrom, placeKey } from './plan.ts'
import type { CrawlEntry, Hit, Place, Point, UnitPlan } from './unit.ts'

/** Pages that one scan explores in a browser. */
export const BROWSED_PAGES: Readonly<Record<Profile, number>> = {
  gate: 10,
  standard: 60,
  deep: 300,
}
/** A few of them each: starting a browser takes as long as exploring one page. */
const PAGES_PER_UNIT = 3
const POINTS_PER_UNIT = 5
/** What a browser raises from likely to confirmed. */
const CONFIRMED_BY_BROWSER = 'xss.reflected'

const PHASES: ReadonlySet<UnitPlan['phase']> = new Set(['browse', 'script', 'confirm'])
/** Its units load pages again and again: they may take longer, and send more. */
export const usesBrowser = ({ phase }: UnitPlan): boolean => PHASES.has(phase)

/** One page of each make that was not explored yet, those next to the target first. */
export function toBrowse(
  scripted: readonly CrawlEntry[],
  browsed: ReadonlySet<string>,
  most: number,
): readonly Readonly<{ entry: CrawlEntry; key: string }>[] {
  const found = new Map<string, CrawlEntry>()
  for (const entry of scripted.toSorted(compareEntries)) {
    const key = foldKey(new URL(entry.url))
    if (!browsed.has(key) && !found.has(key)) found.set(key, entry)
  }
  return [...found].slice(0, Math.max(0, most)).map(([key, entry]) => ({ key, entry }))
}

export const browsePlans = (entries: readonly CrawlEntry[]): UnitPlan[] =>
  chunks(entries, PAGES_PER_UNIT).map((part) => ({ phase: 'browse', entries: part }))

/** A page with its query: what it shows may hang on it. */
export const placeOfPage = (url: string): Place => ({
  url,
  isFolder: new URL(url).pathname.endsWith('/'),
  status: 200,
  contentType: 'text/html',
})

export function scriptPlans(places: readonly Place[], checks: readonly Check[]): UnitPlan[] {
  const ids = checks.filter(({ phase }) => phase === 'script').map(({ meta }) => meta.id)
  if (ids.length === 0) return []
  const tasks = places.map((place) => ({ place, checks: ids }))
  return chunks(tasks, PAGES_PER_UNIT).map((part) => ({ phase: 'script', tasks: part }))
}

/** The places where something likely was seen that a browser could prove. */
export function confirmPlans(points: readonly Point[], hits: readonly Hit[]): UnitPlan[] {
  const likely = new Set(
    hits
      .filter((hit) => hit.check_id === CONFIRMED_BY_BROWSER && hit.confidence === 'likely')
      .map((hit) => placeKey(hit.check_id, hit)),
  )
  const tasks = points
    .filter((point) => likely.has(placeKey(CONFIRMED_BY_BROWSER, filedFrom(point))))
    .map((point) => ({ point, checks: [CONFIRMED_BY_BROWSER] }))
  return chunks(tasks, POINTS_PER_UNIT).map((part) => ({ phase: 'confirm', tasks: part }))
}
