import { getDomain } from 'tldts'

import type { Auth } from '../../accounts/account.ts'
import { classifyAddress, parsePublicIp } from '../../accounts/addresses.ts'
import { coversHost } from '../../accounts/host-names.ts'
import { makePinnedGuard } from '../../accounts/outbound-guard.ts'
import type { TargetPolicy } from '../../accounts/target-policy.ts'
import { isLocalName, parseTarget } from '../../accounts/target-policy.ts'
import { isHostProven } from '../../db/assets.ts'
import { ApiError } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import { isGuardRefusal, type GuardRefusal } from '../../scanner/http/guard-refusal.ts'
import { isPlatformAddress } from '../../scanner/http/platform-addresses.ts'
import type { Guard, Purpose } from '../../scanner/ports.ts'
import type { Deps } from '../deps.ts'
import type { StartInput, StartOptions } from './start-options.ts'

export type TargetDeps = Pick<Deps, 'db' | 'guard' | 'settings' | 'isLocal'>

export const targetPolicyOf = (deps: Pick<Deps, 'isLocal' | 'settings'>): TargetPolicy => ({
  allowLoopback: deps.isLocal,
  // In local mode the service shares its host, the loopback, with what it scans.
  ownHosts: deps.isLocal ? [] : [new URL(deps.settings.PUBLIC_URL).hostname],
})

/** The guard of a scan: with `target_ip` every name means that address, and none is resolved. */
export const guardOf = (
  deps: Pick<Deps, 'guard' | 'isLocal' | 'settings'>,
  targetIp: string | null,
): Guard => (targetIp === null ? deps.guard : makePinnedGuard(targetPolicyOf(deps), targetIp))

/** The target as a URL that may be connected to, or `target_not_allowed` with the reason. */
export async function checkTarget(
  deps: TargetDeps,
  auth: Auth,
  { target, targetIp }: Pick<StartInput, 'target' | 'targetIp'>,
): Promise<URL> {
  const text = target
  const parsed = parseTarget(text, targetPolicyOf(deps))
  if (!parsed.ok) throw notAllowed(parsed.reason)
  const { url } = parsed
  // `host.` and `host` are one host: no limit, list or proof may be passed by with a dot.
  url.hostname = url.hostname.replace(/\.$/, '')
  for (const allowed of [auth.account.allowedHosts, auth.key.allowedHosts]) {
    if (allowed !== null && !allowed.some((entry) => coversHost(entry, url.hostname))) {
      throw notAllowed('The host is not in allowed_hosts.')
    }
  }
  // An address of the start's own choice is looked at by `checkOtherHosts`, as a field of its own.
  if (targetIp === null) await mayConnect(deps, url, 'target', notAllowed)
  return url
}

/** What a start names beside its target, and is wrong whatever the target is. */
export async function checkSharedHosts(deps: TargetDeps, input: StartOptions): Promise<void> {
  if (input.targetIp !== null) checkTargetIp(deps, input.targetIp, input.authConfig)
  if (input.webhook !== null) await checkWebhook(deps, input.webhook.url)
}

/** The other hosts a start names: login page, webhook receiver, address of the target. */
export async function checkOtherHosts(
  deps: TargetDeps,
  auth: Auth,
  input: StartOptions,
  target: URL,
): Promise<void> {
  await checkSharedHosts(deps, input)
  if (input.authConfig?.type === 'form') {
    await checkLogin(deps, auth, input.authConfig.login_url, target)
  }
}

/** Sockets can be led to any public address but the platform's own; a browser to none (tables.md §3). */
function checkTargetIp(deps: TargetDeps, ip: string, login: StartOptions['authConfig']): void {
  const parsed = parsePublicIp(ip, { allowLoopback: deps.isLocal })
  if (!parsed.ok) throw wrongField('target_ip')(parsed.reason)
  const refuse = (text: string) => new ApiError('target_ip_unsupported', { text })
  if (isPlatformAddress(parsed.ip)) {
    throw refuse(
      `The address ${parsed.ip} is Cloudflare's own: no connection there can be led past its proxy.`,
    )
  }
  if (login?.type === 'form') {
    throw refuse(
      'A form login needs a browser, which cannot be led to target_ip; use a cookie or a token.',
    )
  }
}

/** The receiver of a webhook as a URL, or `invalid_request` naming the field `webhook_url`. */
export async function checkWebhook(deps: TargetDeps, text: string): Promise<URL> {
  const refuse = wrongField('webhook_url')
  const parsed = parseTarget(text, targetPolicyOf(deps))
  if (!parsed.ok) throw refuse(parsed.reason)
  if (parsed.url.protocol !== 'https:' && !deps.isLocal) throw refuse('Must be an https URL.')
  await mayConnect(deps, parsed.url, 'webhook', refuse)
  return parsed.url
}

async function checkLogin(deps: TargetDeps, auth: Auth, text: string, target: URL): Promise<void> {
  const refuse = wrongField('auth_config.login_url')
  const parsed = parseTarget(text, targetPolicyOf(deps))
  if (!parsed.ok) throw refuse(parsed.reason)
  const host = parsed.url.hostname.replace(/\.$/, '')
  if (siteOf(host) !== siteOf(target.hostname) && !(await isTrustedLogin(deps, auth, host))) {
    throw new ApiError('authorization_required', {
      text: `The login host ${host} is of another domain than the target: prove that it is yours.`,
    })
  }
  await mayConnect(deps, parsed.url, 'login', refuse)
}

/** Credentials go to another site only when it is proven, or named by the account itself. */
async function isTrustedLogin(deps: TargetDeps, auth: Auth, host: string): Promise<boolean> {
  const named = auth.account.allowedHosts?.some((entry) => coversHost(entry, host)) ?? false
  return named || isProven(deps, auth.account.id, host)
}

/** Proved by the account; in local mode every host of the machine itself is. */
export async function isProven(
  deps: Pick<Deps, 'db' | 'isLocal'>,
  accountId: string,
  host: string,
): Promise<boolean> {
  if (deps.isLocal && isLocalHost(host)) return true
  return isHostProven(deps.db, accountId, host)
}

/** This machine, by whatever name: in local mode it counts as proven (tables.md §7), nowhere else. */
export const isLocalHost = (host: string): boolean =>
  isLocalName(host) || classifyAddress(host.replace(/^\[|\]$/g, '')).kind === 'loopback'

const siteOf = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host

async function mayConnect(
  deps: TargetDeps,
  url: URL,
  purpose: Purpose,
  refuse: (reason: string) => ApiError,
): Promise<void> {
  try {
    await deps.guard.assertMayConnect(url, purpose)
  } catch (error) {
    throw isGuardRefusal(error) ? guardRefused(error, refuse) : error
  }
}

/** The guard's no as an answer: what `refuse` makes of the reason, or 503 where no name resolves. */
export const guardRefused = (
  error: GuardRefusal,
  refuse: (reason: string) => ApiError,
): ApiError =>
  error.reason === 'resolver_unavailable'
    ? new ApiError('unavailable', {
        text: 'Host names cannot be resolved at the moment.',
        retryAfterS: LIMITS.unavailableRetryS,
      })
    : refuse(error.message)

const notAllowed = (reason: string): ApiError =>
  new ApiError('target_not_allowed', { text: `The target may not be scanned: ${reason}` })

export const wrongField =
  (path: string) =>
  (message: string): ApiError =>
    new ApiError('invalid_request', {
      text: `The request is not valid. ${path}: ${message}`,
      fields: [{ path, message }],
    })
