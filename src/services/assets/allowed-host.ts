import type { Auth } from '../../accounts/account.ts'
import { coversHost } from '../../accounts/host-names.ts'
import { parseTarget } from '../../accounts/target-policy.ts'
import { findAsset } from '../../db/assets.ts'
import type { Asset } from '../../db/assets.ts'
import { ApiError } from '../../errors.ts'
import type { Deps } from '../deps.ts'
import type { AssetAnswer } from '../ports.ts'
import { targetPolicyOf } from '../scans/target-checks.ts'

/** Refuses a host that could never be a target of this key (`target_not_allowed`), or without a plan. */
export function assertHostAllowed(
  deps: Pick<Deps, 'isLocal' | 'settings'>,
  { account, key }: Auth,
  host: string,
): void {
  if (account.plan === 'none') throw new ApiError('no_active_plan')
  const parsed = parseTarget(`http://${host}/`, targetPolicyOf(deps))
  if (!parsed.ok) throw notAllowed(parsed.reason)
  for (const allowed of [account.allowedHosts, key.allowedHosts]) {
    const isCovered = allowed === null || allowed.some((entry) => coversHost(entry, host))
    if (!isCovered) throw notAllowed('The host is not in allowed_hosts.')
  }
}

/** The asset, or 404: unknown and foreign ones alike. */
export async function ownAsset(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
): Promise<Asset> {
  const asset = await findAsset(deps.db, accountId, { id })
  if (asset === null) throw new ApiError('not_found')
  return asset
}

export const refusalOf = (answer: Extract<AssetAnswer, { kind: 'refused' }>): ApiError =>
  new ApiError(answer.code, {
    ...(answer.retryAfterS !== null && { retryAfterS: answer.retryAfterS }),
    ...(answer.extra !== null && { extra: answer.extra }),
  })

const notAllowed = (reason: string): ApiError =>
  new ApiError('target_not_allowed', { text: `The host may not be an asset: ${reason}` })
