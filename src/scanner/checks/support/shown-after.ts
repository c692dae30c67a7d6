import { pathTemplate } from '../../../report/path-template.ts'
import { pageUrl } from '../../crawl/urls.ts'
import type { Exchange, HttpRequest } from '../../http/exchange.ts'
import { isRedirect } from './content.ts'

/** A value that names an entry; what was sent, repeated in the address, does not look like that. */
const ID = /^[\w-]{1,64}$/

/**
 * Where to look for what was just sent: on the page that showed such a value before, or, where every
 * entry has a page of its own, on the page of this kind that the answer leads to.
 */
export function shownAfter(shownAt: HttpRequest, { request, response }: Exchange): HttpRequest {
  const location = isRedirect(response) ? response.headers.get('location') : null
  const landed = location === null ? null : pageUrl(location, request.url)
  return landed !== null && isSameKind(landed, shownAt.url) ? { ...shownAt, url: landed } : shownAt
}

const isSameKind = (page: URL, known: URL): boolean =>
  page.origin === known.origin &&
  pathTemplate(page.pathname) === pathTemplate(known.pathname) &&
  [...page.searchParams].every(([name, value]) => known.searchParams.has(name) && ID.test(value))
