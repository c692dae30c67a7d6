import { DESCRIPTION_SOURCE } from '../api-spec/usual-places.ts'
import { findDescription } from '../api-spec/find-description.ts'
import { extractEntries } from '../crawl/extract.ts'
import { pageOf } from '../crawl/page.ts'
import { urlItemOf } from '../crawl/visit.ts'
import type { Exchange } from '../http/exchange.ts'
import { detectTech } from '../tech/detect.ts'
import { cookiesOf } from './beside.ts'
import { pointsOfUrl } from './inputs.ts'
import { examine } from './passive.ts'
import type { UnitContext } from './unit-context.ts'
import type { CrawlEntry } from './unit.ts'

/** What no resource answers with. */
const ABSENT: ReadonlySet<number> = new Set([404, 405, 410])

/**
 * What an answer gives in an api scan: a description, or the links of JSON; pages are not read for
 * links. A usual place where no description lies is not part of the API, and gives nothing.
 */
export async function collectApi(
  context: UnitContext,
  exchange: Exchange,
  entry: CrawlEntry,
): Promise<void> {
  const { out, scope, work } = context
  const { kind } = pageOf(exchange)
  const found = findDescription(exchange, new URL(work.options.target_url))
  if (found?.ok === true) out.api.found(entry.url, found.value)
  if (found?.ok === false) out.api.unusable(entry.url, found.reason)
  const isUsable = (text: string): boolean => {
    const url = URL.parse(text)
    return url !== null && scope.isInScope(url) && !scope.isExcluded(url)
  }
  const isCatalogue = found === null && kind !== 'html' && exchange.response.status < 400
  const links = isCatalogue ? extractEntries(exchange, entry.depth + 1) : []
  for (const link of links) out.discovered.add(link, isUsable)
  if (found === null && entry.source === DESCRIPTION_SOURCE && links.length === 0) return
  out.urls.push(urlItemOf(exchange, entry.source))
  for (const name of detectTech(exchange)) out.tech.add(name)
  for (const cookie of cookiesOf(exchange)) {
    out.cookies.set(`${cookie.origin} ${cookie.name}`, cookie)
  }
  const isPoint = found === null && !ABSENT.has(exchange.response.status)
  if (isPoint) out.points.push(...pointsOfUrl(exchange.request.url))
  await examine(context, exchange)
}
