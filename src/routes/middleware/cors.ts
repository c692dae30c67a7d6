import type { MiddlewareHandler } from 'hono'
import { cors as honoCors } from 'hono/cors'

import type { AppEnv } from '../context.ts'

const EXPOSED = [
  'API-Version',
  'Content-Disposition',
  'Deprecation',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
]

// The key travels in a header that no browser adds by itself, so any origin may ask; no cookies.
const open = honoCors({
  origin: '*',
  allowHeaders: [
    'Accept',
    'Content-Type',
    'Idempotency-Key',
    'If-Match',
    'If-None-Match',
    'Last-Event-ID',
    'X-Request-Id',
    'X-Service-Key',
  ],
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposeHeaders: EXPOSED,
  maxAge: 600,
})

/** Local mode answers no other origin: a page on the web must not drive a local scanner. */
export const cors: MiddlewareHandler<AppEnv> = async function cors(c, next) {
  if (c.get('deps').isLocal) return next()
  return open(c, next)
}
