import type { Check } from '../scanner/checks/check.ts'
import { scriptPlans } from '../scanner/engine/browse-plan.ts'
import { inputPlans, originPlans, pagePlans } from '../scanner/engine/plan.ts'
import type { Retest, ScanState } from '../scanner/engine/scan-state.ts'
import type { Point, SeenAt, UnitPlan } from '../scanner/engine/unit.ts'
import type { StoredResult } from './scan-store.ts'

// A re-test goes through the stages of a scan with one place and one check: it opens the target, reads
// the place again, and tests it only where it answers as it did. It visits no other page.

type Results = readonly StoredResult[]

export const retestedChecks = (
  checks: readonly Check[],
  { retest }: ScanState,
): readonly Check[] =>
  retest === undefined ? checks : checks.filter(({ meta }) => meta.id === retest.checkId)

export const readPlans = ({ place, checkId }: Retest): readonly UnitPlan[] => [
  { phase: 'read', place, check: checkId },
]

/** What the place needs of the first tests; `checks` is the one. */
export const retestPlans = (results: Results, checks: readonly Check[]): readonly UnitPlan[] =>
  placeAgain(results).flatMap((seenAt): readonly UnitPlan[] => {
    switch (seenAt.kind) {
      case 'answer':
        return []
      case 'origin':
        return originPlans([seenAt.origin], checks)
      case 'page':
        return [...pagePlans([seenAt.place], checks, 1), ...scriptPlans([seenAt.place], checks)]
      case 'input':
        return inputPlans([seenAt.point], checks, 1)
    }
  })

export const pointOf = (results: Results): readonly Point[] =>
  placeAgain(results).flatMap((seenAt) => (seenAt.kind === 'input' ? [seenAt.point] : []))

/** The page that showed what was stored, and where storing leads to now. */
export const shownAtOf = (results: Results): readonly string[] => {
  const shown = placeAgain(results).flatMap((seenAt) =>
    seenAt.kind === 'input' && seenAt.shownAt !== null ? [seenAt.shownAt] : [],
  )
  return [...new Set([...shown, ...results.flatMap((result) => [...result.landed])])]
}

const placeAgain = (results: Results): readonly SeenAt[] =>
  results.flatMap((result) => result.again ?? [])
