import { randomBytes } from 'node:crypto'
import { get, type Received, type Reply, type Route, type Start } from '../../kit/app.ts'
import { securityTxt } from '../../kit/frame.ts'
import { RIGHT_HEADERS } from '../../kit/headers.ts'
import { serve } from '../../kit/listen.ts'
import { catalogueRoutes } from '../../store/catalogue.ts'
import { openStore } from '../../store/database.ts'
import { assetRoutes, dangerousRoutes, hubRoutes } from '../../store/hubs.ts'
import { notFound, page } from '../../store/layout.ts'
import { twinRoutes } from '../../store/twins.ts'
import { rightRoutes } from './right.ts'

/** Every answer carries the headers; the session cookie is as strict as plain http allows. */
function finish(reply: Reply, request: Received): Reply {
  const headers = { ...reply.headers, ...RIGHT_HEADERS }
  const isEntry = request.path === '/' || request.path === '/login'
  if (!isEntry || request.cookies.has('sid')) return { ...reply, headers }
  const cookie = `sid=${randomBytes(16).toString('hex')}; Path=/; HttpOnly; SameSite=Lax`
  return { ...reply, headers: { ...headers, 'set-cookie': cookie } }
}

const theme: Route = get('/theme', ({ query }) => {
  const chosen = query.get('set') === 'dark' ? 'dark' : 'light'
  const reply = page('Theme', `<p>The ${chosen} theme is on.</p>`)
  const cookie = `theme=${chosen}; Path=/; SameSite=Lax`
  return { ...reply, headers: { ...reply.headers, 'set-cookie': cookie } }
})

/** The shop's twin: the same addresses, every one of them done right. */
export const start: Start = (options) => {
  const database = openStore()
  const routes = [
    ...hubRoutes,
    ...catalogueRoutes(database),
    ...assetRoutes,
    ...dangerousRoutes,
    ...twinRoutes(database),
    ...rightRoutes(database),
    theme,
    securityTxt('healthy.example'),
  ]
  return serve({ routes, fallback: notFound, finish }, options)
}
