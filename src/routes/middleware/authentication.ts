import type { MiddlewareHandler } from 'hono'

import { ApiError } from '../../errors.ts'
import { authenticate } from '../../services/auth/authenticate.ts'
import type { KeyCache } from '../../services/auth/key-cache.ts'
import type { AppEnv } from '../context.ts'

/** Decisions 67: none of these shows account data. */
const PUBLIC_PATHS = [/^\/api\/docs(?:\/|$)/, /^\/api\/openapi\.json$/, /^\/api\/health$/]

/** A browser's EventSource cannot send the key: the route itself checks the ticket. */
const TICKET_PATH = /^\/api\/scan\/[^/]+\/progress$/

/** Sets `auth`, or answers 401 with one text whatever is wrong with the key (decisions 48). */
export function authentication(cache: KeyCache): MiddlewareHandler<AppEnv> {
  return async function authentication(c, next) {
    const key = c.req.header('x-service-key')
    if (PUBLIC_PATHS.some((path) => path.test(c.req.path))) return next()
    if (key === undefined && TICKET_PATH.test(c.req.path) && c.req.query('ticket')) return next()
    const auth = key === undefined ? null : await authenticate(c.get('deps'), cache, key)
    if (auth === null) throw new ApiError('unauthorized')
    c.set('auth', auth)
    c.set('forgetKeys', () => cache.forgetAccount(auth.account.id))
    await next()
  }
}
