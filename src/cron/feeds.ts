import type { FeedDeps } from '../services/feeds/ports.ts'
import { refreshLibraries } from '../services/feeds/refresh.ts'

/** Every minute; nearly always there is nothing to do. Never throws. */
export async function refreshFeeds(deps: FeedDeps): Promise<void> {
  try {
    await refreshLibraries(deps)
  } catch (error) {
    deps.log('feed.failed', { message: error instanceof Error ? error.message : String(error) })
  }
}
