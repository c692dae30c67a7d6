import type { ProofMethod, ProofPlaces } from '../../accounts/ownership.ts'
import { proofPlaces } from '../../accounts/ownership.ts'
import type { Asset } from '../../db/assets.ts'
import { isoSeconds } from '../../report/time.ts'
import type { Deps } from '../deps.ts'
import { isLocalHost } from '../scans/target-checks.ts'

export type PresentedAsset = Readonly<{
  id: string
  host: string
  proof: ProofPlaces
  verified_at: string | null
  /** Where the proof was found; `local`: this machine, in local mode. */
  verified_by: ProofMethod | 'local' | null
  created_at: string
}>

/** An asset with the three places where its proof may stand. */
export function presentAsset(deps: Pick<Deps, 'isLocal'>, asset: Asset): PresentedAsset {
  const { id, accountId, host, verifiedAt, proofMethod, createdAt } = asset
  const isLocal = deps.isLocal && isLocalHost(host)
  const provenAt = isLocal ? createdAt : verifiedAt
  return {
    id,
    host,
    proof: proofPlaces(accountId, host),
    verified_at: provenAt === null ? null : isoSeconds(provenAt),
    verified_by: isLocal ? 'local' : proofMethod,
    created_at: isoSeconds(createdAt),
  }
}
