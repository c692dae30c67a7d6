import type { JobKind } from '../../db/jobs.ts'
import { readJobTargets } from '../../db/jobs.ts'
import { ApiError } from '../../errors.ts'
import type { Deps } from '../deps.ts'
import type { JobProgress } from './progress.ts'
import { progressOf } from './progress.ts'

/** Where a job stands; 404 for one that is unknown, another account's, or of the other kind. */
export async function readJob(
  deps: Deps,
  accountId: string,
  kind: JobKind,
  jobId: string,
): Promise<JobProgress> {
  const targets = await readJobTargets(deps.db, { accountId, jobId, kind })
  if (targets.length === 0) throw new ApiError('not_found')
  return progressOf(targets)
}
