import { get, post, type Route } from '../../../kit/app.ts'
import { encode, json, scriptJson } from '../../../kit/html.ts'
import { page } from '../layout.ts'
import { isPlainPath, isWebAddress, moved, ownAddress, param, segment } from '../own.ts'
import { refreshHeader, refreshing, scripted } from './redirects.ts'

const PARTNERS: ReadonlyMap<string, string> = new Map([
  ['maps', '/places'],
  ['ferries', '/files'],
])
const HALLS: ReadonlySet<string> = new Set(['desk', 'places', 'files'])

/** The same ways, each to where the portal means to lead. */
export const redirectTwins: readonly Route[] = [
  get('/away/press', (request) => moved(ownAddress(param(request, 'url'), request) ?? '/')),
  get('/away/library', (request) => {
    const value = param(request, 'url')
    const url = URL.canParse(value) ? new URL(value) : null
    const isListed = url?.protocol === 'https:' && url.host === 'portal.example'
    return moved(isListed ? `https://portal.example${url.pathname}` : '/')
  }),
  get('/away/map', (request) => {
    const value = param(request, 'to')
    return moved(isPlainPath(value) ? value : '/')
  }),
  get('/away/notice', (request) => {
    const value = param(request, 'url')
    const address = isWebAddress(value, request) ? value : '/'
    return page(
      'You are leaving the portal',
      `<p>Do you trust <a href="${encode(address)}" rel="noopener nofollow">this address</a>?</p>
<!-- was: <meta http-equiv="refresh" content="0; url=/away/notice"> -->`,
    )
  }),
  get('/away/partner', (request) => moved(PARTNERS.get(param(request, 'site')) ?? '/')),
  get('/away/login', (request) =>
    moved(`/desk?from=${encodeURIComponent(param(request, 'next'))}`),
  ),
  get('/away/encoded', (request) => moved(`/halls/${encodeURIComponent(param(request, 'to'))}`)),
  get('/continue/own', (request) =>
    refreshHeader('Continue', ownAddress(param(request, 'page'), request) ?? '/'),
  ),
  get('/gateway/own', (request) =>
    refreshing('Gateway', ownAddress(param(request, 'to'), request) ?? '/'),
  ),
  get('/handoff/own', (request) =>
    scripted(
      'Handing over',
      `location = ${scriptJson(ownAddress(param(request, 'next'), request) ?? '/')}`,
    ),
  ),
  post('/prefs/theme', (request) =>
    moved(ownAddress(request.form.get('back') ?? '/', request) ?? '/', 303),
  ),
  get('/forward/*', (request) => {
    const hall = segment(request)
    return moved(HALLS.has(hall) ? `/${hall}` : '/')
  }),
  get('/api/links/show', (request) => json({ location: param(request, 'target') })),
]
