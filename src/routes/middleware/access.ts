import type { Context, MiddlewareHandler } from 'hono'

import type { LimitName, Scope } from '../../accounts/account.ts'
import { ApiError } from '../../errors.ts'
import type { WindowAnswer, WindowName } from '../../services/ports.ts'
import type { AppEnv } from '../context.ts'

const WINDOW_S = 60

const LIMIT_OF = {
  starts: 'starts_per_minute',
  bulk: 'bulk_per_minute',
  openapi: 'openapi_per_minute',
  reads: 'reads_per_minute',
  writes: 'writes_per_minute',
  exports: 'exports_per_minute',
} as const satisfies Record<WindowName, LimitName>

const POLICY_OF = {
  starts: 'scan-start',
  bulk: 'bulk-start',
  openapi: 'openapi-start',
  reads: 'reads',
  writes: 'writes',
  exports: 'exports',
} as const satisfies Record<WindowName, string>

/** Refuses a key without the scope: 403, after 401 and before any window is counted. */
export function requireScope(scope: Scope): MiddlewareHandler<AppEnv> {
  return async function scopeCheck(c, next) {
    if (!c.get('auth').key.scopes.includes(scope)) {
      throw new ApiError('insufficient_scope', { text: `The API key lacks the scope "${scope}".` })
    }
    await next()
  }
}

/** Counts the request in a window of the account and says in the answer what is left of it. */
export function rateLimit(name: WindowName): MiddlewareHandler<AppEnv> {
  return async function windowCheck(c, next) {
    const answer = await take(c, name)
    if (answer.keyRevoked) throw new ApiError('unauthorized')
    if (!answer.allowed) {
      setHeaders(c, name, answer)
      throw new ApiError('rate_limit_exceeded', { retryAfterS: Math.max(1, answer.resetS) })
    }
    await next()
    setHeaders(c, name, answer)
  }
}

export type Access = {
  /** For an apiKey scheme OpenAPI 3.1 takes the roles that a key needs. */
  security: Record<string, Scope[]>[]
  middleware: MiddlewareHandler<AppEnv>[]
}

/**
 * What every authenticated route spreads into its definition: the scope, then the window
 * (tables.md §5), then `more`; the document cannot say another scope than is asked for.
 */
export const access = (
  scope: Scope,
  window: WindowName,
  ...more: readonly MiddlewareHandler<AppEnv>[]
): Access => ({
  security: [{ ApiKey: [scope] }],
  middleware: [requireScope(scope), rateLimit(window), ...more],
})

function take(c: Context<AppEnv>, name: WindowName): Promise<WindowAnswer> {
  const { account, key } = c.get('auth')
  const deps = c.get('deps')
  const limit = account.limits[LIMIT_OF[name]]
  // Starts and writes ask AccountDO, which also knows at once that a key was revoked (tables.md §8).
  if (name === 'reads' || name === 'exports') return deps.rateLimits.take(name, account.id, limit)
  return deps.account(account.id).window({ name, limit, keyId: key.id })
}

function setHeaders(c: Context<AppEnv>, name: WindowName, answer: WindowAnswer): void {
  if (answer.limit === null) return
  const policy = `"${POLICY_OF[name]}"`
  c.header('RateLimit-Policy', `${policy};q=${answer.limit};w=${WINDOW_S}`)
  c.header('X-RateLimit-Limit', String(answer.limit))
  if (answer.remaining === null) return
  c.header('RateLimit', `${policy};r=${answer.remaining};t=${answer.resetS}`)
  c.header('X-RateLimit-Remaining', String(answer.remaining))
  c.header('X-RateLimit-Reset', String(answer.resetS))
}
