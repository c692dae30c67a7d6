import type { Auth } from '../../accounts/account.ts'
import { findIssue, hostOfAsset, setTriage } from '../../db/triage.ts'
import { ApiError } from '../../errors.ts'
import type { TriageState } from '../../report/finding.ts'
import type { Instant } from '../../report/time.ts'
import { forgetReads } from '../caches.ts'
import type { Deps } from '../deps.ts'
import { getFinding } from './get.ts'
import { recountScans } from './recount.ts'
import type { FindingRecord } from './record.ts'

export type TriageRequest = Readonly<{
  asset: string
  fingerprint: string
  state: TriageState
  reason: string | null
  until: Instant | null
}>

/**
 * Sets or ends the triage of a finding on one asset, and counts the scans that hold it again: the
 * newest before this answers, the rest by the queue.
 */
export async function triageFinding(
  deps: Deps,
  auth: Auth,
  request: TriageRequest,
): Promise<FindingRecord> {
  const now = deps.now()
  const { fingerprint, state, reason, until } = request
  if (until !== null && until <= now) throw wrong('until', 'Must be in the future.')
  const accountId = auth.account.id
  const host = await hostOfAsset(deps.db, accountId, request.asset)
  const issue = { accountId, host, fingerprint }
  if ((await findIssue(deps.db, issue)) === null) throw new ApiError('not_found')
  const by = `key:${auth.key.id}`
  await setTriage(
    deps.db,
    issue,
    { state, reason, by, until, at: now },
    {
      id: deps.newId(),
      accountId,
      at: now,
      actor: by,
      action: 'finding.triage',
      detail: { fingerprint, host, state, reason, until },
    },
  )
  forgetReads(deps.caches, accountId, host)
  await recountScans(deps, { v: 1, ...issue, after: null })
  return getFinding(deps, { accountId, asset: host, fingerprint })
}

const wrong = (path: string, message: string): ApiError =>
  new ApiError('invalid_request', { fields: [{ path, message }] })
