import { LIMITS } from '../../limits.ts'
import type { CrawlEntry } from '../engine/unit.ts'
import { foldKey } from './fold.ts'
import { compareText } from './urls.ts'

/** By depth, then URL: the same order whoever found them first. */
export const compareEntries = (a: CrawlEntry, b: CrawlEntry): number =>
  a.depth - b.depth || compareText(a.url, b.url) || compareText(a.source, b.source)

/** Sorted, each URL once, at its least depth. */
export function uniqueEntries(entries: readonly CrawlEntry[]): readonly CrawlEntry[] {
  const byUrl = new Map<string, CrawlEntry>()
  for (const entry of entries.toSorted(compareEntries)) {
    if (!byUrl.has(entry.url)) byUrl.set(entry.url, entry)
  }
  return [...byUrl.values()]
}

/** What pages name, each URL once, at its least depth: most pages of a site name the same ones. */
export class Discoveries {
  readonly #byUrl = new Map<string, CrawlEntry | null>()

  /** `isUsable` is asked once per URL. */
  add(entry: CrawlEntry, isUsable: (url: string) => boolean): void {
    const known = this.#byUrl.get(entry.url)
    if (known === undefined) this.#byUrl.set(entry.url, isUsable(entry.url) ? entry : null)
    else if (known !== null && compareEntries(entry, known) < 0) this.#byUrl.set(entry.url, entry)
  }

  all(): readonly CrawlEntry[] {
    return [...this.#byUrl.values()].filter((entry) => entry !== null)
  }
}

/**
 * The part of a page's or unit's discoveries that can matter to `admit`: per fold key and depth the
 * first LIMITS.foldSamples URLs, so that results stay small. Take out what is out of scope first.
 */
export function thinEntries(entries: readonly CrawlEntry[]): CrawlEntry[] {
  const kept = new Map<string, number>()
  return uniqueEntries(entries).filter(({ url, depth }) => {
    const parsed = URL.parse(url)
    if (parsed === null) return false
    const key = `${depth} ${foldKey(parsed)}`
    const count = kept.get(key) ?? 0
    kept.set(key, count + 1)
    return count < LIMITS.foldSamples
  })
}
