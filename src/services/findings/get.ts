import { findIssue, hostOfAsset } from '../../db/triage.ts'
import { ApiError } from '../../errors.ts'
import type { Deps } from '../deps.ts'
import { toFindingRecord, type FindingRecord } from './record.ts'

/** `asset` is a host or the id of an asset. */
export type FindingRequest = Readonly<{ accountId: string; asset: string; fingerprint: string }>

/** The life of a finding on one asset; 404 where it was never seen there. */
export async function getFinding(
  deps: Pick<Deps, 'db' | 'now'>,
  { accountId, asset, fingerprint }: FindingRequest,
): Promise<FindingRecord> {
  const host = await hostOfAsset(deps.db, accountId, asset)
  const record = await findIssue(deps.db, { accountId, host, fingerprint })
  if (record === null) throw new ApiError('not_found')
  return toFindingRecord(record, deps.now())
}
