import { LIMITS } from '../../limits.ts'
import type { Instant } from '../../report/time.ts'
import type { Clock, Guard, Transport } from '../ports.ts'
import {
  ACCEPTED,
  isProbeError,
  NO_HEADERS,
  ProbeError,
  type Exchange,
  type HttpRequest,
  type ProbeFailure,
  type Send,
} from './exchange.ts'
import { HostHealth, type OriginSeen } from './host-health.ts'
import { socketAddress } from './choose-transport.ts'
import type { Dial } from './h1/connection.ts'
import type { Pacer } from './pacer.ts'
import { makeRestraint, waitOf, type HostPace } from './restraint.ts'
import type { Scope } from './scope.ts'
import { talkOver } from './talk.ts'

export type SenderOptions = Readonly<{
  transport: Transport
  guard: Guard
  scope: Scope
  pacer: Pacer
  clock: Clock
  signal: AbortSignal
  maxRequests: number
  identity: Readonly<{ userAgent: string; scanId: string }>
  /** Log the scan in, or were asked for by the user; `send` allows in-scope origins only. */
  credentials: Headers
  onExchange?: (exchange: Exchange) => void
  /** Opens the plain connections of `talk`. */
  dial: Dial
}>

/**
 * Two turns with the host and port of a URL, as bytes: what a handshake needs. Behind the same scope,
 * guard, pace and budget as a request. Throws ProbeError as `Send` does.
 */
export type Talk = (
  url: URL,
  bytes: Uint8Array,
  isDone: (got: Uint8Array) => boolean,
) => Promise<Uint8Array>

/**
 * What a request must pass that somebody else sends, as a browser: the same scope, excluded paths,
 * guard and budget. Counts it, and gives the headers that it must carry. Throws as `Send` does.
 */
export type Admit = (url: URL) => Promise<Headers>

export type Sender = Readonly<{
  send: Send
  talk: Talk
  admit: Admit
  /** From now on these log the scan in. */
  setCredentials(credentials: Headers): void
  /** Requests that left, whether answered or not. */
  spent(): number
  /** What was seen of each origin since the last call. */
  health(): readonly OriginSeen[]
  /** What the host's other visitors have learned, beside what this unit learns itself. */
  holdBack(host: HostPace): void
}>

/** A refusal that names a wait this short is waited for once; a longer one is the answer. */
const PATIENCE_MS = 5000
/** Requests that start within this time end their wait at the same instant, none too early. */
const TOGETHER_MS = 250
const UNANSWERED: ReadonlySet<ProbeFailure> = new Set(['timeout', 'unreachable'])

/**
 * Everything that stands before and after a request of the scan. In this order: abort, budget,
 * scope, excluded paths, the guard, the pace. Throws ProbeError and nothing else.
 */
export function makeSender(options: SenderOptions): Sender {
  const { scope, guard, pacer, signal, maxRequests } = options
  let ownHeaders = headersOf(options, options.credentials)
  const health = new HostHealth()
  const timeLimit = makeTimeLimit(options)
  const restraint = makeRestraint(options)
  let spent = 0

  const once = (request: HttpRequest): Promise<Exchange> =>
    pacer.run(async () => {
      if (signal.aborted) throw new ProbeError('aborted', 'The unit was told to stop.')
      if (spent >= maxRequests) throw outOfBudget(maxRequests)
      spent += 1
      return exchangeOf(options, request, { health, timeLimit, restraint })
    }, signal)

  const send: Send = async (plain) => {
    if (signal.aborted) throw new ProbeError('aborted', 'The unit was told to stop.')
    if (spent >= maxRequests) throw outOfBudget(maxRequests)
    const { url } = plain
    assertInScope(scope, url)
    assertTarget(scope, plain)
    await guard.assertMayConnect(url, 'target')
    const request = identified(plain, ownHeaders)
    const exchange = await once(request)
    const waitMs = waitOf(exchange, options.clock.now())
    if (waitMs === null || waitMs > PATIENCE_MS || spent >= maxRequests) return exchange
    // In its turn: the pace waits as long as the host has asked.
    return once(request)
  }
  const talk: Talk = async (url, bytes, isDone) => {
    if (spent >= maxRequests) throw outOfBudget(maxRequests)
    if (!scope.isInScope(url)) {
      throw new ProbeError('out_of_scope', `${url.origin} is out of scope.`)
    }
    const address = socketAddress(url, await guard.assertMayConnect(url, 'target'))
    return pacer.run(async () => {
      if (signal.aborted) throw new ProbeError('aborted', 'The unit was told to stop.')
      spent += 1
      const turn = { bytes, isDone, signal: timeLimit() }
      return talkOver(options.dial, { ...address, tls: null }, turn)
    }, signal)
  }
  const admit: Admit = async (url) => {
    if (signal.aborted) throw new ProbeError('aborted', 'The unit was told to stop.')
    if (spent >= maxRequests) throw outOfBudget(maxRequests)
    assertInScope(scope, url)
    spent += 1
    await guard.assertMayConnect(url, 'target')
    return ownHeaders
  }
  const setCredentials = (credentials: Headers): void => {
    ownHeaders = headersOf(options, credentials)
  }
  return {
    send,
    talk,
    admit,
    setCredentials,
    spent: () => spent,
    health: () => health.take(),
    holdBack: (host) => restraint.holdBack(host),
  }
}

function assertInScope(scope: Scope, url: URL): void {
  if (!scope.isInScope(url)) throw new ProbeError('out_of_scope', `${url.origin} is out of scope.`)
  if (scope.isExcluded(url)) throw new ProbeError('excluded', `${url.pathname} is excluded.`)
}

/** A raw target is held to the scope as a URL is; in absolute form it could name another host. */
function assertTarget(scope: Scope, { wire }: HttpRequest): void {
  const target = wire?.target
  if (target === undefined) return
  if (!/^[/*]/.test(target)) throw new ProbeError('out_of_scope', `${target} is no path.`)
  if (scope.isExcludedTarget(target)) throw new ProbeError('excluded', `${target} is excluded.`)
}

const outOfBudget = (maxRequests: number): ProbeError =>
  new ProbeError('budget', `The budget of ${maxRequests} requests is used up.`)

/** What every request carries: who we are, and what logs the scan in. */
function headersOf({ identity }: SenderOptions, credentials: Headers): Headers {
  const headers = new Headers(ACCEPTED)
  for (const [name, value] of credentials) headers.set(name, value)
  headers.set('user-agent', credentials.get('user-agent') ?? identity.userAgent)
  headers.set('x-scan-id', identity.scanId)
  return headers
}

/**
 * The check's own headers win over credentials, or it could not test them. Requests without any
 * share one object: nobody changes the headers of a request that was sent.
 */
function identified(request: HttpRequest, ownHeaders: Headers): HttpRequest {
  const isBare = request.headers === NO_HEADERS || request.headers.keys().next().done === true
  if (isBare) return { ...request, headers: ownHeaders }
  const headers = new Headers(ownHeaders)
  for (const [name, value] of request.headers) {
    const login = name === 'cookie' ? ownHeaders.get('cookie') : null
    headers.set(name, login === null ? value : withCookies(login, value))
  }
  return { ...request, headers }
}

/** The check's cookies beside those that log the scan in; of the same name, the check's. */
function withCookies(login: string, own: string): string {
  const nameOf = (pair: string): string => pair.split('=', 1)[0]?.trim() ?? ''
  const names = new Set(own.split(';').map(nameOf))
  const kept = login.split(';').filter((pair) => !names.has(nameOf(pair)))
  return [...kept.map((pair) => pair.trim()), own].join('; ')
}

/**
 * The signal that ends a request: the unit's, or that of its time. Requests that start together share
 * one, since a timer and two signals cost as much as a quick request, and stay until they fire.
 */
function makeTimeLimit({ clock, signal }: SenderOptions): () => AbortSignal {
  let shared = signal
  let until: Instant | null = null
  return () => {
    const now = clock.now()
    if (until === null || now >= until) {
      until = now + TOGETHER_MS
      const timeout = AbortSignal.timeout(LIMITS.requestTimeoutMs + TOGETHER_MS)
      shared = AbortSignal.any([signal, timeout])
    }
    return shared
  }
}

type Means = Readonly<{
  health: HostHealth
  timeLimit: () => AbortSignal
  restraint: ReturnType<typeof makeRestraint>
}>

async function exchangeOf(
  { transport, clock, onExchange }: SenderOptions,
  request: HttpRequest,
  { health, timeLimit, restraint }: Means,
): Promise<Exchange> {
  const startedAt = clock.now()
  try {
    const response = await transport(request, {
      signal: timeLimit(),
      maxBytes: LIMITS.responseBytes,
    })
    const exchange = { request, response }
    health.answered(exchange, restraint.learn(exchange, startedAt))
    onExchange?.(exchange)
    return exchange
  } catch (error) {
    if (isProbeError(error) && UNANSWERED.has(error.kind)) {
      health.unanswered(request.url.origin)
    }
    throw error
  }
}
