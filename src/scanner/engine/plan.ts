import type { PlannedOperation } from '../api-spec/operation.ts'
import type { Check } from '../checks/check.ts'
import { LIMITS } from '../../limits.ts'
import { pathTemplate } from '../../report/path-template.ts'
import { compareText } from '../crawl/urls.ts'
import { LOCATION } from './hits.ts'
import { factsOf } from './places.ts'
import { Tallies } from './tally.ts'
import { SPOKEN_FOR } from './unexplored.ts'
import type {
  CheckTally,
  CrawlEntry,
  Hit,
  InputTask,
  PageTask,
  Place,
  Planted,
  Point,
  ScreenTask,
  Shown,
  StoredTask,
  UnitPlan,
} from './unit.ts'

const CRAWL_ENTRIES_PER_UNIT = 25
const OPERATIONS_PER_UNIT = 20
const POINTS_PER_UNIT = 10
const PLACES_PER_UNIT = 5
const PLANTS_PER_UNIT = 40
const REVISITS_PER_UNIT = 40
const STORED_PER_UNIT = 4
/** How many units each lane should get at least, so that no lane idles at the end of a phase. */
const UNITS_PER_LANE = 2

export function crawlPlans(entries: readonly CrawlEntry[], lanes: number): readonly UnitPlan[] {
  const size = slice(entries.length, lanes, CRAWL_ENTRIES_PER_UNIT)
  return chunks(entries, size).map((part) => ({ phase: 'crawl', entries: part }))
}

export function apiPlans(operations: readonly PlannedOperation[], lanes: number): UnitPlan[] {
  const size = slice(operations.length, lanes, OPERATIONS_PER_UNIT)
  return chunks(operations, size).map((part) => ({ phase: 'api', operations: part }))
}

export function originPlans(origins: readonly string[], checks: readonly Check[]): UnitPlan[] {
  const ids = idsOf(checks, 'origin')
  if (ids.length === 0) return []
  return origins.map((origin) => ({ phase: 'origin', tasks: [{ origin, checks: ids }] }))
}

export function inputPlans(
  points: readonly Point[],
  checks: readonly Check[],
  lanes: number,
): readonly UnitPlan[] {
  const ids = idsOf(checks, 'input')
  if (ids.length === 0) return []
  const tasks: InputTask[] = points.map((point) => ({ point, checks: ids }))
  const size = slice(tasks.length, lanes, POINTS_PER_UNIT)
  return chunks(tasks, size).map((part) => ({ phase: 'input', tasks: part }))
}

export function pagePlans(
  places: readonly Place[],
  checks: readonly Check[],
  lanes: number,
): readonly UnitPlan[] {
  const tasks: PageTask[] = places.flatMap((place) => {
    const ids = checks
      .filter((check) => check.phase === 'page' && (check.appliesTo?.(factsOf(place)) ?? true))
      .map(({ meta }) => meta.id)
    return ids.length === 0 ? [] : [{ place, checks: ids }]
  })
  const size = slice(tasks.length, lanes, PLACES_PER_UNIT)
  return chunks(tasks, size).map((part) => ({ phase: 'page', tasks: part }))
}

/**
 * The timed checks of every point, the headers and cookies of one page at once. Without the checks whose
 * weakness a quicker one has proved there (`unlessFoundBy`).
 */
export function screenPlans(
  points: readonly Point[],
  checks: readonly Check[],
  hits: readonly Hit[],
  lanes: number,
): UnitPlan[] {
  const timed = checks.filter((check) => check.phase === 'input' && check.meta.timed)
  const proved = new Set(
    hits
      .filter(({ confidence }) => confidence === 'confirmed')
      .map((hit) => placeKey(hit.check_id, hit)),
  )
  const asked = points.flatMap((point): InputTask[] => {
    const place = filedFrom(point)
    const ids = timed
      .filter(({ meta }) => !meta.unlessFoundBy?.some((id) => proved.has(placeKey(id, place))))
      .map(({ meta }) => meta.id)
    return ids.length === 0 ? [] : [{ point, checks: ids }]
  })
  const groups = Map.groupBy(asked, ({ point, checks: ids }, index) =>
    point.kind === 'header' || point.kind === 'cookie'
      ? `${point.method} ${point.url} ${/^\d+$/.test(point.value)} ${ids.join(' ')}`
      : index,
  )
  const tasks = [...groups.values()].flatMap(([first, ...others]): ScreenTask[] => {
    if (first === undefined) return []
    return [others.length === 0 ? first : { ...first, beside: others.map(({ point }) => point) }]
  })
  const size = slice(tasks.length, lanes, POINTS_PER_UNIT)
  return chunks(tasks, size).map((part) => ({ phase: 'screen', tasks: part }))
}

/** A unit for each point where a delay showed: it is alone on the host while it measures (tables.md §4). */
export function timingPlans(suspects: readonly InputTask[]): UnitPlan[] {
  const byPoint = Map.groupBy(suspects, ({ point }) => JSON.stringify(point))
  return [...byPoint]
    .toSorted(([one], [other]) => compareText(one, other))
    .flatMap(([, [first, ...others]]): UnitPlan[] => {
      if (first === undefined) return []
      const ids = [first, ...others].flatMap(({ checks }) => checks)
      const checks = [...new Set(ids)].toSorted(compareText)
      return [{ phase: 'timing', tasks: [{ point: first.point, checks }] }]
    })
}

type FiledPlace = Pick<Hit, 'origin' | 'path_template' | 'method' | 'location' | 'parameter'>

export const placeKey = (checkId: string, place: FiledPlace): string =>
  JSON.stringify([
    checkId,
    place.origin,
    place.path_template,
    place.method,
    place.location,
    place.parameter,
  ])

export function filedFrom({ url, method, kind, name }: Point): FiledPlace {
  const { origin, pathname } = new URL(url)
  const path_template = pathTemplate(pathname)
  return { origin, path_template, method, location: LOCATION[kind], parameter: name }
}

/** Every place that might be kept and shown elsewhere: all but paths and cookies, which name things. */
export function plantPlans(
  points: readonly Point[],
  checks: readonly Check[],
  lanes: number,
): readonly UnitPlan[] {
  const ids = idsOf(checks, 'stored')
  if (ids.length === 0) return []
  const kept = points.filter(({ kind }) => kind !== 'path' && kind !== 'cookie')
  const size = slice(kept.length, lanes, PLANTS_PER_UNIT)
  return chunks(kept, size).map((part) => ({ phase: 'plant', points: part, checks: ids }))
}

export function revisitPlans(
  urls: readonly string[],
  planted: readonly Planted[],
  lanes: number,
): readonly UnitPlan[] {
  if (planted.length === 0) return []
  const words = planted.map(({ word }) => word)
  const size = slice(urls.length, lanes, REVISITS_PER_UNIT)
  return chunks(urls, size).map((part) => ({ phase: 'revisit', urls: part, words }))
}

/** The places whose words showed, each with the first pages that showed them. */
export function storedPlans(
  planted: readonly Planted[],
  shown: readonly Shown[],
  checks: readonly Check[],
): readonly UnitPlan[] {
  const ids = idsOf(checks, 'stored')
  const tasks = planted.flatMap(({ word, point }): StoredTask[] =>
    [...new Set(shown.filter((each) => each.word === word).map(({ url }) => url))]
      .toSorted((a, b) => a.length - b.length || compareText(a, b))
      .slice(0, LIMITS.revisitPlaces)
      .map((shownAt) => ({ point, word, shownAt, checks: ids })),
  )
  return chunks(tasks, STORED_PER_UNIT).map((part) => ({ phase: 'stored', tasks: part }))
}

const idsOf = (checks: readonly Check[], phase: Check['phase']): readonly string[] =>
  checks.filter((check) => check.phase === phase && !check.meta.timed).map((check) => check.meta.id)

const slice = (length: number, lanes: number, most: number): number =>
  Math.max(1, Math.min(most, Math.ceil(length / (lanes * UNITS_PER_LANE))))

export function chunks<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size))
  return parts
}

/** How much work a plan holds; a `rest` that is no smaller than its plan made no progress. */
export function weight(plan: UnitPlan): number {
  switch (plan.phase) {
    case 'open':
    case 'read':
    case 'perf':
      return 1
    case 'crawl':
    case 'browse':
      return plan.entries.length
    case 'api':
      return plan.operations.length
    case 'plant':
      return plan.points.length
    case 'revisit':
      return plan.urls.length
    case 'origin':
    case 'page':
    case 'input':
    case 'screen':
    case 'timing':
    case 'script':
    case 'confirm':
    case 'stored':
      return plan.tasks.reduce((sum, task) => sum + task.checks.length, 0)
  }
}

/** The tallies of a plan that will not be run: every check in it says why. */
export function untestedTallies(plan: UnitPlan, reason: string): readonly CheckTally[] {
  const tallies = new Tallies()
  if ('tasks' in plan) {
    for (const task of plan.tasks) for (const id of task.checks) tallies.untested(id, reason)
  } else if (plan.phase === 'browse') tallies.untested(SPOKEN_FOR, reason, plan.entries.length)
  else if (plan.phase === 'read') tallies.untested(plan.check, reason)
  else if (plan.phase === 'plant') {
    for (const id of plan.checks) tallies.untested(id, reason, plan.points.length)
  }
  return tallies.all()
}
