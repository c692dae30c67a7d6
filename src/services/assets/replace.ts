import { findAsset, setAssetHost } from '../../db/assets.ts'
import { ApiError } from '../../errors.ts'
import type { Actor } from '../audit/entry.ts'
import { auditEntry } from '../audit/entry.ts'
import type { Deps } from '../deps.ts'
import { assertHostAllowed, ownAsset, refusalOf } from './allowed-host.ts'
import type { PresentedAsset } from './present.ts'
import { presentAsset } from './present.ts'

/**
 * Puts another host in the place of an asset's, which must be proven anew. A host that took a place
 * stays for a day: `replace_locked` with Retry-After (decisions 51).
 */
export async function replaceAsset(
  deps: Pick<Deps, 'db' | 'now' | 'newId' | 'account' | 'isLocal' | 'settings'>,
  actor: Actor,
  id: string,
  host: string,
): Promise<PresentedAsset> {
  const { account } = actor.auth
  const asset = await ownAsset(deps, account.id, id)
  if (asset.host === host) return presentAsset(deps, asset)
  assertHostAllowed(deps, actor.auth, host)
  if ((await findAsset(deps.db, account.id, { host })) !== null) throw alreadyListed()
  const answer = await deps.account(account.id).replaceAsset(asset.host, host)
  if (answer.kind === 'refused') throw refusalOf(answer)
  if (answer.kind === 'known') throw alreadyListed()
  const detail = { asset_id: id, host, old_host: asset.host }
  await setAssetHost(deps.db, asset, host, auditEntry(deps, actor, 'asset.replace', detail))
  return presentAsset(deps, await ownAsset(deps, account.id, id))
}

const alreadyListed = (): ApiError => {
  const message = 'This host is another asset of the account.'
  return new ApiError('invalid_request', { text: message, fields: [{ path: 'host', message }] })
}
