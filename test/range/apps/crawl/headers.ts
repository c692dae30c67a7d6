import type { Exhibit } from './exhibit.ts'

/** An answer that names the resource of its folder in a header and nowhere else. */
const carrier = (id: string, headers: Record<string, string>): Exhibit => ({
  path: `/headers/${id}/by`,
  headers,
  items: [[id, '']],
})

const CARRIERS: readonly Exhibit[] = [
  carrier('link', { link: '<{}>; rel="next"' }),
  carrier('link-many', { link: '</headers/>; rel="up", <{name}>; rel="next"; title="a, b"' }),
  carrier('refresh', { refresh: '5; url={}' }),
  carrier('content-location', { 'content-location': '{name}' }),
  carrier('location', { location: '{}' }),
  carrier('sourcemap', { sourcemap: '{}' }),
  carrier('report-uri', { 'content-security-policy': "default-src 'self'; report-uri {}" }),
  carrier('reporting', { 'reporting-endpoints': 'main="{}"' }),
  carrier('report-to', { 'report-to': '{"max_age":9,"endpoints":[{"url":"{url}"}]}' }),
  carrier('pingback', { 'x-pingback': '{url}' }),
  carrier('hx-redirect', { 'hx-redirect': '{}' }),
  carrier('hx-location', { 'hx-location': '{"path":"{}","target":"#x"}' }),
  carrier('inertia', { 'x-inertia-location': '{url}' }),
  carrier('speculation', { 'speculation-rules': '"{}"' }),
  carrier('cookie-path', { 'set-cookie': 'a=1; Path={}; HttpOnly; SameSite=Lax' }),
]

export const HEADERS: readonly Exhibit[] = [
  {
    path: '/headers/',
    items: CARRIERS.map(({ path }) => [path.slice('/headers/'.length), '<a href="{}">x</a>']),
  },
  ...CARRIERS,
]
