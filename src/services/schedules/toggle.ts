import type { Auth } from '../../accounts/account.ts'
import { findSchedule, setScheduleEnabled } from '../../db/schedules.ts'
import { ApiError } from '../../errors.ts'
import { HOUR } from '../../report/time.ts'
import type { Deps } from '../deps.ts'
import { requireScheduling } from './plan.ts'
import type { PresentedSchedule } from './present.ts'
import { presentSchedule } from './present.ts'

/** Flips a schedule; one that is switched on again runs after its interval (decisions 19). */
export async function toggleSchedule(
  deps: Deps,
  { account, key }: Auth,
  scheduleId: string,
): Promise<PresentedSchedule> {
  const ref = { accountId: account.id, scheduleId }
  const row = await findSchedule(deps.db, ref)
  if (row === null) throw new ApiError('not_found')
  const isEnabled = row.enabled === 0
  if (isEnabled) requireScheduling(account)
  const now = deps.now()
  await setScheduleEnabled(deps.db, ref, isEnabled, now, {
    id: deps.newId(),
    accountId: account.id,
    at: now,
    actor: `key:${key.id}`,
    action: 'schedule.toggle',
    detail: { schedule_id: scheduleId, enabled: isEnabled },
  })
  const nextRunAt = isEnabled ? now + row.intervalHours * HOUR : row.nextRunAt
  return presentSchedule(deps, { ...row, enabled: isEnabled ? 1 : 0, nextRunAt })
}
