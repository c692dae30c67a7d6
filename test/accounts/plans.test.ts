import { describe, expect, it } from 'vitest'

import { LIMIT_NAMES, PLANS } from '../../src/accounts/account.ts'
import { limitsOf, PLAN_LIMITS } from '../../src/accounts/plans.ts'

/** decisions 55: scans a day, assets, concurrent scans, unfinished jobs. */
const CAPS = {
  none: [0, 0, 0, 0],
  free: [20, 3, 2, 2],
  pro: [200, 25, 5, 5],
  gold: [2000, 250, 20, 20],
  enterprise: [null, null, null, null],
} as const

describe('plans', () => {
  it.each(PLANS)('%s has its caps and every limit', (plan) => {
    const limits = PLAN_LIMITS[plan]
    expect(Object.keys(limits).toSorted()).toEqual([...LIMIT_NAMES].toSorted())
    expect([
      limits.scans_per_day,
      limits.assets,
      limits.concurrent_scans,
      limits.unfinished_jobs,
    ]).toEqual(CAPS[plan])
  })

  it('share the rates of the API document and decisions 56', () => {
    expect(PLAN_LIMITS.free).toMatchObject({
      starts_per_minute: 10,
      bulk_per_minute: 3,
      openapi_per_minute: 10,
      reads_per_minute: 120,
      writes_per_minute: 30,
      exports_per_minute: 20,
      keys: 20,
      domain_cooldown: 6,
    })
  })
})

it('an account’s own limits replace the plan’s, null and zero too', () => {
  expect(limitsOf('free', null)).toEqual(PLAN_LIMITS.free)
  expect(limitsOf('free', { assets: null, concurrent_scans: 0 })).toEqual({
    ...PLAN_LIMITS.free,
    assets: null,
    concurrent_scans: 0,
  })
})
