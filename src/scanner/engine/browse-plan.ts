import type { Profile } from '../../report/report.ts'
import { compareEntries } from '../crawl/entries.ts'
import { foldKey } from '../crawl/fold.ts'
import type { CrawlEntry } from './unit.ts'

/** Pages that one scan explores in a browser. */
export const BROWSED_PAGES: Readonly<Record<Profile, number>> = {
  gate: 10,
  standard: 60,
  deep: 300,
}

/** One page of each make that was not explored yet, those next to the target first. */
export function toBrowse(
  scripted: readonly CrawlEntry[],
  browsed: ReadonlySet<string>,
  most: number,
): readonly Readonly<{ entry: CrawlEntry; key: string }>[] {
  const found = new Map<string, CrawlEntry>()
  for (const entry of scripted.toSorted(compareEntries)) {
    const key = foldKey(new URL(entry.url))
    if (!browsed.has(key) && !found.has(key)) found.set(key, entry)
  }
  return [...found].slice(0, Math.max(0, most)).map(([key, entry]) => ({ key, entry }))
}
