import { findSchedule, setScheduleEnabled } from '../../db/schedules.ts'
import { ApiError } from '../../errors.ts'
import { HOUR } from '../../report/time.ts'
import type { Actor } from '../audit/entry.ts'
import { auditEntry } from '../audit/entry.ts'
import type { Deps } from '../deps.ts'
import { requireScheduling } from './plan.ts'
import type { PresentedSchedule } from './present.ts'
import { presentSchedule } from './present.ts'

/** Flips a schedule; one that is switched on again runs after its interval (decisions 19). */
export async function toggleSchedule(
  deps: Deps,
  actor: Actor,
  scheduleId: string,
): Promise<PresentedSchedule> {
  const { account } = actor.auth
  const ref = { accountId: account.id, scheduleId }
  const row = await findSchedule(deps.db, ref)
  if (row === null) throw new ApiError('not_found')
  const isEnabled = row.enabled === 0
  if (isEnabled) requireScheduling(account)
  const now = deps.now()
  const detail = { schedule_id: scheduleId, enabled: isEnabled }
  const audit = auditEntry(deps, actor, 'schedule.toggle', detail)
  await setScheduleEnabled(deps.db, ref, isEnabled, now, audit)
  const nextRunAt = isEnabled ? now + row.intervalHours * HOUR : row.nextRunAt
  return presentSchedule(deps, { ...row, enabled: isEnabled ? 1 : 0, nextRunAt })
}
