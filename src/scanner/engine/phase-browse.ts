import { LIMITS } from '../../limits.ts'
import { explore, type Explored } from '../browser/explore.ts'
import {
  isBrowserFailure,
  type Page,
  type PageAnswer,
  type PageNetwork,
  type PageRequest,
} from '../browser/page.ts'
import { isUnavailable, type BrowserSession } from '../browser/port.ts'
import { lifeless } from '../browser/scripts/lifeless.ts'
import { watch } from '../browser/scripts/watch.ts'
import { BEGINNING } from '../browser/trail.ts'
import { urlItemOf } from '../crawl/visit.ts'
import type { Exchange } from '../http/exchange.ts'
import { bare, PageFinds, SOURCE } from './page-finds.ts'
import { scanNetwork } from './page-network.ts'
import { isAsset, openScanPage, rememberAssets } from './scan-page.ts'
import { lacksScript, SPOKEN_FOR, UNEXPLORED } from './unexplored.ts'
import type { UnitContext } from './unit-context.ts'
import type { Begun, CrawlEntry, UnitPlan } from './unit.ts'

/** Keeps the page where it is: the address is followed by the crawl. */
const STAY: PageAnswer = { kind: 'answer', status: 204, headers: new Headers(), body: '' }
/** A page is begun where this many requests are left, and gone on with where a step has room. */
const LEAST_TO_BEGIN = LIMITS.unitRequests / 2
const LEAST_FOR_STEP = 20

type BrowsePlan = Extract<UnitPlan, { phase: 'browse' }>
const NOT_BEGUN: Begun = { trail: BEGINNING, workedMs: 0, requests: 0 }

/** Explores pages that script makes: what they ask for and name becomes pages and points of the scan. */
export async function runBrowse(
  context: UnitContext,
  { entries, begun = NOT_BEGUN }: BrowsePlan,
): Promise<UnitPlan | null> {
  const session = await context.world.browser.open()
  if (isUnavailable(session)) {
    context.out.tallies.untested(SPOKEN_FOR, session.unavailable, entries.length)
    return null
  }
  try {
    const assets = new Map<string, Exchange>()
    for (const [at, entry] of entries.entries()) {
      const isFirst = at === 0
      const hasRoom = context.hasTime() && context.requestsLeft() >= LEAST_TO_BEGIN
      if (!isFirst && !(hasRoom && session.isAlive())) {
        return { phase: 'browse', entries: entries.slice(at) }
      }
      const visit: Visit = { context, session, entry, assets, begun: isFirst ? begun : NOT_BEGUN }
      const left = await browse(visit)
      if (left !== null) return { phase: 'browse', entries: entries.slice(at), begun: left }
    }
    return null
  } finally {
    await session.close()
  }
}

type Visit = Readonly<{
  context: UnitContext
  session: BrowserSession
  entry: CrawlEntry
  /** Scripts and styles that the pages of this unit were given. */
  assets: Map<string, Exchange>
  begun: Begun
}>

/** One page, as far as this unit gets: what is left for another one; null where it is done with. */
async function browse(visit: Visit): Promise<Begun | null> {
  const { context, session, begun } = visit
  const startMs = context.workedMs()
  const startLeft = context.requestsLeft()
  const workedMs = () => begun.workedMs + context.workedMs() - startMs
  const requests = () => begun.requests + startLeft - context.requestsLeft()
  const overdone = () => {
    if (requests() >= LIMITS.browserPageRequests) return UNEXPLORED.greedy
    return workedMs() >= LIMITS.browserPageMs ? UNEXPLORED.cut : null
  }
  const explored = await exploreOrSay(visit, () => overdone() === null)
  if (explored === null || explored.is === 'whole') return null
  const ended = session.isAlive() ? overdone() : UNEXPLORED.closed
  if (explored.is === 'paused' && ended === null) {
    return { trail: explored.trail, workedMs: workedMs(), requests: requests() }
  }
  context.out.tallies.untested(SPOKEN_FOR, ended ?? UNEXPLORED.cut)
  return null
}

/** Null where the page has failed, which then was said: that ends nothing else. */
async function exploreOrSay(visit: Visit, hasShare: () => boolean): Promise<Explored | null> {
  const { context, begun } = visit
  try {
    return await explorePage(visit, hasShare)
  } catch (error) {
    if (!isBrowserFailure(error)) throw error
    // A unit that is at its end refuses what the page asks for: another one tries again.
    const isAtEnd = !context.hasTime() || context.requestsLeft() <= 0
    if (error.kind === 'refused' && isAtEnd) return { is: 'paused', trail: begun.trail }
    context.world.log('browser.failed', { kind: error.kind, message: error.message })
    // A download or an excluded page is nothing that could be explored.
    if (error.kind !== 'refused') context.out.tallies.untested(SPOKEN_FOR, UNEXPLORED[error.kind])
    return null
  }
}

async function explorePage(visit: Visit, hasShare: () => boolean): Promise<Explored> {
  const { context, session, entry, assets, begun } = visit
  const start = new URL(entry.url)
  const finds = new PageFinds(context, entry)
  /** Other sites whose script the page was not given. */
  const missed = new Set<string>()
  const onRequest = (request: PageRequest): void => {
    if (context.scope.isInScope(request.url)) finds.request(request)
    else if (request.kind === 'script') missed.add(request.url.host)
  }
  const page = await openScanPage(context, session, {
    network: rememberAssets(networkOf(visit, { start, finds, onRequest }), assets),
    setUp: [watch],
    exposed: { palisadeTell: (address) => finds.address(address) },
  })
  let isSeen = begun.trail.states.length > 0
  try {
    return await explore({
      page,
      start,
      trail: begun.trail,
      mayGoOn: makeMayGoOn(visit, hasShare),
      async onLook({ url, html }) {
        finds.rendered(url, html)
        if (!isSeen) await sayIfLifeless(context, page, missed)
        isSeen = true
      },
    })
  } finally {
    await page.close()
  }
}

/** A page that does not come to life has shown nothing of what it would ask for. */
async function sayIfLifeless(
  { out }: UnitContext,
  page: Page,
  missed: ReadonlySet<string>,
): Promise<void> {
  if (missed.size === 0 || (await page.evaluate(lifeless)) !== true) return
  out.tallies.untested(SPOKEN_FOR, lacksScript([...missed]))
}

/** Whether the unit has what one more step takes: as much as the dearest so far, reloads and all. */
function makeMayGoOn({ context, session }: Visit, hasShare: () => boolean): () => boolean {
  let before: number | null = null
  let dearest = LEAST_FOR_STEP
  let isLoaded = false
  return () => {
    const left = context.requestsLeft()
    // The first load is no measure: scripts and styles are asked for once.
    if (before !== null && isLoaded) dearest = Math.max(dearest, before - left)
    isLoaded = before !== null
    before = left
    return hasShare() && context.hasTime() && session.isAlive() && left >= dearest
  }
}

type Follows = Readonly<{ start: URL; finds: PageFinds; onRequest(request: PageRequest): void }>

/** Follows a navigation to the page itself, its redirects and what a form posts; no other one. */
function networkOf({ context, assets }: Visit, { start, finds, onRequest }: Follows): PageNetwork {
  const expected = new Set([bare(start)])
  const network = scanNetwork({
    send: context.send,
    onExchange(exchange, request) {
      if (isAsset(request)) assets.set(request.url.href, exchange)
      if (request.method !== 'GET') context.out.urls.push(urlItemOf(exchange, SOURCE))
      if (!request.isNavigation) return
      finds.document = exchange
      const location = exchange.response.headers.get('location')
      const next = location === null ? null : URL.parse(location, request.url.href)
      if (next !== null) expected.add(bare(next))
    },
  })
  return async (request) => {
    onRequest(request)
    if (request.isNavigation && request.method === 'GET' && !expected.has(bare(request.url))) {
      return STAY
    }
    return network(request)
  }
}
