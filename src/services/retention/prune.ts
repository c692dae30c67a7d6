import { pruneAudit, pruneJobs } from '../../db/retention.ts'
import { LIMITS } from '../../limits.ts'
import type { Deps } from '../deps.ts'

/**
 * Forgets a page of what is older than it is kept: ended jobs and audit entries. Scans, their
 * reports and what is known of findings stay until they are deleted; the logs of deliveries and mails
 * are pruned where lost deliveries are looked for.
 */
export async function pruneOld(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const now = deps.now()
  await pruneJobs(deps.db, now - LIMITS.jobsKeptMs, LIMITS.retentionPage)
  await pruneAudit(deps.db, now - LIMITS.auditKeptMs, LIMITS.retentionPage)
}
