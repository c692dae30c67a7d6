import { get, type Received, type Route } from '../../../kit/app.ts'
import { link, list } from '../../../kit/frame.ts'
import { encode } from '../../../kit/html.ts'
import { page } from '../layout.ts'
import { moved, ownNames } from '../own.ts'

const header = ({ headers }: Received, name: string): string => String(headers[name] ?? '')
/** `http://` and what the header says; without it the portal's own address. */
const site = (request: Received, host: string): string =>
  host === '' ? request.origin : `http://${host}`
/** RFC 7239: `for=192.0.2.1;host=a.example`. */
const forwardedHost = (request: Received): string =>
  /(?:^|[;,\s])host="?([^";,\s]+)/i.exec(header(request, 'forwarded'))?.[1] ?? ''

const recovery = (base: string) =>
  page(
    'No way in?',
    `<p>This is what we would write to you: ${link(`${base}/desk?code=5d1e`, 'choose a new one')}.</p>`,
  )
const agenda = (base: string) =>
  page('Agenda', '<p>The council meets on Monday.</p>', {
    head: `<link rel="canonical" href="${encode(`${base}/agenda`)}">`,
  })
const widgets = (base: string) =>
  page('Widgets', `<script src="${encode(`${base}/assets/widgets.js`)}"></script><p>A clock.</p>`)
const bulletin = (base: string) =>
  page('Bulletin', list([link(`${base}/agenda`, 'Agenda'), link(`${base}/places`, 'Places')]))

/** Addresses made of what the request says about its host. */
export const hostRoutes: readonly Route[] = [
  get('/recover', (request) => recovery(site(request, header(request, 'x-forwarded-host')))),
  get('/agenda', (request) => agenda(site(request, header(request, 'x-host')))),
  get('/start', (request) => moved(`${site(request, header(request, 'x-forwarded-host'))}/desk`)),
  get('/widgets', (request) => widgets(site(request, header(request, 'x-forwarded-host')))),
  get('/bulletin', (request) => bulletin(site(request, forwardedHost(request)))),
]

const SHOWN = ['host', 'x-forwarded-host', 'x-host', 'forwarded'] as const

export const hostTwins: readonly Route[] = [
  get('/recover/own', ({ origin }) => recovery(origin)),
  get('/agenda/own', ({ origin }) => agenda(origin)),
  get('/start/own', () => moved('/desk')),
  // A proxy of ours may name its host; others are not believed.
  get('/widgets/own', (request) => {
    const named = header(request, 'x-forwarded-host')
    const isOwn = ownNames(request).includes(named) || named === new URL(request.origin).host
    return widgets(site(request, isOwn ? named : ''))
  }),
  get('/whereami', (request) =>
    page(
      'Where am I?',
      list(SHOWN.map((name) => `${name}: ${encode(header(request, name)) || 'not said'}`)),
    ),
  ),
]
