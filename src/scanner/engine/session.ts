import type { LoginHeaders } from '../auth/login.ts'
import { elementsNamed } from '../crawl/html.ts'
import { pageOf } from '../crawl/page.ts'
import { similarity } from '../http/compare.ts'
import type { Exchange } from '../http/exchange.ts'

/** What tells an answer to somebody logged in from one to a visitor, beside its text. */
export type Look = Readonly<{ status: number; location: string | null }>

/** A page that answers differently to somebody logged in and to a visitor, twice each. */
export type SessionProbe = Readonly<{
  url: string
  in: Look
  out: Look
  /** Text that only the logged in see; null where status or redirect tell. */
  marker: string | null
  /** The visitor was shown a login form there. */
  outHasForm: boolean
}>

/** A login as the units of a scan share it; secret, so it is sealed wherever it is kept. */
export type Session = Readonly<{
  /** Counted from 1: each login of the scan is another one. */
  generation: number
  headers: LoginHeaders
  /** Null: nothing was found that differs, so nobody can tell when it ends. */
  probe: SessionProbe | null
  /** The period of the last one-time code: none is good twice. */
  codeStep: number | null
}>
export type NewSession = Omit<Session, 'generation'>

/** What a unit is told that has seen its session end. */
export type RenewAnswer =
  /** Another unit has logged in since. */
  | Readonly<{ kind: 'session'; session: Session; isShort: boolean }>
  /** It is this unit's turn to log in. `life`: requests that the last session was good for. */
  | Readonly<{ kind: 'login'; life: number; isShort: boolean }>
  | Readonly<{ kind: 'wait' }>
  /** There will be no other: the scan goes on as a visitor, and says so. */
  | Readonly<{ kind: 'lost' }>

/** The place where the units of a scan share their session. `requests`: what the unit has sent. */
export type SessionRoom = Readonly<{
  renew(generation: number, requests: number): Promise<RenewAnswer>
  /** Answers the generation that the session was given. */
  keep(session: NewSession, requests: number): Promise<number>
  lose(reason: string): Promise<void>
  /** False when too many logins have failed at that host within the hour. */
  mayLogin(host: string): Promise<boolean>
  loginFailed(host: string): Promise<void>
}>

export type Verdict = 'in' | 'out' | 'unknown'

export const lookOf = ({ request, response }: Exchange): Look => {
  const location = response.headers.get('location')
  const url = location === null ? null : URL.parse(location, request.url.href)
  return { status: response.status, location: url && `${url.origin}${url.pathname}` }
}

export const isSameLook = (a: Look, b: Look): boolean =>
  a.status === b.status && a.location === b.location

/** Whether an answer to the probe is one to somebody logged in. */
export function judge(probe: SessionProbe, exchange: Exchange): Verdict {
  const look = lookOf(exchange)
  if (isSameLook(probe.in, probe.out)) {
    if (!isSameLook(look, probe.in)) return 'unknown'
    return showsMarker(probe, exchange) ? 'in' : 'out'
  }
  if (isSameLook(look, probe.in)) return 'in'
  return isSameLook(look, probe.out) ? 'out' : 'unknown'
}

/** Whether a page holds what only the logged in see. Lists of files name the same things to everybody. */
export const showsMarker = ({ marker }: SessionProbe, exchange: Exchange): boolean =>
  marker !== null && exchange.response.body.includes(marker) && pageOf(exchange).kind !== 'text'

/** Two answers to one request of somebody logged in are at least so alike. */
const ALIKE = 0.95

/** Whether what was answered then could have been answered to somebody logged in, as it is now. */
export function isAlike(probe: SessionProbe | null, now: Exchange, then: Exchange): boolean {
  const isMarked = (exchange: Exchange): boolean => probe !== null && showsMarker(probe, exchange)
  return isMarked(now) === isMarked(then) && similarity(now, then) >= ALIKE
}

const UNAUTHORIZED = 401
const ERRORS = 400
const NOT_FOUND = 404
/** Paths under which people log in. */
const LOGIN_PATH =
  /log-?in|log-?on|sign-?in|auth|sso|anmeld|einlog|connexion|connecter|acceso|entrar|accedi|inlog|zaloguj/i

/**
 * Signs in any answer that the session may have ended: cheap, and only a reason to look at the probe. A
 * page without the marker is one too, since most sites show it on all of theirs, "not found" as well.
 */
export function looksOut(probe: SessionProbe, exchange: Exchange): boolean {
  const { status, location } = lookOf(exchange)
  if (status === UNAUTHORIZED) return true
  const { pathname } = exchange.request.url
  if (location !== null) {
    if (LOGIN_PATH.test(pathname)) return false
    return location === probe.out.location || LOGIN_PATH.test(new URL(location).pathname)
  }
  if (status >= ERRORS && status !== NOT_FOUND) return status === probe.out.status
  if (pageOf(exchange).kind !== 'html' || showsMarker(probe, exchange)) return false
  return probe.marker !== null || (probe.outHasForm && showsLogin(exchange))
}

/** A field for a password in a page of HTML. */
export const showsLogin = (exchange: Exchange): boolean =>
  /type=["']?password/i.test(exchange.response.body) &&
  elementsNamed(pageOf(exchange).html, 'input').some(
    ({ attributes }) => attributes.get('type')?.toLowerCase() === 'password',
  )
