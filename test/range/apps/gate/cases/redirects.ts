import { randomBytes } from 'node:crypto'
import { get, post, type Received, type Reply, type Route } from '../../../kit/app.ts'
import { policy } from '../../../kit/headers.ts'
import { encode, json, scriptJson } from '../../../kit/html.ts'
import { page } from '../layout.ts'
import {
  decode,
  isPlainPath,
  isWebAddress,
  membersOf,
  moved,
  ownNames,
  param,
  segment,
  textOf,
} from '../own.ts'

/** A way out behind a filter: where that says no, it leads home. */
const filtered = (
  path: string,
  name: string,
  lets: (value: string, request: Received) => boolean,
): Route =>
  get(path, (request) => {
    const value = param(request, name)
    return moved(isPlainPath(value) || lets(value, request) ? value : '/')
  })

const nameOf = (value: string): string => (URL.canParse(value) ? new URL(value).hostname : '')

const PARTNERS = ['maps.example', 'ferries.example']

const filters: readonly Route[] = [
  // Looks for schemes as people write them.
  filtered('/out/press', 'url', (value) => !/^(?:https?:|ftp:|[\\/]{2})/.test(value)),
  // Two slashes make a host: to a browser, backslashes do too.
  filtered('/out/map', 'to', (value) => value.startsWith('/') && !value.includes('//')),
  // One slash, and no slash of either kind after it: browsers drop a tab between them.
  filtered('/out/survey', 'target', (value) => /^\/(?![\\/])/.test(value)),
  filtered('/out/library', 'url', (value, request) =>
    ownNames(request).some((own) => nameOf(value).startsWith(own)),
  ),
  // Reads the host up to a colon or an @: what stands before an @ is a user.
  filtered('/out/archive', 'url', (value, request) => {
    const [, host = ''] = /^https?:\/\/([^/\\?#:@]+)/i.exec(value) ?? []
    return ownNames(request).includes(host)
  }),
  filtered('/out/branch', 'site', (value, request) =>
    ownNames(request).some((own) => nameOf(value).endsWith(own)),
  ),
  // Checked, then decoded once more.
  get('/out/news', (request) => {
    const value = param(request, 'u')
    return moved(/^\/[\w%/.-]*$/.test(value) && !value.startsWith('//') ? decode(value) : '/')
  }),
  filtered('/out/tool', 'href', (value) => !/^\s*(?:javascript|data):/i.test(value)),
  filtered('/out/partner', 'site', (value) => PARTNERS.some((partner) => value.includes(partner))),
]

/** A page with one script: only a fresh word in the policy lets that run. */
export function scripted(heading: string, code: string): Reply {
  const nonce = randomBytes(16).toString('base64')
  const reply = page(heading, `<p>One moment.</p><script nonce="${nonce}">${code}</script>`)
  const allowed = policy({ 'script-src': `'self' 'nonce-${nonce}'` })
  return { ...reply, headers: { ...reply.headers, 'content-security-policy': allowed } }
}
export const refreshing = (heading: string, to: string): Reply =>
  page(heading, '<p>One moment.</p>', {
    head: `<meta http-equiv="refresh" content="3; url=${encode(to)}">`,
  })
export function refreshHeader(heading: string, to: string): Reply {
  const reply = page(heading, '<p>One moment.</p>')
  const refresh = `0; url=${/^[ -~]*$/.test(to) ? to : '/'}`
  return { ...reply, headers: { ...reply.headers, refresh } }
}

const otherWays: readonly Route[] = [
  get('/continue', (request) => {
    const value = param(request, 'page')
    return refreshHeader('Continue', /http/i.test(value) ? '/' : value)
  }),
  // The filter looks at the first letters, the browser at the first that are no blanks.
  get('/gateway', (request) => {
    const value = param(request, 'to')
    return refreshing('Gateway', /^(?:[a-z]+:|[\\/]{2})/i.test(value) ? '/' : value)
  }),
  // Any web address, but no script.
  get('/handoff', (request) => {
    const value = param(request, 'next')
    const to = isWebAddress(value, request) ? value : '/'
    return scripted('Handing over', `location = ${scriptJson(to)}`)
  }),
  post('/prefs/language', ({ form }) => {
    const back = form.get('back') ?? '/'
    return moved(back.startsWith('/') && !back.startsWith('//') ? back : '/', 303)
  }),
  get('/redirect/*', (request) => {
    const value = segment(request)
    return moved(/^https?:\/\//.test(value) ? value : '/')
  }),
  get('/api/links/open', (request) => leading(param(request, 'target'))),
  // Only a page of the portal can send JSON here.
  post('/api/desk/resume', ({ json: body }) => leading(textOf(membersOf(body)['back']) || '/')),
]

/** Data for programs, with the place where browsers go. */
function leading(to: string): Reply {
  const { headers, status = 302 } = moved(to)
  const reply = json({ location: to }, status)
  return { ...reply, headers: { ...reply.headers, location: headers?.['location'] ?? '/' } }
}

export const redirectRoutes: readonly Route[] = [...filters, ...otherWays]
