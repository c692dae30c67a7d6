import { deleteSchedule, findSchedule } from '../../db/schedules.ts'
import { ApiError } from '../../errors.ts'
import type { Actor } from '../audit/entry.ts'
import { auditEntry } from '../audit/entry.ts'
import type { Deps } from '../deps.ts'

/** Ends a schedule; the scans it started stay in the history (API document L219). */
export async function removeSchedule(deps: Deps, actor: Actor, scheduleId: string): Promise<void> {
  const ref = { accountId: actor.auth.account.id, scheduleId }
  if ((await findSchedule(deps.db, ref)) === null) throw new ApiError('not_found')
  const audit = auditEntry(deps, actor, 'schedule.delete', { schedule_id: scheduleId })
  await deleteSchedule(deps.db, ref, audit)
}
