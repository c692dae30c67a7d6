import { pathTemplate } from '../../report/path-template.ts'
import type { UrlItem } from '../../report/report.ts'
import { LIMITS } from '../../limits.ts'
import { isStaticAsset } from '../crawl/assets.ts'
import { compareText, decodeSegment } from '../crawl/urls.ts'
import { segmentName } from './inputs-place.ts'
import type { Point, SeenCookie } from './unit.ts'

/** Headers that applications log, look up or print, with a value that a browser could send. */
const HEADERS: readonly (readonly [name: string, value: (page: URL) => string])[] = [
  ['user-agent', () => 'Mozilla/5.0'],
  ['referer', ({ origin }) => `${origin}/`],
  ['x-forwarded-for', () => '203.0.113.7'],
]

/**
 * The inputs that no link and no form names: segments of paths, cookies the site has set, and selected
 * headers. One page per path template; headers and cookies on LIMITS.besidePages, shortest first.
 */
export function pointsBeside(
  urls: readonly UrlItem[],
  cookies: readonly SeenCookie[],
): readonly Point[] {
  const pages = pagesOf(urls)
  const byName = new Map(cookies.toSorted(byCookie).map((cookie) => [cookie.name, cookie]))
  const chosen = [...byName.values()].slice(0, LIMITS.besideCookies)
  return [
    ...pages.flatMap(pathPoints),
    ...pages
      .slice(0, LIMITS.besidePages)
      .flatMap((page) => [...headerPoints(page), ...cookiePoints(page, chosen)]),
  ]
}

const byCookie = (a: SeenCookie, b: SeenCookie): number =>
  compareText(a.name, b.name) || compareText(b.value, a.value)

function pagesOf(urls: readonly UrlItem[]): readonly URL[] {
  const byTemplate = new Map<string, URL>()
  const pages = urls
    .filter(({ method, status }) => method === 'GET' && status !== null && status !== 404)
    .map(({ url }) => new URL(url))
    .filter((url) => !isStaticAsset(url))
    .toSorted((a, b) => a.href.length - b.href.length || compareText(a.href, b.href))
  for (const url of pages) {
    const template = url.origin + pathTemplate(url.pathname)
    if (!byTemplate.has(template)) byTemplate.set(template, url)
  }
  return [...byTemplate.values()]
}

const pointAt = (url: URL, kind: Point['kind'], name: string, value: string): Point => ({
  method: 'GET',
  url: url.href,
  body: null,
  contentType: null,
  kind,
  name,
  value,
})

/** A file that runs: its name leads to it, and is no value to it. */
const PROGRAM = /\.(?:php\d?|phtml|aspx?|jspx?|cgi|pl|cfm|do|action)$/i

/**
 * Segments that are values by their look, those with a slash inside, which name no file, and the last:
 * a program may answer for any name there.
 */
function pathPoints(url: URL): readonly Point[] {
  const segments = url.pathname.split('/')
  const templates = pathTemplate(url.pathname).split('/')
  return segments.flatMap((segment, at) => {
    const isValue = templates[at] === '{}' && segment !== '{}'
    const isName = at === segments.length - 1 && !PROGRAM.test(segment)
    const text = decodeSegment(segment)
    if (segment === '' || !(isValue || isName || text.includes('/'))) return []
    return [pointAt(url, 'path', segmentName(at), text)]
  })
}

const headerPoints = (url: URL): readonly Point[] =>
  HEADERS.map(([name, value]) => pointAt(url, 'header', name, value(url)))

const cookiePoints = (url: URL, cookies: readonly SeenCookie[]): readonly Point[] =>
  cookies
    .filter(({ origin }) => origin === url.origin)
    .map(({ name, value }) => pointAt(url, 'cookie', name, value))
