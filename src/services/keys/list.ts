import { listLivingKeys } from '../../db/api-keys.ts'
import type { Deps } from '../deps.ts'
import type { PresentedKey } from './present.ts'
import { presentKey } from './present.ts'

/** The keys that open the account, oldest first. */
export async function listKeys(
  deps: Pick<Deps, 'db' | 'now'>,
  accountId: string,
): Promise<Readonly<{ items: readonly PresentedKey[]; total: number }>> {
  const keys = await listLivingKeys(deps.db, accountId, deps.now())
  return { items: keys.map(presentKey), total: keys.length }
}
