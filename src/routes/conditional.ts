import type { Context } from 'hono'

import type { AppEnv } from './context.ts'

/** What may be kept by the one who asked, and must be checked before each use (tables.md §8). */
export const REVALIDATED = 'private, no-cache'

/** Marks an answer as one that can be asked for again with If-None-Match. */
export function tagAnswer(c: Context<AppEnv>, etag: string, cacheControl = REVALIDATED): void {
  c.header('ETag', etag)
  c.header('Cache-Control', cacheControl)
}

export const NOT_MODIFIED = { 304: { description: 'Unchanged since the given ETag.' } } as const
