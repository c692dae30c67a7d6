import type { MiddlewareHandler } from 'hono'

import type { AppEnv } from '../context.ts'

/** What every answer carries unless its route has set its own. */
const DEFAULTS = {
  'Cache-Control': 'private, no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
} as const

const HSTS = 'max-age=31536000; includeSubDomains'

export const answerHeaders: MiddlewareHandler<AppEnv> = async function answerHeaders(c, next) {
  await next()
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (!c.res.headers.has(name)) c.header(name, value)
  }
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('API-Version', '1')
  if (c.req.url.startsWith('https:')) c.header('Strict-Transport-Security', HSTS)
}
