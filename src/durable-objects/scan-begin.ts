import { beginState } from '../scanner/engine/scan-state.ts'
import type { BeginRequest } from '../services/ports.ts'
import { keepDescription } from './scan-api.ts'
import { latestDeadline } from './scan-clock.ts'
import type { ScanStore } from './scan-store.ts'

/** The first rows of a scan: its secrets, its first unit, its state. Called inside one transaction. */
export function beginScan(
  store: ScanStore,
  { secretsCt, api, ...facts }: BeginRequest,
  hasBrowser: boolean,
): void {
  store.putText('secrets', secretsCt)
  store.addUnit(`${facts.scanId}:open:000000`, 0, 0, { phase: 'open' })
  const begun = beginState({ ...facts, deadline: latestDeadline(facts) })
  store.putState(hasBrowser ? { ...begun, browser: true } : begun)
  if (api !== undefined) keepDescription(store, api)
}
