import { get, on, post, type Received, type Reply, type Route } from '../../../kit/app.ts'
import { links, list } from '../../../kit/frame.ts'
import { encode, text } from '../../../kit/html.ts'
import { fallback, form, notAllowed, offers, page } from '../layout.ts'
import { moved } from '../own.ts'

const KEPT = 500
type Shelf = Map<string, string>

const put = (shelf: Shelf, name: string, content: string): void => {
  shelf.set(name, content)
  const [, second] = shelf.keys()
  if (shelf.size > KEPT && second !== undefined) shelf.delete(second)
}

/** What lies in a folder of the portal, by path; text only, whatever was sent. */
const folder = (path: string, heading: string, shelf: Shelf): readonly Route[] => [
  get(path, () =>
    page(heading, links([...shelf.keys()].slice(0, 20).map((name) => [name, name] as const))),
  ),
  get(`${path}*`, (request) => {
    const content = shelf.get(request.path)
    return content === undefined ? fallback(request) : text(content)
  }),
]
const stores = (path: string, shelf: Shelf): readonly Route[] => [
  on(
    'PUT',
    `${path}*`,
    ({ path: name, body }) => {
      const isNew = !shelf.has(name)
      put(shelf, name, body)
      return { status: isNew ? 201 : 204, body: '' }
    },
    'state',
  ),
]

/** Files that anybody may write and remove. */
function share(): readonly Route[] {
  const shelf: Shelf = new Map([['/share/readme.txt', 'Leave here what others may need.']])
  const remove = (request: Received): Reply =>
    shelf.delete(request.path) ? { status: 204, body: '' } : { ...fallback(request), status: 404 }
  const offer = () => offers('GET, HEAD, OPTIONS, PUT, DELETE')
  return [
    ...folder('/share/', 'Shared files', shelf),
    ...stores('/share/', shelf),
    // What a scan has put there it may take away, this it may not.
    on('DELETE', '/share/readme.txt', remove, 'dangerous'),
    on('DELETE', '/share/*', remove, 'state'),
    on('OPTIONS', '/share/*', offer),
  ]
}

/** Takes files too, but does not say so. */
function inbox(): readonly Route[] {
  const shelf: Shelf = new Map([['/inbox/welcome.txt', 'Welcome.']])
  return [...folder('/inbox/', 'Letters', shelf), ...stores('/inbox/', shelf)]
}

/** RFC 9110, 9.3.8: the request as it came, with all its headers. */
function echoed({ method, path, query, headers }: Received): Reply {
  const search = query.size > 0 ? `?${query.toString()}` : ''
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${[value].flat().join(', ')}`,
  )
  const first = `${method} ${path}${search} HTTP/1.1`
  return {
    headers: { 'content-type': 'message/http' },
    body: `${[first, ...lines].join('\r\n')}\r\n\r\n`,
  }
}
const diagnosis: readonly Route[] = [
  get('/diagnosis', () => page('Diagnosis', '<p>For those who look after the portal.</p>')),
  on('TRACE', '/diagnosis', echoed),
  on('OPTIONS', '/diagnosis', () => offers('GET, HEAD, OPTIONS, TRACE')),
]

/** A WebDAV folder (RFC 4918) that asks nobody who they are. */
function dav(): readonly Route[] {
  const shelf: Shelf = new Map([['/dav/plans/', '']])
  const entry = (href: string): string =>
    `<d:response><d:href>${encode(href)}</d:href><d:propstat><d:prop><d:resourcetype><d:collection/>` +
    '</d:resourcetype></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>'
  const listing = (): Reply => ({
    status: 207,
    headers: { 'content-type': 'application/xml; charset=utf-8' },
    body: `<?xml version="1.0" encoding="utf-8"?>
<d:multistatus xmlns:d="DAV:">${['/dav/', ...shelf.keys()].map(entry).join('')}</d:multistatus>`,
  })
  const make = ({ path }: Received): Reply => {
    if (shelf.has(path)) return notAllowed('OPTIONS, PROPFIND')
    put(shelf, path, '')
    return { status: 201, body: '' }
  }
  const offer = () => offers('GET, HEAD, OPTIONS, PROPFIND, MKCOL', { dav: '1' })
  return [
    get('/dav/', () => page('Plans', list([...shelf.keys()].slice(0, 20).map(encode)))),
    on('PROPFIND', '/dav/*', listing),
    on('MKCOL', '/dav/*', make, 'state'),
    on('OPTIONS', '/dav/*', offer),
  ]
}

/** A page of lines. The rule against PUT stands in front of the header that asks for it. */
function notes(path: string, first: string, obeys: boolean): readonly Route[] {
  let lines = [first]
  return [
    get(path, () => page('Garden', form(path, { text: 'Sow' }) + list(lines.map(encode)))),
    post(
      path,
      ({ form, headers }) => {
        const line = (form.get('text') ?? '').slice(0, 200)
        const asked = obeys ? headers['x-http-method-override'] : undefined
        if (asked === 'PUT') {
          lines = [line]
          return { status: 204, body: '' }
        }
        if (asked !== undefined && asked !== 'POST') return notAllowed('GET, HEAD, POST, PUT')
        lines = [...lines.slice(0, 1), ...lines.slice(1).slice(-KEPT), line]
        return moved(path, 303)
      },
      'state',
    ),
  ]
}

export const methodRoutes = (): readonly Route[] => [
  ...share(),
  ...inbox(),
  ...diagnosis,
  ...dav(),
  ...notes('/notes/garden', 'Cut the hedge', true),
]

const ALL = 'GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE, TRACE, PROPFIND, MKCOL'

/** Much is offered, or said to be done; nothing is. */
export const methodTwins = (): readonly Route[] => [
  get('/archive/', () => page('Archive', '<p>Closed since last year.</p>')),
  on('OPTIONS', '/archive/*', () => offers(ALL)),
  get('/archive/*', fallback),
  on('*', '/archive/*', () => notAllowed(ALL)),
  on('*', '/kiosk', () => page('Kiosk', '<p>Newspapers, and a place to sit.</p>')),
  get('/sandbox/', () => page('Sandbox', '<p>For trying out; nothing stays.</p>')),
  on('PUT', '/sandbox/*', () => ({ status: 201, body: 'Created' })),
  on('DELETE', '/sandbox/*', () => ({ status: 204, body: '' })),
  ...notes('/tasks/garden', 'Water the beans', false),
]
