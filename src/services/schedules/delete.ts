import type { Auth } from '../../accounts/account.ts'
import { deleteSchedule, findSchedule } from '../../db/schedules.ts'
import { ApiError } from '../../errors.ts'
import type { Deps } from '../deps.ts'

/** Ends a schedule; the scans it started stay in the history (API document L219). */
export async function removeSchedule(
  deps: Deps,
  { account, key }: Auth,
  scheduleId: string,
): Promise<void> {
  const ref = { accountId: account.id, scheduleId }
  if ((await findSchedule(deps.db, ref)) === null) throw new ApiError('not_found')
  await deleteSchedule(deps.db, ref, {
    id: deps.newId(),
    accountId: account.id,
    at: deps.now(),
    actor: `key:${key.id}`,
    action: 'schedule.delete',
    detail: { schedule_id: scheduleId },
  })
}
