import { LIMITS } from '../../limits.ts'
import { loginByBrowser } from '../auth/browser-login.ts'
import { loginByHttp, openLoginPage } from '../auth/http-login.ts'
import {
  failedLogin,
  leavesHost,
  shownPage,
  type FormLogin,
  type LoginResult,
} from '../auth/login.ts'
import { LeavesHost, type LoginMeans } from '../auth/login-walk.ts'
import { codeOf, readTotp, stepOf } from '../auth/totp.ts'
import { isProbeError, type Send } from '../http/exchange.ts'
import type { Pacer } from '../http/pacer.ts'
import { makeScope, siteOrigins } from '../http/scope.ts'
import { makeSender, type Sender } from '../http/sender.ts'
import type { Guard } from '../ports.ts'
import { visitorHeaders } from './credentials.ts'
import type { Renewed } from './session-keeper.ts'
import type { World } from './unit-context.ts'
import type { UnitWork } from './unit.ts'

export type LogIn = Readonly<{
  /** `codeStep`: the period of the last one-time code. Never throws for what the site does. */
  run(config: FormLogin, codeStep: number | null): Promise<Renewed>
  /** Requests that logins of this unit have sent. */
  spent(): number
}>
type Means = Readonly<{ work: UnitWork; world: World; pacer: Pacer; signal: AbortSignal }>

/**
 * Form logins as a unit makes them: at the pace of the scan, under its excluded paths, behind the guard.
 * The login host and the target are all they reach; headers of the scan go to the target only.
 */
export function makeLogIn(means: Means): LogIn {
  const { work, world } = means
  const senders: Sender[] = []
  const run = async (config: FormLogin, codeStep: number | null): Promise<Renewed> => {
    const loginUrl = new URL(config.login_url)
    if (!(await world.session.mayLogin(loginUrl.hostname))) {
      return { result: tooMany(loginUrl), codeStep }
    }
    const { send, sent } = sendersOf(means, loginUrl)
    senders.push(...sent)
    const codes = makeCodes(config, world, codeStep)
    const target = new URL(work.options.target_url)
    const login = { send, now: world.outsideNow, nextCode: codes.next, target }
    const result = await attempt(login, config, world)
    if (result.kind === 'failed' && result.wasRefused) {
      await world.session.loginFailed(loginUrl.hostname)
    }
    return { result, codeStep: codes.lastStep() }
  }
  return { run, spent: () => senders.reduce((sum, sender) => sum + sender.spent(), 0) }
}

const tooMany = (url: URL): LoginResult =>
  failedLogin(
    `${LIMITS.failedLogins} logins at ${url.hostname} have failed within the last hour; ` +
      'none more is tried, or the account might be locked.',
  )

async function attempt(means: LoginMeans, config: FormLogin, world: World): Promise<LoginResult> {
  try {
    const page = await openLoginPage(means, config)
    if (page.isPlain) return await loginByHttp(page, config)
    const session = await world.browser.open()
    if ('unavailable' in session) {
      const result = await loginByHttp(page, config)
      return result.kind === 'in' ? result : withoutBrowser(result, session.unavailable)
    }
    try {
      return await loginByBrowser(session, means, config)
    } finally {
      await session.close()
    }
  } catch (error) {
    if (error instanceof LeavesHost) return leavesHost(error.url)
    if (!isProbeError(error)) throw error
    const url = new URL(config.login_url)
    return failedLogin(`The login at ${shownPage(url)} broke off: ${error.message}`)
  }
}

/** A page with script may need a browser: what was tried without one proves little. */
const withoutBrowser = (
  result: Extract<LoginResult, { kind: 'failed' }>,
  reason: string,
): LoginResult => ({
  ...result,
  message: `${result.message} The page has script, and it was tried without a browser: ${reason}.`,
})

function sendersOf({ work, world, pacer, signal }: Means, loginUrl: URL) {
  const target = new URL(work.options.target_url)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMITS.loginMs)])
  const senderFor = (origins: readonly string[], credentials: Headers): Sender =>
    makeSender({
      transport: world.transport,
      guard: loginGuard(world.guard),
      scope: makeScope({ origins, excludedPaths: work.options.excluded_paths }),
      pacer,
      clock: world.clock,
      signal: limit,
      maxRequests: LIMITS.loginRequests,
      identity: { userAgent: world.userAgent, scanId: work.scanId },
      credentials,
      dial: world.dial,
    })
  const own = senderFor(siteOrigins(target), visitorHeaders(work.secrets))
  const other = senderFor(siteOrigins(loginUrl), new Headers())
  for (const sender of [own, other]) sender.holdBack(world.hostPace())
  const targetOrigins = new Set(siteOrigins(target))
  const send: Send = (request) =>
    (targetOrigins.has(request.url.origin) ? own : other).send(request)
  return { send, sent: [own, other] }
}

const loginGuard = (guard: Guard): Guard => ({
  assertMayConnect: (url) => guard.assertMayConnect(url, 'login'),
})

/** One-time codes of the secret, none of them twice: sites take each but once (RFC 6238, section 5.2). */
type Time = Pick<World, 'clock' | 'outsideNow'>
function makeCodes(
  { totp_secret: secret }: FormLogin,
  { clock, outsideNow }: Time,
  usedBefore: number | null,
) {
  const totp = secret === undefined ? null : readTotp(secret)
  let used = usedBefore
  if (totp === null) return { next: null, lastStep: () => used }
  const next = async (): Promise<string> => {
    const now = stepOf(totp, outsideNow())
    const step = used === null ? now : Math.max(now, used + 1)
    if (step > now) await clock.sleep(step * totp.periodS * 1000 - outsideNow())
    used = step
    return codeOf(totp, step)
  }
  return { next, lastStep: () => used }
}
