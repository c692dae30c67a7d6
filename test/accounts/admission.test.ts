import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { AdmissionFacts, AdmissionRequest } from '../../src/accounts/admission.ts'
import { countRequest, decideAdmission } from '../../src/accounts/admission.ts'
import { DAY, fromIsoSeconds, MINUTE, SECOND } from '../../src/report/time.ts'

const NOW = fromIsoSeconds('2026-11-20T10:00:00')

describe('countRequest', () => {
  it('never lets more than the limit through in any minute', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 }), steps, (limit, gaps) => {
        let now = NOW
        let stamps: readonly number[] = []
        const passed: number[] = []
        for (const gap of gaps) {
          now += gap
          const count = countRequest(stamps, limit, now)
          stamps = count.stamps
          expect(stamps.length).toBeLessThanOrEqual(limit)
          if (count.allowed) passed.push(now)
        }
        for (const at of passed) {
          const within = passed.filter((other) => other > at - MINUTE && other <= at)
          expect(within.length).toBeLessThanOrEqual(limit)
        }
      }),
    )
  })

  it('lets in who waits as long as it says', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), gaps, (limit, list) => {
        let now = NOW
        let count = countRequest([], limit, now)
        for (const gap of list) count = countRequest(count.stamps, limit, (now += gap))
        const waited = now + count.resetS * SECOND
        expect(countRequest(count.stamps, limit, waited).allowed).toBe(true)
      }),
    )
  })

  it('remembers a bounded number of requests without a limit', () => {
    let stamps: readonly number[] = []
    for (let index = 0; index < 500; index++) {
      const count = countRequest(stamps, null, NOW + index)
      expect(count).toMatchObject({ allowed: true, remaining: null, resetS: 0 })
      stamps = count.stamps
    }
    expect(stamps).toHaveLength(120)
  })
})

const OPEN: AdmissionRequest = {
  bodyHash: null,
  limits: { concurrent_scans: null, scans_per_day: null, assets: null, domain_cooldown: null },
  hostProven: false,
}
const NEW: AdmissionFacts = {
  earlier: null,
  duplicate: null,
  assets: { count: 0, isKnown: false, freeAt: null },
  startsToday: 0,
  leases: [],
  hostStarts: [],
}
const ZERO = { concurrent_scans: 0, scans_per_day: 0, assets: 0, domain_cooldown: 0 }

describe('decideAdmission', () => {
  const earlier = { bodyHash: 'h', at: NOW - SECOND, answer: null }
  const duplicate = { scanId: 's', startedAt: NOW - MINUTE }
  const TABLE: readonly (readonly [
    string,
    Partial<AdmissionRequest>,
    Partial<AdmissionFacts>,
    object,
  ])[] = [
    ['admits a new host', {}, {}, { kind: 'admitted', newAsset: true }],
    [
      'admits a known host',
      { limits: { ...OPEN.limits, assets: 0 } },
      { assets: { count: 3, isKnown: true, freeAt: null } },
      { kind: 'admitted', newAsset: false },
    ],
    [
      'looks for the key first',
      { bodyHash: 'h', limits: ZERO },
      { earlier, duplicate },
      { kind: 'refused', code: 'idempotency_in_progress', retryAfterS: 59, extra: null },
    ],
    [
      'tells another body from a repeat',
      { bodyHash: 'other' },
      { earlier },
      { kind: 'refused', code: 'idempotency_mismatch', retryAfterS: null, extra: null },
    ],
    [
      'replays before it looks for duplicates',
      { bodyHash: 'h', limits: ZERO },
      { earlier: { ...earlier, answer: { status: 202, body: '{}' } }, duplicate },
      { kind: 'replayed', status: 202, body: '{}' },
    ],
    ['dedups free of quota', { limits: ZERO }, { duplicate }, { kind: 'duplicate', ...duplicate }],
    [
      'counts assets before days',
      { limits: ZERO },
      {},
      { code: 'asset_limit_reached', extra: { limit: 'assets', maximum: 0 } },
    ],
    [
      'counts days before slots',
      { limits: { ...ZERO, assets: null } },
      {},
      {
        code: 'asset_limit_reached',
        extra: { limit: 'scans_per_day', maximum: 0, resets_at: '2026-11-21T00:00:00' },
      },
    ],
    [
      'advises to wait for the next lease to end, if that is soon',
      { limits: { ...OPEN.limits, concurrent_scans: 2, domain_cooldown: 0 } },
      { leases: [NOW + 5 * SECOND, NOW + DAY] },
      { code: 'concurrent_limit', retryAfterS: 5 },
    ],
    [
      'measures the cooldown from the start that leaves the window first',
      { limits: { ...OPEN.limits, domain_cooldown: 2 } },
      { hostStarts: [NOW - 9 * MINUTE, NOW - 8 * MINUTE, NOW - MINUTE] },
      { code: 'domain_cooldown', retryAfterS: 120 },
    ],
    [
      'exempts proven hosts from the cooldown',
      { limits: { ...OPEN.limits, domain_cooldown: 0 }, hostProven: true },
      {},
      { kind: 'admitted' },
    ],
  ]

  it.each(TABLE)('%s', (_, request, facts, decision) => {
    expect(decideAdmission({ ...OPEN, ...request }, { ...NEW, ...facts }, NOW)).toMatchObject(
      decision,
    )
  })
})
