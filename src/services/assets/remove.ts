import { deleteAsset } from '../../db/assets.ts'
import type { Actor } from '../audit/entry.ts'
import { auditEntry } from '../audit/entry.ts'
import type { Deps } from '../deps.ts'
import { ownAsset } from './allowed-host.ts'

/** Takes a host from the list, its proof with it; its scans stay. Throws `not_found`. */
export async function removeAsset(
  deps: Pick<Deps, 'db' | 'now' | 'newId' | 'account'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const accountId = actor.auth.account.id
  const asset = await ownAsset(deps, accountId, id)
  const detail = { asset_id: id, host: asset.host }
  await deleteAsset(deps.db, asset, auditEntry(deps, actor, 'asset.delete', detail))
  await deps.account(accountId).removeAsset(asset.host)
}
