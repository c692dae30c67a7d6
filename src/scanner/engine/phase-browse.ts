import { LIMITS } from '../../limits.ts'
import { explore } from '../browser/explore.ts'
import {
  isBrowserFailure,
  type PageAnswer,
  type PageNetwork,
  type PageRequest,
} from '../browser/page.ts'
import { isUnavailable, type BrowserSession } from '../browser/port.ts'
import { watch } from '../browser/scripts/watch.ts'
import { isVisitable } from '../crawl/assets.ts'
import { isDangerous } from '../crawl/avoid.ts'
import { extractEntries } from '../crawl/extract.ts'
import { extractForms } from '../crawl/forms.ts'
import { pageUrl } from '../crawl/urls.ts'
import { urlItemOf } from '../crawl/visit.ts'
import type { Exchange } from '../http/exchange.ts'
import { pointsOfForm, pointsOfSent } from './inputs.ts'
import { requestOf, scanNetwork } from './page-network.ts'
import { isAsset, openScanPage, rememberAssets } from './scan-page.ts'
import type { UnitContext } from './unit-context.ts'
import type { CrawlEntry, UnitPlan } from './unit.ts'

const SOURCE = 'browser'
/** The check that needs a page to have been explored says where that could not be done. */
const SPOKEN_FOR = 'xss.dom'
/** Keeps the page where it is: the address is followed by the crawl. */
const STAY: PageAnswer = { kind: 'answer', status: 204, headers: new Headers(), body: '' }

/** Explores pages that script makes: what they ask for and name becomes pages and points of the scan. */
export async function runBrowse(
  context: UnitContext,
  entries: readonly CrawlEntry[],
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
      if (!isFirst && (!context.hasTime() || !session.isAlive())) {
        return { phase: 'browse', entries: entries.slice(at) }
      }
      await browse(context, session, entry, assets)
    }
    return null
  } finally {
    await session.close()
  }
}

/** One page. A browser or renderer that dies over it is said, and ends nothing else. */
async function browse(
  context: UnitContext,
  session: BrowserSession,
  entry: CrawlEntry,
  assets: Map<string, Exchange>,
): Promise<void> {
  const start = new URL(entry.url)
  const seen = new Discoverer(context, entry)
  const endsAt = context.world.clock.now() + LIMITS.browserPageMs
  try {
    const page = await openScanPage(context, session, {
      network: rememberAssets(networkOf(context, start, seen, assets), assets),
      setUp: [watch],
      exposed: { palisadeTell: (address) => seen.address(address) },
    })
    try {
      const hasTime = () =>
        context.hasTime() && session.isAlive() && context.world.clock.now() < endsAt
      await explore({ page, start, hasTime, onLook: (look) => seen.rendered(look.url, look.html) })
    } finally {
      await page.close()
    }
  } catch (error) {
    if (!isBrowserFailure(error)) throw error
    context.world.log('browser.failed', { kind: error.kind, message: error.message })
    // A download or an excluded page is nothing that could be explored.
    if (error.kind !== 'refused') context.out.tallies.untested(SPOKEN_FOR, WHY[error.kind])
  }
}

const WHY = {
  timeout: 'the page did not answer in the browser',
  crashed: 'the page has crashed in the browser',
  closed: 'the browser ended on the page',
  failed: 'the page failed in the browser',
} as const

/** Follows a navigation to the page itself, its redirects and what a form posts; no other one. */
function networkOf(
  context: UnitContext,
  start: URL,
  seen: Discoverer,
  assets: Map<string, Exchange>,
): PageNetwork {
  const expected = new Set([bare(start)])
  const network = scanNetwork({
    send: context.send,
    onExchange(exchange, request) {
      if (isAsset(request)) assets.set(request.url.href, exchange)
      if (request.method !== 'GET') context.out.urls.push(urlItemOf(exchange, SOURCE))
      if (!request.isNavigation) return
      seen.document = exchange
      const location = exchange.response.headers.get('location')
      const next = location === null ? null : URL.parse(location, request.url.href)
      if (next !== null) expected.add(bare(next))
    },
  })
  return async (request) => {
    if (context.scope.isInScope(request.url)) seen.request(request)
    if (request.isNavigation && request.method === 'GET' && !expected.has(bare(request.url))) {
      return STAY
    }
    return network(request)
  }
}
const bare = ({ href }: URL): string => href.split('#', 1)[0] ?? href

/** Puts what a page shows and asks for where the following stages look for it. */
class Discoverer {
  readonly #context: UnitContext
  readonly #entry: CrawlEntry
  readonly #known = new Set<string>()
  /** The answer that the page was made from. */
  document: Exchange | null = null

  constructor(context: UnitContext, entry: CrawlEntry) {
    this.#context = context
    this.#entry = entry
  }

  /** An address that script named: of a new window, of an entry in the history. */
  address(text: string): void {
    const url = pageUrl(text, new URL(this.#entry.url))
    if (url !== null) this.#discover(url)
  }

  request(request: PageRequest): void {
    const { method, url, body } = request
    if (isDangerous(method, url)) return
    if (method === 'GET') return this.#discover(new URL(bare(url)))
    if (!this.#isNew(`${method} ${bare(url)} ${body ?? ''}`)) return
    this.#context.out.points.push(...pointsOfSent(requestOf(request)))
  }

  /** The document as script has made it, read as if the server had sent it. */
  rendered(address: string, html: string | null): void {
    const url = pageUrl(address, new URL(this.#entry.url))
    if (url === null) return
    this.#discover(url)
    if (html === null || this.document === null || !this.#isNew(html)) return
    const { request, response } = this.document
    const exchange: Exchange = {
      request: { ...request, url },
      response: { ...response, body: html },
    }
    for (const found of extractEntries(exchange, this.#entry.depth + 1)) {
      this.#discover(new URL(found.url))
    }
    for (const form of extractForms(exchange)) {
      if (this.#isUsable(new URL(form.action))) {
        this.#context.out.points.push(...pointsOfForm(form))
      }
    }
  }

  #discover(url: URL): void {
    if (!isVisitable(url) || isDangerous('GET', url)) return
    const entry = { url: url.href, source: SOURCE, depth: this.#entry.depth + 1 }
    this.#context.out.discovered.add(entry, () => this.#isUsable(url))
  }

  #isUsable(url: URL): boolean {
    const { scope } = this.#context
    return scope.isInScope(url) && !scope.isExcluded(url)
  }

  #isNew(key: string): boolean {
    if (this.#known.has(key) || this.#known.size >= LIMITS.browserRequests) return false
    this.#known.add(key)
    return true
  }
}
