import { normaliseTarget, parseTarget } from '../../accounts/target-policy.ts'
import type { JobKind } from '../../db/jobs.ts'
import { insertJob } from '../../db/jobs.ts'
import { ApiError } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import type { Actor } from '../audit/entry.ts'
import { auditEntry } from '../audit/entry.ts'
import type { Deps } from '../deps.ts'
import { logLine } from '../log-line.ts'
import { authorizeAny } from '../scans/authorize-start.ts'
import type { StartOptions } from '../scans/start-options.ts'
import { stowOptions } from '../scans/stowed-options.ts'
import { checkSharedHosts, targetPolicyOf } from '../scans/target-checks.ts'

/** Targets with the options that all of them share (API document L107, L113). */
export type JobInput = Readonly<{ targets: readonly string[]; options: StartOptions }>

/**
 * Takes a job and answers its id. What would refuse every target refuses the job; what is wrong with
 * one target is told of that target, once its turn has come.
 */
export async function createJob(
  deps: Deps,
  actor: Actor,
  kind: JobKind,
  { targets, options }: JobInput,
): Promise<string> {
  const { auth, clientIp } = actor
  await checkSharedHosts(deps, options)
  authorizeAny(auth, options)
  const id = deps.newId()
  const most = auth.account.limits.unfinished_jobs
  const job = {
    id,
    accountId: auth.account.id,
    kind,
    ...(await stowOptions(deps.vault, id, options)),
    keyId: auth.key.id,
    clientIp,
    createdAt: deps.now(),
    targets: targets.map((text) => ({ ...targetOf(deps, text), scanId: deps.newId() })),
  }
  const detail = { job_id: id, kind, targets: targets.length }
  const audit = auditEntry(deps, actor, 'job.start', detail)
  if (!(await insertJob(deps.db, job, most, audit))) throw tooManyJobs(most ?? 0)
  // The job is taken: should this fail, the cron gives it its first turn.
  await deps
    .account(auth.account.id)
    .wakeTurn(auth.account.id)
    .catch((error: unknown) => deps.log('job_wake_failed', { job_id: id, error: logLine(error) }))
  return id
}

const tooManyJobs = (maximum: number): ApiError =>
  new ApiError('concurrent_limit', {
    text: `The account has ${maximum} unfinished jobs already.`,
    retryAfterS: LIMITS.concurrentRetryS,
    extra: { limit: 'unfinished_jobs', maximum },
  })

/** A password that stands in a URL is refused later, and never kept. */
const USER_INFO = /^([^/?#]{0,10}\/\/)[^/?#]*@/

function targetOf(deps: Deps, text: string): Readonly<{ url: string; norm: string }> {
  const url = text.trim().replace(USER_INFO, '$1***@')
  const parsed = parseTarget(url, targetPolicyOf(deps))
  return { url, norm: parsed.ok ? normaliseTarget(parsed.url) : url }
}
