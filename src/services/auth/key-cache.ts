import type { Auth } from '../../accounts/account.ts'
import { LIMITS } from '../../limits.ts'
import type { Instant } from '../../report/time.ts'

const MOST_KEYS = 1000

export type CachedKey = Readonly<{ auth: Auth; hash: string; readAt: Instant }>
export type KeyCache = Readonly<{
  get(keyId: string, now: Instant): CachedKey | null
  set(keyId: string, entry: CachedKey): void
  /** What this isolate knows of an account's keys is read again. */
  forgetAccount(accountId: string): void
}>

/** Key records of this isolate, at most `mostKeys` and no older than LIMITS.keyCacheMs. */
export function makeKeyCache(mostKeys: number = MOST_KEYS): KeyCache {
  const entries = new Map<string, CachedKey>()
  return {
    get(keyId, now) {
      const entry = entries.get(keyId)
      if (entry && Math.abs(now - entry.readAt) < LIMITS.keyCacheMs) return entry
      entries.delete(keyId)
      return null
    },
    set(keyId, entry) {
      entries.delete(keyId)
      entries.set(keyId, entry)
      // A Map keeps the order of insertion: the first key is the one read longest ago.
      const [oldest] = entries.keys()
      if (entries.size > mostKeys && oldest !== undefined) entries.delete(oldest)
    },
    forgetAccount(accountId) {
      for (const [keyId, { auth }] of entries) {
        if (auth.account.id === accountId) entries.delete(keyId)
      }
    },
  }
}
