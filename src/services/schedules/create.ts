import { normaliseTarget } from '../../accounts/target-policy.ts'
import { findSchedule, insertSchedule } from '../../db/schedules.ts'
import { ApiError } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import { HOUR } from '../../report/time.ts'
import type { Actor } from '../audit/entry.ts'
import { auditEntry } from '../audit/entry.ts'
import type { Deps } from '../deps.ts'
import { authorizeStart } from '../scans/authorize-start.ts'
import type { StartInput } from '../scans/start-options.ts'
import { shownUrl } from '../scans/start-options.ts'
import { stowOptions } from '../scans/stowed-options.ts'
import { checkOtherHosts, checkTarget, isProven } from '../scans/target-checks.ts'
import { requireScheduling } from './plan.ts'
import type { PresentedSchedule } from './present.ts'
import { presentSchedule } from './present.ts'

export type ScheduleInput = Readonly<{ start: StartInput; intervalHours: number }>

/** Keeps a start that repeats. It is checked as a start is, now and before every run. */
export async function createSchedule(
  deps: Deps,
  actor: Actor,
  { start, intervalHours }: ScheduleInput,
): Promise<PresentedSchedule> {
  const { auth, clientIp } = actor
  const url = await checkTarget(deps, auth, start)
  await checkOtherHosts(deps, auth, start, url)
  requireScheduling(auth.account)
  const hostProven = await isProven(deps, auth.account.id, url.hostname)
  const world = { isProven: hostProven, settings: deps.settings }
  const basis = authorizeStart(auth, start, url.hostname, world)

  const { target, ...options } = start
  const now = deps.now()
  const scheduleId = deps.newId()
  const accountId = auth.account.id
  const schedule = {
    id: scheduleId,
    accountId,
    targetUrl: shownUrl(target.trim(), url),
    targetNorm: normaliseTarget(url),
    intervalHours,
    ...(await stowOptions(deps.vault, scheduleId, options)),
    keyId: auth.key.id,
    clientIp,
    nextRunAt: now + intervalHours * HOUR,
    createdAt: now,
  }
  const detail = { schedule_id: scheduleId, host: url.hostname, basis }
  const audit = auditEntry(deps, actor, 'schedule.create', detail)
  if (!(await insertSchedule(deps.db, schedule, LIMITS.schedules, audit))) throw tooMany()
  const row = await findSchedule(deps.db, { accountId, scheduleId })
  if (row === null) throw new ApiError('unavailable', { retryAfterS: LIMITS.unavailableRetryS })
  return presentSchedule(deps, row)
}

const tooMany = (): ApiError =>
  new ApiError('asset_limit_reached', {
    text: `The account has ${LIMITS.schedules} schedules already.`,
    extra: { limit: 'schedules', maximum: LIMITS.schedules },
  })
