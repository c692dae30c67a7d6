import { describe, expect, it } from 'vitest'

import type { CreateAccountInput } from '../../src/services/accounts/create-account.ts'
import type { Call } from './support.ts'
import { freezeClock, freshHost, makeHarness, rowsOf, UNLIMITED } from './support.ts'

freezeClock()

const app = makeHarness()
const { call } = app

type Fault = Readonly<{
  code: string
  status: number
  retryAfter?: true
  account?: Partial<CreateAccountInput>
  limits?: Partial<typeof UNLIMITED>
  body?: object
  /** Replaces the request as a whole. */
  call?: (call: Call) => Call
}>

/** In the order in which they must be looked for (tables.md §5). */
const FAULTS: readonly Fault[] = [
  { code: 'unauthorized', status: 401, call: ({ body, headers = {} }) => ({ body, headers }) },
  { code: 'rate_limit_exceeded', status: 429, retryAfter: true, limits: { starts_per_minute: 0 } },
  {
    code: 'payload_too_large',
    status: 413,
    call: (given) => ({ ...given, body: 'x'.repeat(1024 * 1024 + 1) }),
  },
  {
    code: 'unsupported_media_type',
    status: 415,
    call: (given) => ({ ...given, headers: { 'content-type': 'text/plain' } }),
  },
  { code: 'invalid_json', status: 400, call: (given) => ({ ...given, body: '{"target":' }) },
  { code: 'invalid_request', status: 400, body: { nonsense: 1 } },
  { code: 'target_not_allowed', status: 400, body: { target_url: 'http://10.0.0.1' } },
  { code: 'target_ip_unsupported', status: 400, body: { target_ip: '104.16.1.1' } },
  { code: 'no_active_plan', status: 403, account: { plan: 'none' } },
  { code: 'authorization_required', status: 403, body: { scan_authorized: false } },
  { code: 'ticket_required', status: 403, body: { target_url: 'https://www.agency.gov' } },
  { code: 'asset_limit_reached', status: 403, limits: { assets: 0 } },
  { code: 'asset_limit_reached', status: 403, limits: { scans_per_day: 0 } },
  { code: 'concurrent_limit', status: 429, retryAfter: true, limits: { concurrent_scans: 0 } },
  { code: 'domain_cooldown', status: 429, retryAfter: true, limits: { domain_cooldown: 0 } },
]

describe('a start with every fault at once', () => {
  it.each(FAULTS.map((fault, index) => [fault.code, index, fault] as const))(
    'is told of %s first once those before it are mended (%i)',
    async (code, index, fault) => {
      const faults = FAULTS.slice(index)
      // What is found earlier wins where two faults set the same thing.
      const all = faults.toReversed()
      const merged: Partial<CreateAccountInput> = Object.assign({}, ...all.map((f) => f.account))
      const limits = Object.assign({ ...UNLIMITED }, ...all.map((f) => f.limits))
      const { key } = await app.account({ ...merged, limits })
      const body = Object.assign(
        { target_url: `https://${freshHost()}` },
        ...all.map((f) => f.body),
      )
      const request = all.reduce<Call>((given, f) => f.call?.(given) ?? given, { key, body })
      const answer = await call('POST', '/api/scan', request)
      expect(answer).toMatchObject({ status: fault.status, json: { code } })
      expect(answer.json.error).toMatch(/^[A-Z].*\.$/)
      expect(answer.headers.has('retry-after')).toBe(fault.retryAfter ?? false)
      expect(app.rooms.begun.size).toBe(0)
    },
  )

  it('refuses a key without the scope before it counts or reads', async () => {
    const { accountId } = await app.account({ limits: { ...UNLIMITED, starts_per_minute: 0 } })
    const key = await app.key(accountId, { scopes: ['read'] })
    const answer = await call('POST', '/api/scan', { key: key.text, body: '{' })
    expect(answer).toMatchObject({ status: 403, json: { code: 'insufficient_scope' } })
  })

  it('starts when none is left', async () => {
    const { key } = await app.account()
    const answer = await call('POST', '/api/scan', {
      key,
      body: { target_url: `https://${freshHost()}` },
    })
    expect(answer.status).toBe(202)
  })
})

const { key, accountId } = await app.account()
const start = (body: unknown) => call('POST', '/api/scan', { key, body })

describe('a target that may not be scanned', () => {
  it.each([
    '',
    'shop',
    '//shop.acme.dev',
    'ftp://shop.acme.dev',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://',
    'http://user:pass@shop.acme.dev',
    'http://127.0.0.1:8787',
    'http://127.1',
    'http://0x7f.1',
    'http://2130706433',
    'http://017700000001',
    'http://127.0.0.1.',
    'http://①②⑦.0.0.1',
    'http://localhost',
    'http://LOCALHOST.',
    'http://app.localhost',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[64:ff9b::a9fe:a9fe]',
    'http://[fd00::1]',
    'http://[fe80::1]',
    'http://0.0.0.0',
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://192.168.0.1',
    'http://100.64.0.1',
    'http://169.254.169.254/latest/meta-data',
    'http://0xa9fea9fe',
    'http://metadata.google.internal',
    'http://printer.local',
    'http://intranet',
    'http://shop.acme.dev:25',
    'https://palisade.example',
    'https://unknown.acme.dev',
    'https://inside.acme.dev',
    'https://half-inside.acme.dev',
    'https://rebind.acme.dev',
  ])('%j', async (target) => {
    const before = app.rooms.begun.size
    for (const path of ['/api/scan', '/api/v1/scan']) {
      const answer = await call('POST', path, { key, body: { target } })
      expect(answer).toMatchObject({ status: 400, json: { code: 'target_not_allowed' } })
    }
    expect(app.rooms.begun.size).toBe(before)
  })

  it.each([
    ['an address of the platform, where no socket may lead', { target_ip: '2606:4700::6810:84e5' }],
    [
      'a form login, since no browser can be led there',
      {
        target_ip: '93.184.216.34',
        auth_config: {
          type: 'form',
          login_url: 'https://a.acme.dev/login',
          username: 'u',
          password: 'p',
          success_url_contains: '/home',
        },
      },
    ],
  ])('has a target_ip that cannot be honoured: %s', async (_, body) => {
    const answer = await start({ target: 'https://a.acme.dev', ...body })
    expect(answer).toMatchObject({ status: 400, json: { code: 'target_ip_unsupported' } })
  })

  it('is not blamed when names cannot be resolved', async () => {
    const answer = await start({ target: 'https://down.acme.dev' })
    expect(answer).toMatchObject({ status: 503, json: { code: 'unavailable' } })
    expect(answer.headers.get('retry-after')).toBe('10')
  })
})

describe('a field that is wrong', () => {
  const target = `https://${freshHost()}`
  const form = { type: 'form', login_url: target, username: 'u', password: 'p' }
  const login = { ...form, success_url_contains: '/home' }
  const many = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`)
  const TABLE: readonly (readonly [path: string, body: object])[] = [
    ['target_url', {}],
    ['target_url', { target_url: 5 }],
    ['target', { target: null }],
    ['url', { url: ['https://a.acme.dev'] }],
    ['target_url', { target_url: `https://a.acme.dev/${'a'.repeat(2048)}` }],
    ['target', { target_url: target, target: 'https://b.acme.dev' }],
    ['url', { target, url: 'https://b.acme.dev' }],
    ['custom_ip', { target, target_ip: '93.184.216.34', custom_ip: '93.184.216.35' }],
    ['target_ip', { target, target_ip: 'shop.acme.dev' }],
    ['target_ip', { target, target_ip: '10.0.0.1' }],
    ['target_ip', { target, custom_ip: '::1' }],
    ['force', { target, force: true }],
    ['auth_config.extra', { target, auth_config: { type: 'token', token: 't', extra: 1 } }],
    ['scan_type', { target, scan_type: 'full' }],
    ['scan_type', { target, scan_type: 1 }],
    ['profile', { target, profile: 'fast' }],
    ['scan_speed', { target, scan_speed: 'ludicrous' }],
    ['request_delay_ms', { target, request_delay_ms: -1 }],
    ['request_delay_ms', { target, request_delay_ms: 5001 }],
    ['request_delay_ms', { target, request_delay_ms: 1.5 }],
    ['request_delay_ms', { target, request_delay_ms: '100' }],
    ['scan_authorized', { target, scan_authorized: 'true' }],
    ['tags', { target, tags: many(21) }],
    ['tags', { target, tags: 'a' }],
    ['tags.0', { target, tags: ['a'.repeat(51)] }],
    ['tags.0', { target, tags: [' '] }],
    ['tags.1', { target, tags: ['a', 'b\nc'] }],
    ['tags.0', { target, tags: [7] }],
    ['notes', { target, notes: 'a'.repeat(2001) }],
    ['notes', { target, notes: 'bell \u0007' }],
    ['excluded_paths', { target, excluded_paths: many(201) }],
    ['excluded_paths.0', { target, excluded_paths: ['a'.repeat(501)] }],
    ['excluded_paths.0', { target, excluded_paths: ['/a\u0000'] }],
    ['excluded_paths', { target, excluded_paths: { a: 1 } }],
    ['custom_headers', { target, custom_headers: ['a'] }],
    ['custom_headers', { target, custom_headers: Object.fromEntries(many(51).map((n) => [n, n])) }],
    ['custom_headers.Host', { target, custom_headers: { Host: 'a' } }],
    ['custom_headers.content-LENGTH', { target, custom_headers: { 'content-LENGTH': '1' } }],
    ['custom_headers.Transfer-Encoding', { target, custom_headers: { 'Transfer-Encoding': 'x' } }],
    ['custom_headers.Connection', { target, custom_headers: { Connection: 'close' } }],
    ['custom_headers.X', { target, custom_headers: { X: 'a\r\nInjected: 1' } }],
    ['custom_headers.X', { target, custom_headers: { X: 'a\u0000' } }],
    ['custom_headers.X', { target, custom_headers: { X: 1 } }],
    ['custom_headers.X', { target, custom_headers: { X: 'a'.repeat(8193) } }],
    ['custom_headers.X: y', { target, custom_headers: { 'X: y': 'a' } }],
    ['custom_headers.', { target, custom_headers: { '': 'a' } }],
    ['custom_headers.x-a', { target, custom_headers: { 'X-A': '1', 'x-a': '2' } }],
    ['auth_config', { target, auth_config: 'token' }],
    ['auth_config.type', { target, auth_config: {} }],
    ['auth_config.type', { target, auth_config: { type: 'basic' } }],
    ['auth_config.token', { target, auth_config: { type: 'token' } }],
    ['auth_config.token', { target, auth_config: { type: 'token', token: 'a\nb' } }],
    ['auth_config.token', { target, auth_config: { type: 'token', token: 'a'.repeat(8193) } }],
    ['auth_config.cookie_string', { target, auth_config: { type: 'cookie', cookie_string: '' } }],
    ['auth_config.success_url_contains', { target, auth_config: form }],
    ['auth_config.login_url', { target, auth_config: { ...login, login_url: '/login' } }],
    ['auth_config.login_url', { target, auth_config: { ...login, login_url: 'http://10.0.0.1' } }],
    ['webhook_url', { target, webhook_url: 'not a url' }],
    ['webhook_url', { target, webhook_url: 'http://hooks.acme.dev' }],
    ['webhook_url', { target, webhook_url: 'https://169.254.169.254' }],
    ['webhook_url', { target, webhook_url: 'https://inside.acme.dev' }],
    ['webhook_url', { target, webhook_url: 'https://u:p@hooks.acme.dev' }],
    ['webhook_format', { target, webhook_format: 'carrier-pigeon' }],
    ['max_duration_s', { target, max_duration_s: 3601 }],
    ['max_requests', { target, profile: 'gate', max_requests: 3001 }],
    ['max_pages', { target, max_pages: 0 }],
    ['max_depth', { target, max_depth: 11 }],
    ['opt_in', { target, opt_in: 'smuggling' }],
    ['opt_in.0', { target, opt_in: ['../x'] }],
    ['', ['https://a.acme.dev']],
  ]

  it.each(TABLE)('is named: %s %j', async (path, body) => {
    const answer = await start(body)
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(answer.json.fields[0]?.path).toBe(path)
    expect(answer.json.fields[0]?.message).toMatch(/\S/)
  })

  it.each(['null', '"text"', '5', 'true'])('is the body itself: %s', async (body) => {
    expect(await start(body)).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
  })

  it.each(['', '{', "{'a':1}", '{"a":1,}', 'NaN', '\ufeff\ufeff{}', '['.repeat(100_000)])(
    'is no JSON at all: %.12j',
    async (body) => {
      expect(await start(body)).toMatchObject({ status: 400, json: { code: 'invalid_json' } })
    },
  )

  it('leaves no trace', async () => {
    expect(await rowsOf('SELECT id FROM scans WHERE account_id = ?', accountId)).toEqual([])
    expect(await rowsOf('SELECT id FROM audit_log WHERE account_id = ?', accountId)).toEqual([])
  })
})
