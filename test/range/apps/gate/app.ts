import { randomBytes } from 'node:crypto'
import type { Received, Reply, Start } from '../../kit/app.ts'
import { plainRoutes } from '../../kit/frame.ts'
import { RIGHT_HEADERS } from '../../kit/headers.ts'
import { serve } from '../../kit/listen.ts'
import { corsRoutes, corsTwins } from './cases/cors.ts'
import { crlfRoutes, crlfTwins } from './cases/crlf.ts'
import { hostRoutes, hostTwins } from './cases/hosts.ts'
import { methodRoutes, methodTwins } from './cases/methods.ts'
import { redirectTwins } from './cases/redirect-twins.ts'
import { redirectRoutes } from './cases/redirects.ts'
import { hubRoutes } from './hubs.ts'
import { fallback } from './layout.ts'

/** Guests get a session at the door. */
function finish(reply: Reply, request: Received): Reply {
  const headers = { ...RIGHT_HEADERS, ...reply.headers }
  const isDoor = request.path === '/' || request.path === '/desk'
  if (!isDoor || request.cookies.has('sid')) return { ...reply, headers }
  const cookie = `sid=${randomBytes(16).toString('hex')}; Path=/; HttpOnly; SameSite=Lax`
  return { ...reply, headers: { ...headers, 'set-cookie': cookie } }
}

/** A portal that leads elsewhere, hands out files and answers programs. */
export const start: Start = (options) => {
  const routes = [
    ...plainRoutes('portal.example'),
    ...hubRoutes,
    ...redirectRoutes,
    ...redirectTwins,
    ...crlfRoutes,
    ...crlfTwins,
    ...hostRoutes,
    ...hostTwins,
    ...corsRoutes,
    ...corsTwins,
    ...methodRoutes(),
    ...methodTwins(),
  ]
  return serve({ routes, fallback, finish }, options)
}
