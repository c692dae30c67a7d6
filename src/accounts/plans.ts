import { LIMITS } from '../limits.ts'
import type { AccountLimits, Plan } from './account.ts'

const RATES = {
  starts_per_minute: LIMITS.startsPerMinute,
  bulk_per_minute: LIMITS.bulkPerMinute,
  openapi_per_minute: LIMITS.openapiPerMinute,
  reads_per_minute: LIMITS.readsPerMinute,
  writes_per_minute: LIMITS.writesPerMinute,
  exports_per_minute: LIMITS.exportsPerMinute,
  keys: LIMITS.maxKeys,
  domain_cooldown: LIMITS.cooldownScans,
} as const

/** Decisions 55 and 56; null = no limit. `none` may read what it has, and start nothing. */
export const PLAN_LIMITS: Readonly<Record<Plan, AccountLimits>> = {
  none: { ...RATES, scans_per_day: 0, assets: 0, concurrent_scans: 0, unfinished_jobs: 0 },
  free: { ...RATES, scans_per_day: 20, assets: 3, concurrent_scans: 2, unfinished_jobs: 2 },
  pro: { ...RATES, scans_per_day: 200, assets: 25, concurrent_scans: 5, unfinished_jobs: 5 },
  gold: { ...RATES, scans_per_day: 2000, assets: 250, concurrent_scans: 20, unfinished_jobs: 20 },
  enterprise: {
    ...RATES,
    scans_per_day: null,
    assets: null,
    concurrent_scans: null,
    unfinished_jobs: null,
  },
}

/** The plan's limits with the account's own overrides on top. */
export const limitsOf = (plan: Plan, overrides: Partial<AccountLimits> | null): AccountLimits => ({
  ...PLAN_LIMITS[plan],
  ...overrides,
})
