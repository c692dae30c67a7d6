import type { Auth } from '../../accounts/account.ts'
import { normaliseTarget } from '../../accounts/target-policy.ts'
import { writeAudit } from '../../db/audit-log.ts'
import { findSchedule, insertSchedule } from '../../db/schedules.ts'
import { ApiError } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import { HOUR } from '../../report/time.ts'
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
  auth: Auth,
  { start, intervalHours }: ScheduleInput,
  clientIp: string | null,
): Promise<PresentedSchedule> {
  const url = await checkTarget(deps, auth, start.target)
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
  if (!(await insertSchedule(deps.db, schedule, LIMITS.schedules))) throw tooMany()
  await writeAudit(deps.db, {
    id: deps.newId(),
    accountId,
    at: now,
    actor: `key:${auth.key.id}`,
    action: 'schedule.create',
    detail: { schedule_id: scheduleId, host: url.hostname, basis, ip: clientIp },
  })
  const row = await findSchedule(deps.db, { accountId, scheduleId })
  if (row === null) throw new ApiError('unavailable', { retryAfterS: LIMITS.unavailableRetryS })
  return presentSchedule(deps, row)
}

const tooMany = (): ApiError =>
  new ApiError('asset_limit_reached', {
    text: `The account has ${LIMITS.schedules} schedules already.`,
    extra: { limit: 'schedules', maximum: LIMITS.schedules },
  })
