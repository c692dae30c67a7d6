import type { Asset } from '../../db/assets.ts'
import { setProof } from '../../db/assets.ts'
import type { Actor } from '../audit/entry.ts'
import { auditEntry } from '../audit/entry.ts'
import type { Deps } from '../deps.ts'
import { isLocalHost } from '../scans/target-checks.ts'
import { ownAsset } from './allowed-host.ts'
import type { PresentedAsset } from './present.ts'
import { presentAsset } from './present.ts'
import type { ProofDeps, Reading } from './read-proof.ts'
import { readProof } from './read-proof.ts'

export type VerifyDeps = ProofDeps & Pick<Deps, 'db' | 'now' | 'newId' | 'isLocal'>

export type Verified = PresentedAsset & Readonly<{ verified: boolean; checked: readonly Reading[] }>

/**
 * Looks for the proof of ownership now. Not finding it is an answer too: `checked` says where it
 * was looked for, and an asset that was proven no longer is.
 */
export async function verifyAsset(deps: VerifyDeps, actor: Actor, id: string): Promise<Verified> {
  const accountId = actor.auth.account.id
  const asset = await ownAsset(deps, accountId, id)
  if (deps.isLocal && isLocalHost(asset.host)) {
    return { ...presentAsset(deps, asset), verified: true, checked: [] }
  }
  const checked = await checkProof(deps, actor, asset)
  const shown = presentAsset(deps, await ownAsset(deps, accountId, id))
  return { ...shown, verified: shown.verified_at !== null, checked }
}

/**
 * Reads the proof and keeps what it says. What could not be read changes nothing: only an answer
 * without the proof takes it away.
 */
export async function checkProof(
  deps: VerifyDeps,
  actor: Actor,
  asset: Asset,
): Promise<readonly Reading[]> {
  const readings = await readProof(deps, asset.accountId, asset.host)
  const found = readings.find(({ result }) => result === 'found')
  const now = deps.now()
  if (found) {
    const proof = {
      verifiedAt: asset.verifiedAt ?? now,
      proofMethod: found.method,
      proofReadAt: now,
    }
    const detail = { asset_id: asset.id, host: asset.host, method: found.method }
    const isNews = asset.verifiedAt === null
    const audit = isNews ? auditEntry(deps, actor, 'asset.verify', detail) : null
    await setProof(deps.db, asset, proof, audit)
  } else if (asset.verifiedAt !== null && isGone(asset, readings)) {
    const none = { verifiedAt: null, proofMethod: null, proofReadAt: null }
    const detail = { asset_id: asset.id, host: asset.host }
    await setProof(deps.db, asset, none, auditEntry(deps, actor, 'asset.lose_proof', detail))
  }
  return readings
}

/** The place where the proof stood was asked, and no longer has it. */
const isGone = ({ proofMethod }: Asset, readings: readonly Reading[]): boolean =>
  readings.some(({ method, result }) => method === proofMethod && result === 'absent')
