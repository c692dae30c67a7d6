import type { Reply, Start } from '../../kit/app.ts'
import { plainRoutes } from '../../kit/frame.ts'
import { policy, RIGHT_HEADERS } from '../../kit/headers.ts'
import { serve } from '../../kit/listen.ts'
import { reflectedRoutes, reflectedTwins } from './cases/reflected.ts'
import { storedTwins } from './cases/stored-twins.ts'
import { storedRoutes } from './cases/stored.ts'
import { trapRoutes } from './cases/traps.ts'
import { hubRoutes } from './hubs.ts'
import { notFound } from './layout.ts'

// Inline code is allowed: the one header that is not right, or no script below could run.
const WEAK_POLICY = policy({ 'script-src': "'self' 'unsafe-inline'" })

const finish = (reply: Reply): Reply => ({
  ...reply,
  headers: { ...RIGHT_HEADERS, 'content-security-policy': WEAK_POLICY, ...reply.headers },
})

/** A forum that shows what its members write; everything is forgotten when it closes. */
export const start: Start = (options) => {
  const routes = [
    ...plainRoutes('forum.example'),
    ...hubRoutes,
    ...storedRoutes(),
    ...storedTwins(),
    ...reflectedRoutes,
    ...reflectedTwins,
    ...trapRoutes(),
  ]
  return serve({ routes, fallback: notFound, finish }, options)
}
