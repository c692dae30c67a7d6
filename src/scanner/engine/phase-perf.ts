import { LIMITS } from '../../limits.ts'
import type { PerformanceDetails } from '../../report/performance.ts'
import type { Performance } from '../../report/report.ts'
import { REFUSED, type PageNetwork } from '../browser/page.ts'
import { NOT_WITH_TARGET_IP } from '../browser/port.ts'
import { isDangerous } from '../crawl/avoid.ts'
import { isProbeError, type Send } from '../http/exchange.ts'
import type { Facts, Lab } from '../perf/judge.ts'
import { measureLab } from '../perf/lab.ts'
import { measurePerformance } from '../perf/measure.ts'
import { detectTech } from '../tech/detect.ts'
import { mannerOf } from './options.ts'
import { speaksHttp2 } from './tls-facts.ts'
import type { UnitContext } from './unit-context.ts'

const TOO_GENTLE = 'a browser loads a page at once, which the pace of this scan does not allow'
const HOST_SPARED = 'a browser loads a page at once, and the host has shown that it needs rest'
/** The sender asks for what it can decode; the browser knows best what it can. */
const OF_THE_SENDER: readonly string[] = ['accept', 'accept-encoding']

/** Measures the target while nothing else of the scan is under way. */
export async function runPerf(context: UnitContext): Promise<Performance> {
  const measured = await measurePerformance(new URL(context.work.options.target_url), {
    send: seen(context),
    isOwn: (url) => context.scope.isInScope(url),
    facts: (page) => factsOf(context, page),
    lab: (page) => labOf(context, page),
  })
  const { details } = measured
  return details === undefined ? measured : { ...measured, details: masked(details, context) }
}

/** What is measured shows what it is made with, icons too, which no crawl asks for. */
const seen =
  ({ send, out }: UnitContext): Send =>
  async (request) => {
    const exchange = await send(request)
    for (const name of detectTech(exchange)) out.tech.add(name)
    return exchange
  }

async function factsOf(context: UnitContext, page: URL): Promise<Facts> {
  const { options } = context.work
  const http2 = await speaksHttp2(context, page)
  // With an address given, nobody asks a resolver.
  const resolved = options.target_ip === null ? await context.world.resolver(page.hostname) : null
  return { dnsMs: resolved?.kind === 'addresses' ? resolved.elapsedMs : null, http2 }
}

async function labOf(context: UnitContext, page: URL): Promise<Lab> {
  const { options } = context.work
  if (options.target_ip !== null) return { reason: NOT_WITH_TARGET_IP }
  // What a browser sends itself goes past the pace: it is left alone where there is one.
  if (mannerOf(options).delayMs > 0) return { reason: TOO_GENTLE }
  if (context.world.hostPace().gapMs > 0) return { reason: HOST_SPARED }
  return measureLab(context.world.browser, page, directNetwork(context))
}

/**
 * What a browser may send itself: GETs of the measured site, within scope, excluded paths, guard and
 * budget, with the identity and the credentials of the scan. Nothing that may do harm.
 */
export const directNetwork =
  ({ admit }: Pick<UnitContext, 'admit'>): PageNetwork =>
  async ({ method, url }) => {
    if (method !== 'GET' || isDangerous(method, url)) return REFUSED
    try {
      const headers = new Headers(await admit(url))
      for (const name of OF_THE_SENDER) headers.delete(name)
      return { kind: 'pass', headers }
    } catch (error) {
      if (isProbeError(error)) return REFUSED
      throw error
    }
  }

/** A URL may hold what logs the scan in, and be as long as a page likes. */
function masked(details: PerformanceDetails, { mask }: UnitContext): PerformanceDetails {
  const told = (url: string): string => mask(url).slice(0, LIMITS.urlLength)
  const one = <T extends Readonly<{ url: string }>>(row: T): T => ({ ...row, url: told(row.url) })
  return {
    ...details,
    page_url: told(details.page_url),
    redirects: details.redirects.map(one),
    resources: details.resources.map(one),
    opportunities: details.opportunities.map((each) => ({ ...each, urls: each.urls.map(told) })),
    lab: details.lab && { ...details.lab, waterfall: details.lab.waterfall.map(one) },
  }
}
