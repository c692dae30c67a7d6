import { makeKey } from '../../accounts/api-keys.ts'
import { faultsOfGrant, scopeBeyond } from '../../accounts/grants.ts'
import { listLivingKeys, replaceKey } from '../../db/api-keys.ts'
import { ApiError } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import { isoSeconds } from '../../report/time.ts'
import type { Actor } from '../audit/entry.ts'
import { auditEntry } from '../audit/entry.ts'
import type { Deps } from '../deps.ts'
import type { PresentedNewKey } from './present.ts'
import { presentNewKey } from './present.ts'
import { revokeKey } from './revoke.ts'

export type RotatedKey = PresentedNewKey &
  Readonly<{ replaces: string; old_key_expires_at: string }>

/**
 * A new key with the name and the powers of an old one, which goes on opening for a day
 * (tables.md §6). A key that was itself the old one of the rotated key ends at once: two overlap,
 * never three.
 */
export async function rotateKey(
  deps: Pick<Deps, 'db' | 'now' | 'newId' | 'randomBytes' | 'account'>,
  actor: Actor,
  keyId: string,
): Promise<RotatedKey> {
  const { account, key: by } = actor.auth
  const now = deps.now()
  const living = await listLivingKeys(deps.db, account.id, now)
  const old = living.find((key) => key.id === keyId)
  if (!old) throw new ApiError('not_found')
  if (old.rotatedTo !== null) throw alreadyRotated(old.rotatedTo)
  const isBeyond = scopeBeyond(by, old) !== null || faultsOfGrant(by, old, now).length > 0
  if (isBeyond) {
    throw new ApiError('insufficient_scope', { text: 'That key may do more than the one in use.' })
  }
  const older = living.find((key) => key.rotatedTo === keyId)
  if (older) await revokeKey(deps, actor, older.id)

  const { id, hash, text } = makeKey(deps.randomBytes)
  const { name, scopes, allowedHosts, expiresAt } = old
  const next = { id, hash, accountId: account.id, name, scopes, allowedHosts, expiresAt }
  const overlapEnds = Math.min(now + LIMITS.keyOverlapMs, expiresAt ?? Infinity)
  const audit = auditEntry(deps, actor, 'key.rotate', { key_id: keyId, new_key_id: id })
  const ref = { accountId: account.id, keyId }
  const isReplaced = await replaceKey(deps.db, ref, { ...next, createdAt: now }, overlapEnds, audit)
  if (!isReplaced) throw new ApiError('not_found')
  const shown = presentNewKey(next, { id, text, createdAt: now })
  return { ...shown, replaces: keyId, old_key_expires_at: isoSeconds(overlapEnds) }
}

const alreadyRotated = (successor: string): ApiError => {
  const text = `This key was rotated already; ${successor} took its place.`
  return new ApiError('invalid_request', { text, fields: [{ path: 'id', message: text }] })
}
