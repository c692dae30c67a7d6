import { describe, expect, it } from 'vitest'

import { isLocalPath, isOwnHost } from '../../../src/local/access.ts'
import { NewAccount, overridesOf } from '../../../src/local/accounts.ts'
import { LIMIT_NAMES } from '../../../src/accounts/account.ts'

describe('the Host header of local mode', () => {
  it.each(['127.0.0.1:8787', 'localhost:8787', 'LOCALHOST:8787', '[::1]:8787'])(
    '%s is ours',
    (host) => {
      expect(isOwnHost(host, 8787)).toBe(true)
    },
  )

  const FOREIGN = [
    null,
    '',
    '127.0.0.1',
    '127.0.0.1:8788',
    'localhost:87870',
    'evil.test:8787',
    'localhost.evil.test:8787',
    '127.0.0.1:8787@evil.test',
    '127.1:8787',
    '[::]:8787',
    '0.0.0.0:8787',
  ]
  it.each(FOREIGN)('%j is not', (host) => {
    expect(isOwnHost(host, 8787)).toBe(false)
  })

  it('may leave out the port that http has by default', () => {
    expect(isOwnHost('localhost', 80)).toBe(true)
    expect(isOwnHost('localhost:80', 80)).toBe(true)
    expect(isOwnHost('localhost:81', 80)).toBe(false)
  })
})

describe('paths of local mode', () => {
  const CASES = [
    ['/api/local/cron', true],
    ['/api/x/../local/cron', true],
    ['/api/local', false],
    ['/api/localhost/', false],
    ['/api/health', false],
  ] as const
  it.each(CASES)('%s → %s', (path, isLocal) => {
    expect(isLocalPath(`http://127.0.0.1:8787${path}`)).toBe(isLocal)
  })
})

describe('POST /api/local/accounts', () => {
  it('null takes every limit away, an object only those it names', () => {
    const none = overridesOf(null) ?? {}
    expect(Object.keys(none)).toEqual([...LIMIT_NAMES])
    expect(Object.values(none).every((limit) => limit === null)).toBe(true)
    expect(overridesOf({ assets: 3, keys: null })).toEqual({ assets: 3, keys: null })
    expect(overridesOf(undefined)).toBeNull()
  })

  const account = { email: 'a@example.com', plan: 'free' }
  it.each([{}, { limits: null }, { limits: { assets: 5 } }, { limits: { keys: null } }])(
    'takes %j',
    (over) => {
      expect(NewAccount.safeParse({ ...account, ...over }).success).toBe(true)
    },
  )
  const WRONG = [
    { plan: 'platinum' },
    { email: 'nobody' },
    { limits: { assets: -1 } },
    { limits: { assets: '5' } },
    { limits: { wishes: 3 } },
    { admin: true },
  ]
  it.each(WRONG)('refuses %j', (over) => {
    expect(NewAccount.safeParse({ ...account, ...over }).success).toBe(false)
  })
})
