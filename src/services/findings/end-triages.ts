import { endTriage, pageEndedTriages } from '../../db/triage.ts'
import { LIMITS } from '../../limits.ts'
import { forgetReads } from '../caches.ts'
import type { Deps } from '../deps.ts'
import { recountScans } from './recount.ts'

/** Opens the findings whose triage has run out, and counts their scans again. Answers how many. */
export async function endTriages(
  deps: Pick<Deps, 'db' | 'now' | 'newId' | 'askRecount' | 'caches'>,
): Promise<number> {
  const ended = await pageEndedTriages(deps.db, deps.now(), LIMITS.triageEndsPage)
  for (const triage of ended) {
    const { accountId, host, fingerprint, state, until } = triage
    await endTriage(deps.db, triage, {
      id: deps.newId(),
      accountId,
      at: deps.now(),
      actor: 'sweep',
      action: 'finding.triage_end',
      detail: { fingerprint, host, state, until },
    })
    forgetReads(deps.caches, accountId, host)
    await recountScans(deps, { v: 1, accountId, host, fingerprint, after: null })
  }
  return ended.length
}
