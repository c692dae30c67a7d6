import { randomBytes } from 'node:crypto'
import type { Received, Reply, Start } from '../../kit/app.ts'
import { serve } from '../../kit/listen.ts'
import { catalogueRoutes } from '../../store/catalogue.ts'
import { openStore } from '../../store/database.ts'
import { assetRoutes, dangerousRoutes, hubRoutes } from '../../store/hubs.ts'
import { notFound } from '../../store/layout.ts'
import { twinRoutes } from '../../store/twins.ts'
import { redirectRoutes } from './cases/redirect.ts'
import { sqliRoutes } from './cases/sqli.ts'
import { vcsRoutes } from './cases/vcs.ts'
import { xssRoutes } from './cases/xss.ts'

// Says a lot and forbids nothing: inline code, eval and every host are allowed.
const WEAK_CSP = "default-src * data:; script-src * 'unsafe-inline' 'unsafe-eval'"

/** The session cookie has no HttpOnly and no SameSite; the policy is for show. */
function finish(reply: Reply, request: Received): Reply {
  const isPage = String(reply.headers?.['content-type'] ?? '').startsWith('text/html')
  if (!isPage) return reply
  const headers = { ...reply.headers, 'content-security-policy': WEAK_CSP }
  if (request.path !== '/' && request.path !== '/login') return { ...reply, headers }
  if (request.cookies.has('sid')) return { ...reply, headers }
  const cookie = `sid=${randomBytes(16).toString('hex')}; Path=/`
  return { ...reply, headers: { ...headers, 'set-cookie': cookie } }
}

/** A server-rendered shop with the usual flaws; `truth.ts` lists them. */
export const start: Start = (options) => {
  const database = openStore()
  const routes = [
    ...hubRoutes,
    ...catalogueRoutes(database),
    ...assetRoutes,
    ...dangerousRoutes,
    ...twinRoutes(database),
    ...sqliRoutes(database),
    ...xssRoutes,
    ...redirectRoutes,
    ...vcsRoutes,
  ]
  return serve({ routes, fallback: notFound, finish }, options)
}
