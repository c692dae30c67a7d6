import { findAsset, insertAsset } from '../../db/assets.ts'
import { ApiError } from '../../errors.ts'
import type { Actor } from '../audit/entry.ts'
import { auditEntry } from '../audit/entry.ts'
import type { Deps } from '../deps.ts'
import { assertHostAllowed, refusalOf } from './allowed-host.ts'
import type { PresentedAsset } from './present.ts'
import { presentAsset } from './present.ts'

/** Puts a host into the account's list; one that is there already is answered as it is. */
export async function addAsset(
  deps: Pick<Deps, 'db' | 'now' | 'newId' | 'account' | 'isLocal' | 'settings'>,
  actor: Actor,
  host: string,
): Promise<Readonly<{ isNew: boolean; asset: PresentedAsset }>> {
  const { account } = actor.auth
  assertHostAllowed(deps, actor.auth, host)
  const answer = await deps.account(account.id).addAsset(host, account.limits.assets)
  if (answer.kind === 'refused') throw refusalOf(answer)
  const row = { id: deps.newId(), accountId: account.id, host, createdAt: deps.now() }
  const audit = auditEntry(deps, actor, 'asset.create', { asset_id: row.id, host })
  // A known host has its row already, unless a call before this one was cut off.
  await insertAsset(deps.db, row, audit)
  const asset = await findAsset(deps.db, account.id, { host })
  // Removed again in the meantime.
  if (asset === null) throw new ApiError('not_found')
  return { isNew: asset.id === row.id, asset: presentAsset(deps, asset) }
}
