import type { Auth } from '../../accounts/account.ts'
import { keyIdOf, matchesHash } from '../../accounts/api-keys.ts'
import { findKey, touchKey } from '../../db/api-keys.ts'
import type { Instant } from '../../report/time.ts'
import { completeAccount } from '../accounts/complete-account.ts'
import type { Deps } from '../deps.ts'
import { replicaFirst } from '../replica.ts'
import type { CachedKey, KeyCache } from './key-cache.ts'

type Needs = Pick<Deps, 'db' | 'replica' | 'now' | 'vault' | 'randomBytes'>

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
  const entry: Loaded | null = known ?? (await load(deps, keyId, now))
  if (entry === null || !matchesHash(text, entry.hash)) return null
  const { account, key } = entry.auth
  if (key.expiresAt !== null && key.expiresAt <= now) return null
  if (known === null) {
    if (entry.isIncomplete) await completeAccount(deps, account.id)
    cache.set(keyId, entry)
    await touchKey(deps.db, { accountId: account.id, keyId }, now)
  }
  return entry.auth
}

type Loaded = CachedKey & Readonly<{ isIncomplete?: boolean }>

async function load(deps: Needs, keyId: string, now: Instant): Promise<Loaded | null> {
  const stored = await replicaFirst(deps, (db) => findKey(db, keyId))
  if (stored === null || stored.isRevoked) return null
  const { auth, hash, isIncomplete } = stored
  return { auth, hash, readAt: now, isIncomplete }
}
