import { createHash } from 'node:crypto'
import { get, on, type Received, type Reply, type Route } from '../../../kit/app.ts'
import { json } from '../../../kit/html.ts'
import { hostOf, PORTAL } from '../own.ts'

const OWN: ReadonlySet<string> = new Set([`https://www.${PORTAL}`, `https://api.${PORTAL}`])
const isOwn = (from: string, { origin }: Received): boolean => OWN.has(from) || from === origin

/** Data that belongs to a session: without one, and to another, the answer is another. */
function personal({ cookies, path }: Received): Reply {
  const sid = cookies.get('sid')
  const guest = sid === undefined ? null : createHash('sha1').update(sid).digest('hex').slice(0, 12)
  return json({ guest, about: path.slice('/api/'.length) })
}

type Lets = (from: string, request: Received) => boolean

/** Reads the Origin header: those that `lets` takes may read with credentials. */
const shared = (path: string, lets: Lets): readonly Route[] => {
  const headersFor = (request: Received): Readonly<Record<string, string>> => {
    const { origin: from } = request.headers
    if (from === undefined || !/^[!-~]+$/.test(from)) return { vary: 'Origin' }
    if (!isOwn(from, request) && !lets(from, request)) return { vary: 'Origin' }
    return {
      vary: 'Origin',
      'access-control-allow-origin': from,
      'access-control-allow-credentials': 'true',
    }
  }
  return [
    get(path, (request) => withHeaders(personal(request), headersFor(request))),
    on('OPTIONS', path, (request) => ({
      status: 204,
      headers: { ...headersFor(request), 'access-control-allow-methods': 'GET' },
      body: '',
    })),
  ]
}

const withHeaders = (reply: Reply, headers: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
})

/** Where a session may be read from, with comparisons that let others in. */
export const corsRoutes: readonly Route[] = [
  ...shared('/api/me', () => true),
  // Any page in a sandboxed frame has this origin.
  ...shared('/api/wallet', (from) => from === 'null'),
  ...shared(
    '/api/inbox',
    (from, { origin }) => from.endsWith(PORTAL) || from.endsWith(hostOf(origin)),
  ),
  ...shared('/api/calendar', (from, { origin }) =>
    [`https://${PORTAL}`, `http://${hostOf(origin)}`].some((own) => from.startsWith(own)),
  ),
  // A dot that is not escaped stands for any character.
  ...shared('/api/documents', (from, { origin }) =>
    [`^https://(?:www|api).${PORTAL}$`, `^http://${hostOf(origin)}(?::\\d+)?$`].some((own) =>
      new RegExp(own).test(from),
    ),
  ),
  ...shared(
    '/api/contacts',
    (from, { origin }) => from.includes(PORTAL) || from.includes(hostOf(origin)),
  ),
]

const DAYS = ['2026-01-01', '2026-05-01']
const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, PUT, DELETE, PATCH',
  'access-control-max-age': '600',
}

export const corsTwins: readonly Route[] = [
  ...shared('/api/account', () => false),
  get('/api/badge', personal),
  // Always the same one, whoever asks.
  get('/api/fixed', (request) =>
    withHeaders(personal(request), {
      'access-control-allow-origin': `https://www.${PORTAL}`,
      'access-control-allow-credentials': 'true',
    }),
  ),
  get('/api/public/status', () =>
    withHeaders(json({ open: true }), { 'access-control-allow-origin': '*' }),
  ),
  on('OPTIONS', '/api/public/status', () => ({ status: 204, headers: PREFLIGHT, body: '' })),
  // Anyone may read it, nobody with credentials.
  get('/api/public/days', ({ headers: { origin = '*' } }) =>
    withHeaders(json({ days: DAYS }), {
      'access-control-allow-origin': /^[!-~]+$/.test(origin) ? origin : '*',
      vary: 'Origin',
    }),
  ),
]
