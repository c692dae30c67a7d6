import type { PageResource, PerformanceDetails } from '../../report/performance.ts'
import type { Performance } from '../../report/report.ts'
import { NO_BROWSER } from '../browser/port.ts'
import type { Facts } from '../perf/judge.ts'
import { measurePerformance } from '../perf/measure.ts'
import { speaksHttp2 } from './tls-facts.ts'
import type { UnitContext } from './unit-context.ts'

/** Measures the target while nothing else of the scan is under way. */
export async function runPerf(context: UnitContext): Promise<Performance> {
  const measured = await measurePerformance(new URL(context.work.options.target_url), {
    send: context.send,
    isOwn: (url) => context.scope.isInScope(url),
    facts: (page) => factsOf(context, page),
    lab: async () => ({ reason: NO_BROWSER }),
  })
  const { details } = measured
  return details === undefined ? measured : { ...measured, details: masked(details, context) }
}

async function factsOf(context: UnitContext, page: URL): Promise<Facts> {
  const { options } = context.work
  const http2 = await speaksHttp2(context, page)
  // With an address given, nobody asks a resolver.
  const resolved = options.target_ip === null ? await context.world.resolver(page.hostname) : null
  return { dnsMs: resolved?.kind === 'addresses' ? resolved.elapsedMs : null, http2 }
}

/** A URL may hold what logs the scan in. */
function masked(details: PerformanceDetails, { mask }: UnitContext): PerformanceDetails {
  const one = <T extends Readonly<{ url: string }>>(row: T): T => ({ ...row, url: mask(row.url) })
  const rows = (list: readonly PageResource[]): readonly PageResource[] => list.map(one)
  return {
    ...details,
    page_url: mask(details.page_url),
    redirects: details.redirects.map(one),
    resources: rows(details.resources),
    opportunities: details.opportunities.map((each) => ({ ...each, urls: each.urls.map(mask) })),
    lab: details.lab && { ...details.lab, waterfall: details.lab.waterfall.map(one) },
  }
}
