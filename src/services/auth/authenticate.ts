import type { Auth } from '../../accounts/account.ts'
import { keyIdOf, matchesHash } from '../../accounts/api-keys.ts'
import { findKey, touchKey } from '../../db/api-keys.ts'
import type { Instant } from '../../report/time.ts'
import type { Deps } from '../deps.ts'
import type { CachedKey, KeyCache } from './key-cache.ts'

type Needs = Pick<Deps, 'db' | 'now'>

/** The account and key behind a key's text, or null for whatever reason there is none. */
export async function authenticate(
  deps: Needs,
  cache: KeyCache,
  text: string,
): Promise<Auth | null> {
  const keyId = keyIdOf(text)
  if (keyId === null) return null
  const now = deps.now()
  const entry = cache.get(keyId, now) ?? (await load(deps, cache, keyId, now))
  if (entry === null || !matchesHash(text, entry.hash)) return null
  return isExpired(entry.auth.key.expiresAt, now) ? null : entry.auth
}

const isExpired = (expiresAt: Instant | null, now: Instant): boolean =>
  expiresAt !== null && expiresAt <= now

async function load(
  deps: Needs,
  cache: KeyCache,
  keyId: string,
  now: Instant,
): Promise<CachedKey | null> {
  const stored = await findKey(deps.db, keyId)
  if (stored === null || stored.isRevoked) return null
  const entry = { auth: stored.auth, hash: stored.hash, readAt: now }
  cache.set(keyId, entry)
  await touchKey(deps.db, { accountId: stored.auth.account.id, keyId }, now)
  return entry
}
