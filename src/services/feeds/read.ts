import { LIMITS } from '../../limits.ts'
import type { Instant } from '../../report/time.ts'
import type { Feeds } from '../../scanner/feeds.ts'
import { BUILT_IN } from '../../scanner/feeds/built-in.ts'
import { parseLibraries } from '../../scanner/feeds/parse-libraries.ts'
import { LIBRARIES_FEED, type FeedDeps } from './ports.ts'

type ReadDeps = Pick<FeedDeps, 'now' | 'store' | 'url' | 'log'>

/**
 * A reader of the feeds that parses them once and again after LIMITS.feedCacheMs: consumers ask it
 * for every unit. Where nothing good is stored, or the store fails, it answers with what is built in.
 */
export function makeFeedReader({ now, store, url, log }: ReadDeps): () => Promise<Feeds> {
  // The value and not the promise: a Worker may not wait for what another request has begun.
  let known = BUILT_IN
  let until: Instant = 0
  return async () => {
    if (url === null || now() < until) return known
    until = now() + LIMITS.feedCacheMs
    try {
      known = await read(store)
    } catch (error) {
      log('feed.unread', { message: error instanceof Error ? error.message : String(error) })
    }
    return known
  }
}

async function read(store: ReadDeps['store']): Promise<Feeds> {
  const text = await store.read(LIBRARIES_FEED)
  return (text === null ? null : parseLibraries(text)) ?? BUILT_IN
}
