import { extractEntries } from '../crawl/extract.ts'
import { extractForms } from '../crawl/forms.ts'
import { lookOf } from '../crawl/look.ts'
import { GUESS_SOURCE } from '../crawl/seeds.ts'
import { scriptRequests } from '../crawl/script-requests.ts'
import { isScripted } from '../crawl/scripted.ts'
import { urlItemOf } from '../crawl/visit.ts'
import { isProbeError, NO_HEADERS, type Exchange } from '../http/exchange.ts'
import { detectTech } from '../tech/detect.ts'
import { pool } from './allowance.ts'
import { cookiesOf, foldersOf } from './beside.ts'
import { collectApi } from './collect-api.ts'
import { pointsOfBody, pointsOfForm, pointsOfUrl } from './inputs.ts'
import { examine } from './passive.ts'
import { UNIT_ENDED } from './outcome.ts'
import type { UnitContext } from './unit-context.ts'
import type { CrawlEntry, UnitPlan } from './unit.ts'

/** What no page answers with; every other answer, an error too, came from something that reads input. */
const ABSENT: ReadonlySet<number> = new Set([404, 405, 410])

/** Visits pages: reads them with the passive checks and collects links, forms and points. */
export async function runCrawl(
  context: UnitContext,
  entries: readonly CrawlEntry[],
): Promise<UnitPlan | null> {
  const left: CrawlEntry[] = []
  await pool(entries, context.work.maxInFlight, async (entry) => {
    if (!context.hasTime() || !(await visit(context, entry))) left.push(entry)
  })
  return left.length > 0 ? { phase: 'crawl', entries: left.toSorted(byUrl) } : null
}

const byUrl = (a: CrawlEntry, b: CrawlEntry): number => (a.url < b.url ? -1 : 1)

/** False when the unit ended before the page was seen. */
async function visit(context: UnitContext, entry: CrawlEntry): Promise<boolean> {
  const url = new URL(entry.url)
  try {
    const exchange = await context.send({ method: 'GET', url, headers: NO_HEADERS })
    await collect(context, exchange, entry)
    return true
  } catch (error) {
    if (!isProbeError(error)) throw error
    if (UNIT_ENDED.includes(error.kind)) return false
    if (error.kind !== 'excluded' && error.kind !== 'out_of_scope') {
      context.out.urls.push({
        url: context.mask(entry.url),
        method: 'GET',
        source: entry.source,
        status: null,
        content_type: null,
        parameters: [...url.searchParams.keys()],
      })
    }
    return true
  }
}

/** What one answered page gives: its row, its technology, its links and points, its sightings. */
export async function collect(
  context: UnitContext,
  exchange: Exchange,
  entry: CrawlEntry,
): Promise<void> {
  if (context.work.options.scan_type === 'api') return collectApi(context, exchange, entry)
  const { out } = context
  if (entry.source === GUESS_SOURCE && exchange.response.status >= 400) return
  out.urls.push(urlItemOf(exchange, entry.source))
  out.looks.push({ url: entry.url, look: lookOf(exchange) })
  for (const name of detectTech(exchange)) out.tech.add(name)
  for (const found of extractEntries(exchange, entry.depth + 1)) {
    out.discovered.add(found, (url) => isUsable(context, url))
  }
  if (!ABSENT.has(exchange.response.status)) out.points.push(...pointsOfUrl(exchange.request.url))
  for (const form of extractForms(exchange)) {
    if (isUsable(context, form.action)) out.points.push(...pointsOfForm(form))
  }
  for (const request of scriptRequests(exchange)) {
    if (isUsable(context, request.url.href)) out.points.push(...pointsOfBody(request))
  }
  if (isScripted(exchange)) out.scripted.push({ ...entry, url: exchange.request.url.href })
  for (const cookie of cookiesOf(exchange))
    out.cookies.set(`${cookie.origin} ${cookie.name}`, cookie)
  for (const folder of foldersOf(exchange)) out.folders.add(folder)
  await examine(context, exchange)
}

function isUsable(context: UnitContext, text: string): boolean {
  const url = URL.parse(text)
  return url !== null && context.scope.isInScope(url) && !context.scope.isExcluded(url)
}
