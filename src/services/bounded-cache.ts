import type { Instant } from '../report/time.ts'

type Entry<T> = Readonly<{ value: T; readAt: Instant }>

/** What one isolate remembers for a while. Keys begin with what they may be forgotten by. */
export type BoundedCache<T> = Readonly<{
  get(key: string, now: Instant): Entry<T> | null
  set(key: string, value: T, now: Instant): void
  forget(prefix: string): void
}>

/** At most `most` entries, none older than `maxAgeMs`; the one that was set longest ago goes first. */
export function makeBoundedCache<T>(
  bounds: Readonly<{ most: number; maxAgeMs: number }>,
): BoundedCache<T> {
  const entries = new Map<string, Entry<T>>()
  return {
    get(key, now) {
      const entry = entries.get(key)
      // A clock that was moved back makes an entry as doubtful as one that is old.
      if (entry && Math.abs(now - entry.readAt) < bounds.maxAgeMs) return entry
      entries.delete(key)
      return null
    },
    set(key, value, now) {
      entries.delete(key)
      entries.set(key, { value, readAt: now })
      const [oldest] = entries.keys()
      if (entries.size > bounds.most && oldest !== undefined) entries.delete(oldest)
    },
    forget(prefix) {
      for (const key of entries.keys()) if (key.startsWith(prefix)) entries.delete(key)
    },
  }
}
