import { isOwnKey, markKeyRevoked } from '../../db/api-keys.ts'
import type { Actor } from '../audit/entry.ts'
import { auditEntry } from '../audit/entry.ts'
import type { Deps } from '../deps.ts'

/**
 * Revokes a key of the account: at once for starts and writes (its AccountDO knows), within
 * LIMITS.keyCacheMs for reads of an isolate that has it cached (tables.md §8). Answers false when
 * there was no such living key. The object learns first: a call that fails half-way can be repeated.
 */
export async function revokeKey(
  deps: Pick<Deps, 'db' | 'now' | 'newId' | 'account'>,
  actor: Actor,
  keyId: string,
): Promise<boolean> {
  const accountId = actor.auth.account.id
  if (!(await isOwnKey(deps.db, { accountId, keyId }))) return false
  await deps.account(accountId).revokeKey(keyId)
  const audit = auditEntry(deps, actor, 'key.revoke', { key_id: keyId })
  return markKeyRevoked(deps.db, { accountId, keyId }, deps.now(), audit)
}
