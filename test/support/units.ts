import { LIMITS } from '../../src/limits.ts'
import { noBrowser } from '../../src/scanner/browser/port.ts'
import { CHECKS } from '../../src/scanner/checks/index.ts'
import { CALM } from '../../src/scanner/http/back-off.ts'
import { ProbeError, type HttpRequest } from '../../src/scanner/http/exchange.ts'
import type { Observation } from '../../src/scanner/engine/host-pace.ts'
import type { SessionRoom } from '../../src/scanner/engine/session.ts'
import type { World } from '../../src/scanner/engine/unit-context.ts'
import type { Point, UnitPlan, UnitWork } from '../../src/scanner/engine/unit.ts'
import { NO_FEEDS } from '../../src/scanner/feeds.ts'
import { effectiveOptions } from '../../src/services/scans/start-options.ts'

export type Reply = Readonly<{ status?: number; headers?: Record<string, string>; body?: string }>
export type Site = (request: HttpRequest) => Reply

export const ORIGIN = 'https://shop.example'

/** A world in which `site` answers at once, and time passes by a millisecond a look. */
export function makeWorld(site: Site, change: Partial<World> = {}) {
  const sent: string[] = []
  const told: (readonly Observation[])[] = []
  let now = 0
  const world: World = {
    clock: {
      now: () => (now += 1),
      // Heartbeats wait for the end of the unit; all else that sleeps has slept.
      sleep: (_, signal) =>
        signal === undefined
          ? Promise.resolve()
          : new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    },
    outsideNow: Date.now,
    random: (min, max) => min + Math.floor(Math.random() * (max - min + 1)),
    transport: async (request) => {
      sent.push(`${request.method} ${request.url.pathname}`)
      const reply = site(request)
      return {
        status: reply.status ?? 200,
        headers: new Headers({ 'content-type': 'text/html', ...reply.headers }),
        body: reply.body ?? '<p>ok</p>',
        truncated: false,
        elapsedMs: 1,
      }
    },
    guard: { assertMayConnect: async () => [] },
    // No test here speaks TLS: a handshake finds nobody.
    dial: async () => Promise.reject(new ProbeError('unreachable', 'nobody listens')),
    resolver: async () => ({ kind: 'addresses', addresses: ['192.0.2.1'], elapsedMs: 3 }),
    browser: noBrowser,
    log: () => undefined,
    checks: CHECKS,
    feeds: NO_FEEDS,
    userAgent: 'test',
    session: makeRoom(),
    hostPace: () => CALM,
    checkpoint: async (_, seen) => {
      told.push(seen)
      return true
    },
    ...change,
  }
  return { world, sent, told }
}

/** A scan of one unit that keeps one session after the other. */
export function makeRoom(change: Partial<SessionRoom> = {}): SessionRoom {
  let generation = 0
  return {
    renew: async () => ({ kind: 'login', life: 1000, isShort: false }),
    keep: async () => (generation += 1),
    lose: async () => undefined,
    mayLogin: async () => true,
    loginFailed: async () => undefined,
    ...change,
  }
}

export const workOf = (plan: UnitPlan, change: Partial<UnitWork> = {}): UnitWork => ({
  scanId: 's',
  unitId: 'u',
  epoch: 1,
  plan,
  options: effectiveOptions(
    {
      target: `${ORIGIN}/`,
      scanType: 'vuln',
      profile: 'standard',
      targetIp: null,
      excludedPaths: ['/private'],
      authConfig: null,
      customHeaders: {},
      speed: 'normal',
      requestDelayMs: null,
      tags: [],
      notes: '',
      webhook: null,
      notifyEmail: null,
      scanAuthorized: true,
      lowered: { max_duration_s: null, max_requests: null, max_pages: null, max_depth: null },
      optIn: [],
    },
    `${ORIGIN}/`,
  ),
  secrets: { auth_config: null, custom_headers: {}, webhook_url: null },
  session: null,
  origins: [ORIGIN],
  knownPassive: [],
  maxRequests: LIMITS.unitRequests,
  maxInFlight: 5,
  notBefore: 0,
  ...change,
})
export const entry = (path: string) => ({ url: ORIGIN + path, source: 'a[href]', depth: 1 })
export const crawl = (...paths: string[]): UnitPlan => ({
  phase: 'crawl',
  entries: paths.map(entry),
})
export const point = (name: string): Point => ({
  method: 'GET',
  url: `${ORIGIN}/item?${name}=1`,
  body: null,
  contentType: null,
  kind: 'query',
  name,
  value: '1',
})
