import { expect, it } from 'vitest'

import { limitsOf } from '../../../src/accounts/plans.ts'
import { MINUTE } from '../../../src/report/time.ts'
import { makeKeyCache } from '../../../src/services/auth/key-cache.ts'

const entryAt = (readAt: number) => ({
  readAt,
  hash: 'hash',
  auth: {
    account: {
      id: 'account',
      email: 'owner@acme.dev',
      name: '',
      plan: 'free' as const,
      limits: limitsOf('free', null),
      authorizationConfirmed: null,
      allowedHosts: null,
      underReview: false,
      createdAt: 0,
    },
    key: { id: 'a', name: '', scopes: [], allowedHosts: null, expiresAt: null },
  },
})

it('keeps a record for less than a minute, whichever way the clock moves', () => {
  const cache = makeKeyCache()
  const entry = entryAt(10 * MINUTE)
  for (const [now, kept] of [
    [10 * MINUTE, entry],
    [11 * MINUTE - 1, entry],
    [11 * MINUTE, null],
  ] as const) {
    cache.set('a', entry)
    expect(cache.get('a', now)).toBe(kept)
  }
  cache.set('a', entry)
  expect(cache.get('a', 9 * MINUTE)).toBeNull()
  expect(cache.get('b', 10 * MINUTE)).toBeNull()
})

it('forgets the record read longest ago when it is full', () => {
  const cache = makeKeyCache(2)
  for (const id of ['a', 'b', 'a', 'c']) cache.set(id, entryAt(0))
  expect(['a', 'b', 'c'].map((id) => cache.get(id, 0) !== null)).toEqual([true, false, true])
})
