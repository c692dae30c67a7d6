import { env } from 'cloudflare:workers'
import { vi } from 'vitest'

import type { AccountLimits, Scope } from '../../src/accounts/account.ts'
import { LIMIT_NAMES } from '../../src/accounts/account.ts'
import { makeGuard } from '../../src/accounts/outbound-guard.ts'
import { isLocalName } from '../../src/accounts/target-policy.ts'
import { failRunningScan } from '../../src/db/scans-write.ts'
import type { Settings } from '../../src/env.ts'
import { createApp } from '../../src/routes/app.ts'
import { clock, clockOffsetMs, setClockOffset } from '../../src/runtime.ts'
import type { ResolveResult, Transport } from '../../src/scanner/ports.ts'
import { createAccount } from '../../src/services/accounts/create-account.ts'
import type { CreateAccountInput } from '../../src/services/accounts/create-account.ts'
import { createKey } from '../../src/services/accounts/create-key.ts'
import type { Actor } from '../../src/services/audit/entry.ts'
import { authenticate } from '../../src/services/auth/authenticate.ts'
import { makeKeyCache } from '../../src/services/auth/key-cache.ts'
import type { Deps } from '../../src/services/deps.ts'
import type { BeginRequest, ScanRoom } from '../../src/services/ports.ts'
import { targetPolicyOf } from '../../src/services/scans/target-checks.ts'
import { makeDeps, randomBytes } from '../../src/wiring.ts'
import { makeFakeWeb } from './support/fake-web.ts'
import { makeTurns } from './support/turns.ts'

/** Moves the one clock that the Worker and its objects read. */
export const advance = (ms: number): void => setClockOffset(clockOffsetMs() + ms)
export const now = (): number => clock.now()

/** From here on time passes by `advance` alone, however slow the machine is. */
export function freezeClock(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 10) })
}

export const UNLIMITED: AccountLimits = {
  starts_per_minute: null,
  bulk_per_minute: null,
  openapi_per_minute: null,
  reads_per_minute: null,
  writes_per_minute: null,
  exports_per_minute: null,
  scans_per_day: null,
  assets: null,
  concurrent_scans: null,
  unfinished_jobs: null,
  keys: null,
  domain_cooldown: null,
}
if (Object.keys(UNLIMITED).length !== LIMIT_NAMES.length) throw new Error('A limit is missing')

const PUBLIC: ResolveResult = { kind: 'addresses', addresses: ['93.184.216.34'], elapsedMs: 1 }
const addresses = (...list: string[]): ResolveResult => ({ ...PUBLIC, addresses: list })

/** What the fake resolver says; any other name is public. */
const NAMES: Readonly<Record<string, ResolveResult>> = {
  'unknown.acme.dev': { kind: 'nxdomain' },
  'down.acme.dev': { kind: 'unavailable', message: 'no answer' },
  'inside.acme.dev': addresses('10.0.0.8'),
  'half-inside.acme.dev': addresses('93.184.216.34', '169.254.169.254'),
  'rebind.acme.dev': addresses('127.0.0.1'),
}

export type FakeRooms = Readonly<{
  begun: ReadonlyMap<string, BeginRequest>
  erased: readonly string[]
  /** Failures asked for: the next `begin` throws, or every `wake` does. */
  faults: { begin: boolean; wake: boolean }
  forget(scanId: string): void
}>

function makeRooms(deps: () => Deps): FakeRooms & { room: (scanId: string) => ScanRoom } {
  const begun = new Map<string, BeginRequest>()
  const erased: string[] = []
  const faults = { begin: false, wake: false }
  const end = async (scanId: string, code: 'aborted' | 'deadline_exceeded') => {
    const known = begun.get(scanId)
    if (!known) return false
    const error = { code, message: 'Ended by the test.' }
    const ended = await failRunningScan(deps().db, known, error, now())
    await deps().account(known.accountId).release(scanId, false)
    return ended
  }
  const room = (scanId: string): ScanRoom => ({
    begin: async (request) => {
      if (faults.begin) throw new Error('The object could not be reached')
      begun.set(scanId, request)
    },
    abort: async () => ((await end(scanId, 'aborted')) ? 'aborted' : 'not_running'),
    fail: async () => void (await end(scanId, 'deadline_exceeded')),
    wake: async () => {
      if (faults.wake) throw new Error('The object could not be reached')
      return begun.has(scanId)
    },
    erase: async () => {
      erased.push(scanId)
      begun.delete(scanId)
    },
    events: async () => new Response(null, { status: 404 }),
  })
  return { begun, erased, faults, room, forget: (scanId) => void begun.delete(scanId) }
}

export type Call = Readonly<{
  key?: string
  /** Sent as JSON unless it is a string already. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
}>
/** The members of answers that tests look at one by one; whole bodies are compared as they are. */
type Body = Readonly<{
  code: string
  error: string
  fields: readonly { path: string; message: string }[]
  message: string
  options: Readonly<{ auth_config: unknown }>
  paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  request_id: string
  scan_authorized: boolean
  scan_id: string
  target_url: string
}>
export type Answer = Readonly<{
  status: number
  headers: Headers
  text: string
  json: Body
}>

export type HarnessOptions = Readonly<{
  isLocal?: boolean
  settings?: Partial<Settings>
  /** Begin scans in the real ScanDO. */
  hasRealScans?: boolean
  transport?: Transport
}>

/** The whole app over the real D1, R2 and AccountDO; scans, names and logs are the test's own. */
export function makeHarness(options: HarnessOptions = {}) {
  const real = makeDeps(env)
  const isLocal = options.isLocal ?? false
  const settings = { ...real.settings, ...options.settings }
  const resolver = async (host: string) =>
    isLocal && isLocalName(host) ? addresses('127.0.0.1') : (NAMES[host] ?? PUBLIC)
  const rooms = makeRooms(() => deps)
  const web = makeFakeWeb()
  const turns = makeTurns(() => deps)
  const logged: string[] = []
  const deps: Deps = {
    ...real,
    isLocal,
    settings,
    resolver,
    resolveTxt: web.resolveTxt,
    transport: options.transport ?? web.transport,
    guard: makeGuard({ policy: targetPolicyOf({ isLocal, settings }), resolver, clock }),
    account: (accountId) => ({ ...real.account(accountId), ...turns.room }),
    sendTurns: async (accountIds) => void turns.asked.push(...accountIds),
    scan: options.hasRealScans ? real.scan : rooms.room,
    log: (event, fields) => void logged.push(JSON.stringify({ event, ...fields })),
  }
  const app = createApp(() => deps)

  async function call(method: string, path: string, given: Call = {}): Promise<Answer> {
    const headers = new Headers({ 'content-type': 'application/json', ...given.headers })
    if (given.key !== undefined) headers.set('x-service-key', given.key)
    const { body } = given
    const init = { method, headers, ...(body !== undefined && { body: textOf(body) }) }
    const response = await app.request(path, init, env)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    const { status } = response
    return { status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null }
  }

  const world = { ...deps, randomBytes }
  const account = async (given: Partial<CreateAccountInput> = {}) =>
    createAccount(world, {
      email: 'owner@acme.dev',
      plan: 'gold',
      limits: UNLIMITED,
      authorizationConfirmed: { at: '2026-11-20T10:00:00', by: 'owner@acme.dev', ip: null },
      ...given,
    })
  const key = async (
    accountId: string,
    given: Partial<{ scopes: Scope[]; expiresAt: number; allowedHosts: string[] }> = {},
  ) => createKey(world, { accountId, name: 'test', scopes: ['read', 'scan', 'manage'], ...given })

  /** Who asks with a key, for verbs that are called without the routes. */
  const actor = async (text: string): Promise<Actor> => {
    const auth = await authenticate(deps, makeKeyCache(), text)
    if (auth === null) throw new Error('The key does not open')
    return { auth, clientIp: null }
  }

  return { app, deps, rooms, turns, web, logged, call, account, key, actor }
}
export type Harness = ReturnType<typeof makeHarness>

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

/** Every row of every table, as text: what must not hold a secret. */
export async function dumpDatabase(): Promise<string> {
  const tables = await env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'
     AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'd1_%'`,
  ).all<{ name: string }>()
  const dumps = tables.results.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}"`).all())
  return JSON.stringify((await Promise.all(dumps)).map((dump) => dump.results))
}

export const rowsOf = async (query: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(query)
      .bind(...values)
      .all()
  ).results

/** Hosts of the tests' own, so that no file meets another's dedup or cooldown. */
let hosts = 0
export const freshHost = (): string => `site-${(hosts += 1)}.acme.dev`
