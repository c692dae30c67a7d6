import { listSchedules } from '../../db/schedules.ts'
import type { Deps } from '../deps.ts'
import type { PresentedSchedule } from './present.ts'
import { presentSchedule } from './present.ts'

/** Every schedule of the account, oldest first, whichever path it was made on (decisions 17). */
export async function readSchedules(
  deps: Deps,
  accountId: string,
): Promise<Readonly<{ items: readonly PresentedSchedule[]; total: number }>> {
  const rows = await listSchedules(deps.db, accountId)
  const items = await Promise.all(rows.map((row) => presentSchedule(deps, row)))
  return { items, total: items.length }
}
