import { get, post, type Reply, type Route } from '../../../kit/app.ts'
import { encode, json, text } from '../../../kit/html.ts'
import { page } from '../layout.ts'
import { decode, membersOf, segment, textOf } from '../own.ts'

/** The author writes this line of the head himself; nothing looks at it on its way out. */
const withLine = (reply: Reply, name: string, value: string): Reply => ({
  ...reply,
  rawHeaders: [`${name}: ${value}`],
})
const seeOther = (headers: Readonly<Record<string, string>> = {}): Reply => ({
  ...text('See the next page', 303),
  headers: { 'content-type': 'text/plain', ...headers },
})
const file = (): Reply => ({
  headers: { 'content-type': 'application/octet-stream' },
  body: 'Opening hours: nine to five.\n',
})
const cookieLine = (name: string, value: string): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax`

/** Values that reach lines of the head, past filters that miss a way to end a line. */
export const crlfRoutes: readonly Route[] = [
  get('/lang', ({ query }) =>
    withLine(
      seeOther({ location: '/desk' }),
      'set-cookie',
      cookieLine('lang', query.get('set') ?? 'en'),
    ),
  ),
  // Removes both characters, but only where they stand together.
  get('/open', ({ query }) =>
    withLine(
      seeOther(),
      'location',
      `/halls/${(query.get('section') ?? '').replaceAll('\r\n', '')}`,
    ),
  ),
  // Removes the first of each.
  get('/download', ({ query }) => {
    const name = (query.get('name') ?? '').replace('\r', '').replace('\n', '')
    return withLine(file(), 'content-disposition', `attachment; filename="${name}"`)
  }),
  // Removes all of them, then decodes once more.
  get('/api/status', ({ query }) => {
    const tag = decode((query.get('tag') ?? '').replaceAll(/[\r\n]/g, ''))
    return withLine(json({ up: true }), 'x-request-tag', tag)
  }),
  // Removes CR: a line may end with LF alone (RFC 9112, 2.2).
  post('/region', ({ form }) => {
    const region = (form.get('region') ?? '').replaceAll('\r', '')
    return withLine(seeOther({ location: '/desk' }), 'set-cookie', cookieLine('region', region))
  }),
  get('/campaign/*', (request) => withLine(text('Counted'), 'x-campaign', segment(request))),
  post('/api/labels', ({ json: body }) =>
    withLine(json({ made: true }), 'x-label', textOf(membersOf(body)['label'])),
  ),
]

/** Characters that end lines, and all other controls. */
// oxlint-disable-next-line no-control-regex -- they are what is removed
const CONTROLS = /[\0-\x1f\x7f]/g

/** The same lines, written by hand as well, with values that cannot end them. */
export const crlfTwins: readonly Route[] = [
  get('/lang/safe', ({ query }) => {
    const value = (query.get('set') ?? 'en').replaceAll(CONTROLS, '')
    return withLine(seeOther({ location: '/desk' }), 'set-cookie', cookieLine('lang', value))
  }),
  get('/open/safe', ({ query }) =>
    withLine(seeOther(), 'location', `/halls/${encodeURIComponent(query.get('section') ?? '')}`),
  ),
  get('/download/safe', ({ query }) => {
    const name = encodeURIComponent(query.get('name') ?? '').replaceAll("'", '%27')
    return withLine(file(), 'content-disposition', `attachment; filename*=UTF-8''${name}`)
  }),
  get('/api/status/safe', ({ query }) => {
    const tag = query.get('tag') ?? ''
    if (!/^[\w.-]{1,40}$/.test(tag)) return json({ error: 'bad tag' }, 400)
    return withLine(json({ up: true }), 'x-request-tag', tag)
  }),
  post('/region/safe', ({ form }) => {
    const region = encodeURIComponent(form.get('region') ?? '')
    return withLine(seeOther({ location: '/desk' }), 'set-cookie', cookieLine('region', region))
  }),
  get('/promo/*', (request) =>
    withLine(text('Counted'), 'x-promo', encodeURIComponent(segment(request))),
  ),
  post('/api/notes', ({ json: body }) => json({ said: membersOf(body)['note'] })),
  // It looks like a head, but it is the body.
  get('/headers', ({ query }) =>
    page(
      'What we would send',
      `<pre>HTTP/1.1 200 OK\r\nX-Shown: ${encode(query.get('show') ?? '')}\r\n\r\n</pre>`,
    ),
  ),
]
