import { knownScans } from '../../db/scans-known.ts'
import { LIMITS } from '../../limits.ts'
import type { Deps } from '../deps.ts'
import type { AdmitAnswer, AdmitRequest } from '../ports.ts'

/**
 * Asks the account's object for admission. Where the process was killed between an admission and the
 * row it was for, the object still holds that start: it is taken back before it refuses another.
 */
export async function admit(
  deps: Deps,
  accountId: string,
  request: AdmitRequest,
): Promise<AdmitAnswer> {
  const account = deps.account(accountId)
  const answer = await account.admit(request)
  if (!(await isInTheWay(deps, accountId, request, answer))) return answer
  if (!(await takeBackLost(deps, accountId))) return answer
  // What the first answer noted for an Idempotency-Key must not meet the second.
  await account.cancel(request.scanId)
  return account.admit(request)
}

async function isInTheWay(
  { db }: Deps,
  accountId: string,
  request: AdmitRequest,
  answer: AdmitAnswer,
): Promise<boolean> {
  if (answer.kind === 'refused') return answer.code === 'concurrent_limit'
  // A start that is asked for again under its own id is settled by who asks.
  if (answer.kind !== 'duplicate' || answer.scanId === request.scanId) return false
  return !(await knownScans(db, accountId, [answer.scanId])).has(answer.scanId)
}

/** True when a slot was held for a scan that never came to be. Younger ones may still be written. */
async function takeBackLost(deps: Deps, accountId: string): Promise<boolean> {
  const account = deps.account(accountId)
  const held = await account.held(deps.now() - LIMITS.sweepMinAgeMs)
  if (held.length === 0) return false
  const known = await knownScans(deps.db, accountId, held)
  const lost = held.filter((id) => !known.has(id))
  for (const scanId of lost) {
    await account.cancel(scanId)
    deps.log('start_lost', { scan_id: scanId })
  }
  return lost.length > 0
}
