import { LIMITS } from '../../limits.ts'
import { ProbeError, type Send } from '../http/exchange.ts'
import type { Pacer } from '../http/pacer.ts'
import type { Scope } from '../http/scope.ts'
import { makeSender, type Sender } from '../http/sender.ts'
import { makeStopwatch } from '../http/stopwatch.ts'
import type { LoginHeaders } from '../auth/login.ts'
import { credentialsOf, visitorHeaders } from './credentials.ts'
import { makeLogIn, type LogIn } from './log-in.ts'
import { SessionKeeper } from './session-keeper.ts'
import type { Session } from './session.ts'
import type { World } from './unit-context.ts'
import type { SessionResult, UnitWork } from './unit.ts'

/** What a unit of a scan with credentials has beside one without. */
export type UnitSession = Readonly<{
  send: Send
  /** Asks as a visitor does, to compare. */
  anonymous: Send
  logIn: LogIn['run']
  /** The session that was just made; from now on it is looked after. */
  adopt(session: Session): void
  /** The last look at the end of the unit. */
  finish(): Promise<void>
  mustRepeat(): boolean
  /** The unit was made for sessions that last: what is left of it is for narrower ones. */
  isTooWide(): boolean
  result(): SessionResult
  /** Time that the unit waited for logins. */
  waitedMs(): number
  /** Requests beside those of the unit's own sender. */
  spent(): number
}>
export type SessionMeans = Readonly<{
  work: UnitWork
  world: World
  scope: Scope
  sender: Sender
  pacer: Pacer
  signal: AbortSignal
  /** The session has changed, and with it what is to be hidden. */
  onHeaders(headers: LoginHeaders): void
}>

/** Null for a scan without credentials. */
export function makeUnitSession(means: SessionMeans): UnitSession | null {
  const { work, world, sender } = means
  const auth = work.secrets.auth_config
  if (auth === null) return null
  const logIn = makeLogIn(means)
  const visitor = visitorOf(means)
  const waiting = makeStopwatch(world.clock)
  const keeper = new SessionKeeper(
    {
      send: sender.send,
      setHeaders: (headers) => {
        sender.setCredentials(credentialsOf(work.secrets, headers))
        means.onHeaders(headers)
      },
      room: world.session,
      logIn: auth.type === 'form' ? ({ codeStep }) => logIn.run(auth, codeStep) : null,
      clock: world.clock,
      waiting,
      spent: sender.spent,
    },
    work.session,
  )
  const most = work.maxRequests - reserveOf(work)
  const send: Send = async (request) => {
    if (sender.spent() >= most) {
      throw new ProbeError('budget', 'What is left of the unit is kept for its session.')
    }
    return keeper.send(request)
  }
  return {
    send,
    anonymous: visitor.send,
    logIn: logIn.run,
    adopt: (session) => keeper.adopt(session),
    finish: () => keeper.finish(),
    mustRepeat: () => keeper.mustRepeat,
    isTooWide: () => keeper.isShort && work.maxInFlight > 1,
    result: keeper.result,
    waitedMs: waiting.totalMs,
    spent: () => logIn.spent() + visitor.spent(),
  }
}

/** Requests of a unit that are kept for looking at the probe and for asking again. */
const reserveOf = ({ maxRequests, session }: UnitWork): number =>
  session?.probe ? Math.min(LIMITS.sessionReserve, Math.floor(maxRequests / 3)) : 0

/** A sender with the headers of the scan, and none that log in. */
const visitorOf = ({ work, world, scope, pacer, signal }: SessionMeans): Sender =>
  makeSender({
    transport: world.transport,
    guard: world.guard,
    scope,
    pacer,
    clock: world.clock,
    signal,
    maxRequests: LIMITS.sessionReserve,
    identity: { userAgent: world.userAgent, scanId: work.scanId },
    credentials: visitorHeaders(work.secrets),
    dial: world.dial,
  })
