import type { MiddlewareHandler } from 'hono'
import { z } from 'zod'

import { ApiError } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import type { AppEnv } from '../context.ts'
import { idempotencyOf, markReplayed } from '../idempotency.ts'
import { readBody } from './read-json.ts'

const Body = z.record(z.string(), z.unknown())

/**
 * Honours the Idempotency-Key of a POST that creates: after `access`, before the handler. A success
 * is kept for a day and given again; a request that failed may be sent again under its key.
 * `secrets` names members of the answer that are shown once: they are not kept, nor given again.
 */
export function idempotent({
  secrets = [],
  maxBytes = LIMITS.bodyBytes,
}: Readonly<{ secrets?: readonly string[]; maxBytes?: number }> = {}): MiddlewareHandler<AppEnv> {
  return async function idempotencyCheck(c, next) {
    if (c.req.header('idempotency-key') === undefined) return next()
    const idempotency = idempotencyOf(c, await readBody(c, maxBytes))
    if (idempotency === null) return next()
    const { key, bodyHash } = idempotency
    const account = c.get('deps').account(c.get('auth').account.id)
    const claim = await account.claim(key, bodyHash)
    if (claim.kind === 'refused') throw refusalOf(claim)
    if (claim.kind === 'replayed') {
      markReplayed(c)
      return c.body(claim.body, z.literal([200, 201, 202]).parse(claim.status), {
        'content-type': 'application/json',
      })
    }
    await next()
    if (!c.res.ok) return account.dropped(key)
    const body = Body.parse(await c.res.clone().json())
    const kept = Object.entries(body).filter(([name]) => !secrets.includes(name))
    await account.answered(key, c.res.status, JSON.stringify(Object.fromEntries(kept)))
  }
}

const refusalOf = ({ code, retryAfterS }: { code: ApiError['code']; retryAfterS: number | null }) =>
  new ApiError(code, { ...(retryAfterS !== null && { retryAfterS }) })
