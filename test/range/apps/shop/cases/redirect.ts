import { get, post, type Received, type Route } from '../../../kit/app.ts'
import { encode, redirect } from '../../../kit/html.ts'
import { page } from '../../../store/layout.ts'

const param = (request: Received, name: string): string => request.query.get(name) || '/'

/** Open redirects, most of them behind a filter that misses a spelling. */
export const redirectRoutes: readonly Route[] = [
  get('/go', (request) => redirect(param(request, 'next'))),
  // "It starts with a slash, so it is ours": `//host` and `/\host` are not.
  get('/login/return', (request) => {
    const to = param(request, 'to')
    return redirect(to.startsWith('/') ? to : '/')
  }),
  // "It names our host": anywhere will do.
  get('/out', (request) => {
    const url = param(request, 'url')
    const isOurs = url.includes(new URL(request.origin).hostname) || /^\/[a-z]+$/.test(url)
    return redirect(isOurs ? url : '/')
  }),
  get('/away', (request) => {
    const path = param(request, 'path')
    return redirect(/^(https?:)?\/\//.test(path) ? '/' : path)
  }),
  get('/leave', (request) => {
    const url = param(request, 'url')
    return page('On your way', '<p>One moment.</p>', {
      head: `<meta http-equiv="refresh" content="0; url=${encode(url)}">`,
    })
  }),
  post('/currency', ({ form }) => redirect(form.get('return_to') || '/', 303)),
]
