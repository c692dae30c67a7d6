import { frontierAfter, type Frontier } from '../scanner/crawl/frontier.ts'
import type { ScanState } from '../scanner/engine/scan-state.ts'
import type { ScanStore } from './scan-store.ts'

/**
 * What the crawl has admitted so far, read back from the plans of its units: they are the only
 * record, so that no page costs a row of its own.
 */
export function frontierOf(store: ScanStore, state: ScanState): Frontier {
  const admitted = store
    .plansOf('crawl')
    .flatMap((plan) => (plan.phase === 'crawl' ? [...plan.entries] : []))
  const target = { url: state.options.target_url, source: 'target', depth: 0 }
  return frontierAfter([target, ...admitted])
}
