import { get, post, type Reply, type Start } from '../../kit/app.ts'
import { text } from '../../kit/html.ts'
import { serve } from '../../kit/listen.ts'
import { LISTED_FILES, listingRoutes } from './cases/listing.ts'
import { MAP_FILES } from './cases/sourcemap.ts'
import { openWebRoot } from './disk.ts'
import { notFound } from './layout.ts'
import { SCRIPT_FILES, SITE_PAGES } from './pages.ts'
import { LEFTOVERS } from './leftovers/all.ts'
import { HARMLESS_FILES, HARMLESS_PICTURE, areaRoutes } from './twins.ts'

const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

const policy = (inlineScript: string | undefined): string =>
  [
    "default-src 'none'",
    `script-src 'self'${inlineScript === undefined ? '' : ` ${inlineScript}`}`,
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Right headers everywhere: only what lies about is wrong here. */
function finish(reply: Reply): Reply {
  const { 'x-inline-script': inlineScript, ...headers } = reply.headers ?? {}
  const csp = policy(typeof inlineScript === 'string' ? inlineScript : undefined)
  return { ...reply, headers: { ...headers, ...HEADERS, 'content-security-policy': csp } }
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
