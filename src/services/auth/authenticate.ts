import type { Auth } from '../../accounts/account.ts'
import { keyIdOf, matchesHash } from '../../accounts/api-keys.ts'
import { findKey, touchKey } from '../../db/api-keys.ts'
import type { Instant } from '../../report/time.ts'
import type { Deps } from '../deps.ts'
import { replicaFirst } from '../replica.ts'
import type { CachedKey, KeyCache } from './key-cache.ts'

type Needs = Pick<Deps, 'db' | 'replica' | 'now'>

/** The account and key behind a key's text, or null for whatever reason there is none. */
export async function authenticate(
  deps: Needs,
  cache: KeyCache,
  text: string,
): Promise<Auth | null> {
  const keyId = keyIdOf(text)
  if (keyId === null) return null
  const now = deps.now()
  const known = cache.get(keyId, now)
  const entry = known ?? (await load(deps, keyId, now))
  if (entry === null || !matchesHash(text, entry.hash)) return null
  const { account, key } = entry.auth
  if (key.expiresAt !== null && key.expiresAt <= now) return null
  if (known === null) {
    cache.set(keyId, entry)
    await touchKey(deps.db, { accountId: account.id, keyId }, now)
  }
  return entry.auth
}

async function load(deps: Needs, keyId: string, now: Instant): Promise<CachedKey | null> {
  const stored = await replicaFirst(deps, (db) => findKey(db, keyId))
  if (stored === null || stored.isRevoked) return null
  return { auth: stored.auth, hash: stored.hash, readAt: now }
}
