import { findAsset } from '../../db/assets.ts'
import { LIMITS } from '../../limits.ts'
import type { Actor } from '../audit/entry.ts'
import type { Basis } from '../scans/authorize-start.ts'
import { authorizeStart, restsOnProof } from '../scans/authorize-start.ts'
import type { StartInput } from '../scans/start-options.ts'
import { isLocalHost } from '../scans/target-checks.ts'
import type { Deps } from '../deps.ts'
import type { VerifyDeps } from './verify.ts'
import { checkProof } from './verify.ts'

export type Settled = Readonly<{ basis: Basis; hostProven: boolean }>

/**
 * On what ground a start is authorized, and whether its host is proven. A proof that the start rests
 * on is read again at its launch (tables.md §7), and any other one once a day: it also spares the
 * cooldown and colours the badge.
 */
export async function settleStart(
  deps: VerifyDeps & Pick<Deps, 'settings'>,
  actor: Actor,
  input: StartInput,
  host: string,
): Promise<Settled> {
  const settle = (isProven: boolean): Settled => ({
    basis: authorizeStart(actor.auth, input, host, { isProven, settings: deps.settings }),
    hostProven: isProven,
  })
  // Who owns a name does not own every address that a request calls by it.
  const { targetIp } = input
  if (targetIp !== null) return settle(deps.isLocal && isLocalHost(targetIp))
  if (deps.isLocal && isLocalHost(host)) return settle(true)
  const asset = await findAsset(deps.db, actor.auth.account.id, { host })
  if (asset === null || asset.verifiedAt === null) return settle(false)
  const settled = settle(true)
  const isFresh = deps.now() - (asset.proofReadAt ?? 0) < LIMITS.proofMaxAgeMs
  const isOnlyGround =
    settled.basis === 'proof' && actor.auth.account.authorizationConfirmed === null
  const mustRead = isOnlyGround || restsOnProof(input, deps.settings.REQUIRE_PROOF)
  if (isFresh && !mustRead) return settled
  const readings = await checkProof(deps, actor, asset)
  return settle(readings.some(({ result }) => result === 'found'))
}
