import { LIMITS } from '../../limits.ts'
import { parseLibraries } from '../../scanner/feeds/parse-libraries.ts'
import { LIBRARIES_FEED, type FeedDeps } from './ports.ts'

/**
 * Fetches the advisories on libraries when those at hand are a day old. What does not parse is not
 * kept, so that a bad answer changes nothing; after a failure the next try is an hour away.
 */
export async function refreshLibraries(deps: FeedDeps): Promise<'fresh' | 'stored' | 'refused'> {
  const { now, store, log, url } = deps
  if (url === null) return 'fresh'
  const { fetchedAt, triedAt } = await store.times(LIBRARIES_FEED)
  const isDue = now() - fetchedAt >= LIMITS.feedMaxAgeMs && now() - triedAt >= LIMITS.feedRetryMs
  if (!isDue) return 'fresh'
  await store.noteTry(LIBRARIES_FEED, now())
  const text = await download(deps, new URL(url))
  const parsed = text === null ? null : parseLibraries(text)
  if (text === null || parsed === null) {
    log('feed.refused', { feed: LIBRARIES_FEED, reason: text === null ? 'answer' : 'format' })
    return 'refused'
  }
  await store.put(LIBRARIES_FEED, text, now())
  const { libraries, refused } = parsed
  log('feed.stored', {
    feed: LIBRARIES_FEED,
    libraries: libraries.length,
    refused_patterns: refused,
  })
  return 'stored'
}

/** The whole text of a 200, or null. Redirects are not followed: the setting names the file itself. */
async function download(deps: FeedDeps, url: URL): Promise<string | null> {
  const { guard, transport, userAgent } = deps
  await guard.assertMayConnect(url, 'feed')
  const { status, body, truncated } = await transport(
    { method: 'GET', url, headers: new Headers({ 'user-agent': userAgent }) },
    { signal: AbortSignal.timeout(LIMITS.requestTimeoutMs), maxBytes: LIMITS.feedBytes },
  )
  return status === 200 && !truncated ? body : null
}
