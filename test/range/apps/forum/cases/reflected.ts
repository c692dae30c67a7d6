import { get, post, type Received, type Reply, type Route } from '../../../kit/app.ts'
import { encode, json, redirect, scriptJson, text } from '../../../kit/html.ts'
import { partValue } from '../../../kit/multipart.ts'
import { page } from '../layout.ts'

/** Text as its author meant it; as it came where it is not well encoded. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

const segment = ({ path }: Received): string => decode(path.split('/')[2] ?? '')
const cookie = ({ cookies }: Received, name: string): string => decode(cookies.get(name) ?? 'plain')
const header = ({ headers }: Received, name: string): string => decode(String(headers[name] ?? ''))
const svg = (label: string): Reply =>
  text(
    `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20"><text y="15">${label}</text></svg>`,
    200,
    'image/svg+xml',
  )

/** A page that reads a cookie, and gives it to those who have none. */
const cookiePage = (path: string, name: string, show: (value: string) => string): Route =>
  get(path, (request) => {
    const reply = page('A place to rest', show(cookie(request, name)))
    if (request.cookies.has(name)) return reply
    return { ...reply, headers: { ...reply.headers, 'set-cookie': cookieLine(name, 'plain') } }
  })
const cookieLine = (name: string, value: string): string =>
  `${name}=${encodeURIComponent(value)}; Path=/; HttpOnly; SameSite=Lax`

/** Shows parts of the request without the encoding that their place needs. */
export const reflectedRoutes: readonly Route[] = [
  get('/tags/*', (request) => page('Tag', `<p>Threads about ${segment(request)}: none yet.</p>`)),
  // Browsers leave single quotes in a path as they are, too.
  get('/cards/*', (request) => {
    const name = encode(segment(request)).replaceAll('&#39;', "'")
    return page('Card', `<div data-user='${name}'>A member of the forum.</div>`)
  }),
  post('/avatar/preview', ({ parts }) =>
    page('Preview', `<p>This is how ${partValue(parts, 'nickname')} will look.</p>`),
  ),
  cookiePage('/lounge', 'skin', (skin) => `<div class="skin-${skin}">Sit down.</div>`),
  // Plants whatever it is given: so any link can choose the cookie of the lounge.
  get('/skin', ({ query }) => {
    const reply = redirect('/lounge', 303)
    const line = cookieLine('skin', query.get('set') ?? 'plain')
    return { ...reply, headers: { ...reply.headers, 'set-cookie': line } }
  }),
  // The author of the page before decides its address, and how much of it is sent.
  get('/where', (request) =>
    page('Where from?', `<p>You came from ${header(request, 'referer') || 'nowhere'}.</p>`),
  ),
  // No other site can choose this header for its visitors.
  get('/browser', (request) =>
    page('Your browser', `<p>It says: ${header(request, 'user-agent')}.</p>`),
  ),
  // Quotes get a backslash, backslashes get none.
  get('/find', ({ query }) => {
    const term = (query.get('q') ?? '').replaceAll(/[<>\n\r]/g, '').replaceAll(/['"]/g, '\\$&')
    return page('Find', `<script>window.term = '${term}'</script><p>No thread found.</p>`)
  }),
  get('/portrait', ({ query }) => svg(query.get('label') ?? '')),
]

/** The same places with the right encoding. */
export const reflectedTwins: readonly Route[] = [
  get('/topics/*', (request) =>
    page('Topic', `<p>Threads about ${encode(segment(request))}: none yet.</p>`),
  ),
  get('/visitors/*', (request) =>
    page('Visitor', `<div data-user='${encode(segment(request))}'>A visitor.</div>`),
  ),
  post('/avatar/check', ({ parts }) =>
    page('Check', `<p>This is how ${encode(partValue(parts, 'nickname'))} will look.</p>`),
  ),
  cookiePage('/corner', 'mood', (mood) => `<div class="mood-${encode(mood)}">Sit down.</div>`),
  get('/came-from', (request) =>
    page('Where from?', `<p>You came from ${encode(header(request, 'referer'))}.</p>`),
  ),
  get('/client', (request) =>
    page('Your client', `<p>It says: ${encode(header(request, 'user-agent'))}.</p>`),
  ),
  get('/search', ({ query }) =>
    page(
      'Search',
      `<script>window.term = ${scriptJson(query.get('q') ?? '')}</script><p>No thread found.</p>`,
    ),
  ),
  get('/emblem', ({ query }) => svg(encode(query.get('label') ?? ''))),
  get('/api/echo', ({ query }) => json({ said: query.get('text') })),
]
