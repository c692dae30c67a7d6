import type { ScanError } from '../../report/report.ts'
import { robotsEntries } from '../crawl/robots.ts'
import { sitemapEntries } from '../crawl/sitemap.ts'
import { followRedirects } from '../http/redirects.ts'
import { isProbeError, type Exchange } from '../http/exchange.ts'
import { examine } from './passive.ts'
import { collect } from './phase-crawl.ts'
import type { UnitContext } from './unit-context.ts'
import type { CrawlEntry } from './unit.ts'

export type Opened =
  | Readonly<{ kind: 'open'; origins: readonly string[] }>
  | Readonly<{ kind: 'failed'; error: ScanError }>

const WELL_KNOWN = ['/robots.txt', '/sitemap.xml', '/.well-known/security.txt'] as const

/**
 * Reaches the target, follows its first redirect chain by hand, and so fixes the scope: the target's
 * origin, and the one the chain ends on where it is the same site (tables.md §10).
 */
export async function openTarget(context: UnitContext): Promise<Opened> {
  const target = new URL(context.work.options.target_url)
  if (context.work.options.auth_config?.type === 'form') {
    return failed('login_failed', 'Form login needs a browser, and this service has none.')
  }
  let chain: readonly Exchange[]
  try {
    chain = await followRedirects(context.send, target)
  } catch (error) {
    if (!isProbeError(error)) throw error
    return failed('target_unreachable', `${target.origin} did not answer: ${error.message}`)
  }
  const last = chain.at(-1)
  if (last === undefined) return failed('target_unreachable', `${target.origin} did not answer.`)
  for (const hop of chain.slice(0, -1)) await examine(context, hop)
  await collect(context, last, { url: target.href, source: 'target', depth: 0 })
  await askWellKnown(context, last.request.url)
  const origins = [...new Set([target.origin, last.request.url.origin])]
  return { kind: 'open', origins }
}

const failed = (code: ScanError['code'], message: string): Opened => ({
  kind: 'failed',
  error: { code, message },
})

async function askWellKnown(context: UnitContext, base: URL): Promise<void> {
  for (const path of WELL_KNOWN) {
    const url = new URL(path, base)
    if (context.scope.isExcluded(url)) continue
    try {
      const exchange = await context.send({ method: 'GET', url, headers: new Headers() })
      context.out.discovered.push(...inScope(context, entriesOf(path, exchange)))
    } catch (error) {
      if (!isProbeError(error)) throw error
      context.world.log('open.well_known', { path, failure: error.kind })
    }
  }
}

const inScope = (context: UnitContext, entries: readonly CrawlEntry[]): readonly CrawlEntry[] =>
  entries.filter((entry) => {
    const url = new URL(entry.url)
    return context.scope.isInScope(url) && !context.scope.isExcluded(url)
  })

function entriesOf(path: (typeof WELL_KNOWN)[number], exchange: Exchange): readonly CrawlEntry[] {
  if (exchange.response.status !== 200) return []
  switch (path) {
    case '/robots.txt':
      return robotsEntries(exchange, 1)
    case '/sitemap.xml':
      return sitemapEntries(exchange, 1)
    case '/.well-known/security.txt':
      return []
  }
}
