import { LIMITS } from '../../limits.ts'
import type { PageRequest } from '../browser/page.ts'
import { isVisitable } from '../crawl/assets.ts'
import { isDangerous } from '../crawl/avoid.ts'
import { extractEntries } from '../crawl/extract.ts'
import { extractForms } from '../crawl/forms.ts'
import { pageUrl } from '../crawl/urls.ts'
import type { Exchange } from '../http/exchange.ts'
import { pointsOfForm, pointsOfSent } from './inputs.ts'
import { requestOf } from './page-network.ts'
import type { UnitContext } from './unit-context.ts'
import type { CrawlEntry } from './unit.ts'

/** The `source` of what only a browser has shown. */
export const SOURCE = 'browser'

/** An address without its fragment. */
export const bare = ({ href }: URL): string => href.split('#', 1)[0] ?? href

/** Puts what a page shows and asks for where the following stages look for it. */
export class PageFinds {
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
