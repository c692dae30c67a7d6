import { get, post, type Reply, type Start } from '../../kit/app.ts'
import { RIGHT_HEADERS, policy } from '../../kit/headers.ts'
import { text } from '../../kit/html.ts'
import { serve } from '../../kit/listen.ts'
import { LISTED_FILES, listingRoutes } from './cases/listing.ts'
import { MAP_FILES } from './cases/sourcemap.ts'
import { openWebRoot } from './disk.ts'
import { notFound } from './layout.ts'
import { SCRIPT_FILES, SITE_PAGES } from './pages.ts'
import { LEFTOVERS } from './leftovers/all.ts'
import { areaRoutes } from './twins/areas.ts'
import { HARMLESS_FILES, HARMLESS_PICTURE } from './twins/files.ts'

/** Right headers everywhere: only what lies about is wrong. A page names its inline script. */
function finish(reply: Reply): Reply {
  const { 'x-inline-script': inlineScript, ...headers } = reply.headers ?? {}
  const right = { ...headers, ...RIGHT_HEADERS }
  if (typeof inlineScript !== 'string') return { ...reply, headers: right }
  const csp = policy({ 'script-src': `'self' ${inlineScript}` })
  return { ...reply, headers: { ...right, 'content-security-policy': csp } }
}

const pathOf = (address: string): string => address.split('?')[0] ?? address

/** The site of a small company with everything that was left in its web root. */
export const start: Start = async (options) => {
  const root = openWebRoot([
    ...LEFTOVERS,
    ...LISTED_FILES,
    ...SCRIPT_FILES,
    ...MAP_FILES,
    ...HARMLESS_FILES.map(({ file }) => file),
    HARMLESS_PICTURE,
  ])
  const routes = [
    ...SITE_PAGES.map(({ path, reply }) => get(pathOf(path), reply)),
    ...root.routes,
    ...listingRoutes(root),
    post('/login.php', () => text('Wrong name or password.', 401)),
    post('/contact.php', () => text('Thank you.'), 'state'),
    get('/logout.php', () => text('Goodbye.'), 'dangerous'),
    get('/robots.txt', () => text('User-agent: *\nDisallow:\n')),
    ...areaRoutes,
  ]
  const app = await serve({ routes, fallback: notFound, finish }, options)
  return {
    ...app,
    close: async () => {
      await app.close()
      root.remove()
    },
  }
}
