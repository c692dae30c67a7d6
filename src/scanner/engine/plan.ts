import type { Check } from '../checks/check.ts'
import { Tallies } from './tally.ts'
import type { CheckTally, CrawlEntry, InputTask, Point, UnitPlan } from './unit.ts'

const CRAWL_ENTRIES_PER_UNIT = 25
const POINTS_PER_UNIT = 10
/** How many units each lane should get at least, so that no lane idles at the end of a phase. */
const UNITS_PER_LANE = 2

export function crawlPlans(entries: readonly CrawlEntry[], lanes: number): readonly UnitPlan[] {
  const size = slice(entries.length, lanes, CRAWL_ENTRIES_PER_UNIT)
  return chunks(entries, size).map((part) => ({ phase: 'crawl', entries: part }))
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

const idsOf = (checks: readonly Check[], phase: Check['phase']): readonly string[] =>
  checks.filter((check) => check.phase === phase).map((check) => check.meta.id)

const slice = (length: number, lanes: number, most: number): number =>
  Math.max(1, Math.min(most, Math.ceil(length / (lanes * UNITS_PER_LANE))))

function chunks<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size))
  return parts
}

/** How much work a plan holds; a `rest` that is no smaller than its plan made no progress. */
export function weight(plan: UnitPlan): number {
  switch (plan.phase) {
    case 'open':
    case 'perf':
      return 1
    case 'crawl':
      return plan.entries.length
    case 'origin':
    case 'input':
      return plan.tasks.reduce((sum, task) => sum + task.checks.length, 0)
  }
}

/** The tallies of a plan that will not be run: every check in it says why. */
export function untestedTallies(plan: UnitPlan, reason: string): readonly CheckTally[] {
  const tallies = new Tallies()
  if (plan.phase === 'origin' || plan.phase === 'input') {
    for (const task of plan.tasks) for (const id of task.checks) tallies.untested(id, reason)
  }
  return tallies.all()
}
