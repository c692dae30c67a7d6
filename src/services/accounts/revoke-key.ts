import { markKeyRevoked } from '../../db/api-keys.ts'
import type { Deps } from '../deps.ts'

/**
 * Revokes a key of the account: at once for starts and writes (its AccountDO knows), within
 * LIMITS.keyCacheMs for cached reads. Answers false when there was no such living key.
 */
export async function revokeKey(
  deps: Pick<Deps, 'db' | 'now' | 'account'>,
  accountId: string,
  keyId: string,
): Promise<boolean> {
  const revoked = await markKeyRevoked(deps.db, { accountId, keyId }, deps.now())
  if (revoked) await deps.account(accountId).revokeKey(keyId)
  return revoked
}
