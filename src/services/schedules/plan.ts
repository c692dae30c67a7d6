import type { Account } from '../../accounts/account.ts'
import { ApiError } from '../../errors.ts'

const SCHEDULING_PLANS: readonly string[] = ['gold', 'enterprise']

/** API document L224, decisions 20. */
export function requireScheduling({ plan }: Account): void {
  if (SCHEDULING_PLANS.includes(plan)) return
  throw new ApiError('no_active_plan', { text: 'Schedules need the Gold plan.' })
}
