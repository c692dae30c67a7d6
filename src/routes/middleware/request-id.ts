import type { MiddlewareHandler } from 'hono'

import type { AppEnv } from '../context.ts'

const SANE = /^[\w.:-]{1,128}$/

/** Takes over a sane X-Request-Id, else makes one; every answer carries it. */
export const requestId: MiddlewareHandler<AppEnv> = async function requestId(c, next) {
  const given = c.req.header('x-request-id')
  const id = given !== undefined && SANE.test(given) ? given : crypto.randomUUID()
  c.set('requestId', id)
  c.set('clientIp', c.req.header('cf-connecting-ip') ?? null)
  await next()
  c.header('X-Request-Id', id)
}
