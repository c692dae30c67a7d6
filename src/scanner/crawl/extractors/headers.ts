import type { Link } from '../link.ts'
import type { Page } from '../page.ts'
import { refreshUrl } from './refresh.ts'

const LINK_TARGETS = /<([^<>]{1,2048})>/g

/** Location, Content-Location, Refresh and Link, relative to the request. */
export function* headerLinks({ exchange: { request, response } }: Page): Iterable<Link> {
  const base = request.url
  const location = response.headers.get('location')
  if (location !== null) yield { reference: location, source: 'redirect', base }
  const content = response.headers.get('content-location')
  if (content !== null) yield { reference: content, source: 'header:content-location', base }
  const refreshing = response.headers.get('refresh')
  const refresh = refreshing === null ? null : refreshUrl(refreshing)
  if (refresh !== null) yield { reference: refresh, source: 'header:refresh', base }
  for (const [, reference] of response.headers.get('link')?.matchAll(LINK_TARGETS) ?? []) {
    if (reference !== undefined) yield { reference, source: 'header:link', base }
  }
}
