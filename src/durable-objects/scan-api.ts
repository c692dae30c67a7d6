import { nameOfOperation, type ApiDescription } from '../scanner/api-spec/operation.ts'
import { describedOperations } from '../scanner/engine/api-plan.ts'
import { apiPlans } from '../scanner/engine/plan.ts'
import type { ScanState } from '../scanner/engine/scan-state.ts'
import type { UnitPlan } from '../scanner/engine/unit.ts'
import { EMPTY_RESULT } from './scan-empty-result.ts'
import type { ScanStore } from './scan-store.ts'

/** The row of results that holds what was given; no unit has this id. */
const GIVEN = 'given:api'

/** Keeps the description a scan was started with beside what its units will find. */
export function keepDescription(store: ScanStore, description: ApiDescription): void {
  const described = [{ url: null, reason: null, description }]
  store.addResult(GIVEN, { ...EMPTY_RESULT, api: { described, visits: [], sent: {} } })
}

export const isDescribed = (store: ScanStore): boolean => store.hasResult(GIVEN)

/** Units for the operations that became known since the last level; they count as pages. */
export function nextOperations(
  store: ScanStore,
  state: ScanState,
  lanes: number,
): Readonly<{ plans: readonly UnitPlan[]; pages: number; isCut: boolean }> {
  const planned = new Set(
    store
      .plansOf('api')
      .flatMap((plan) => (plan.phase === 'api' ? plan.operations.map(nameOfOperation) : [])),
  )
  const fresh = describedOperations(store.results()).filter(
    (operation) => !planned.has(nameOfOperation(operation)),
  )
  const room = Math.max(0, state.options.max_pages - state.pages)
  const chosen = fresh.slice(0, room)
  return {
    plans: apiPlans(chosen, lanes),
    pages: chosen.length,
    isCut: chosen.length < fresh.length,
  }
}
