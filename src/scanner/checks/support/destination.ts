import type { Exchange } from '../../http/exchange.ts'
import { isHtml, isRedirect } from './content.ts'
import { isInside, readElements, type Element } from './markup.ts'

/** Where an answer sends a browser, or could. `text` is the address as written. */
export type Destination = Readonly<{ url: URL; text: string; by: DestinationKind }>
export type DestinationKind = 'Location' | 'Refresh' | 'meta refresh' | 'script' | 'link'

const REFRESH = /^\s*[\d.]+\s*[;,]?\s*(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(\S.*))/i
const SCRIPTED =
  /\blocation(?:\.href)?\s*=\s*(["'`])(.*?)\1|\blocation\.(?:assign|replace)\(\s*(["'`])(.*?)\3/g
const UNSEEN: ReadonlySet<string> = new Set(['template', 'noscript'])

/** Destinations a browser follows by itself, without running script. */
export function followedDestinations(exchange: Exchange): readonly Destination[] {
  const { response } = exchange
  const found: Destination[] = []
  const add = (
    by: DestinationKind,
    text: string | null | undefined,
    base = exchange.request.url.href,
  ) => {
    if (text == null || !URL.canParse(text, base)) return
    found.push({ by, text, url: new URL(text, base) })
  }
  if (isRedirect(response)) {
    // With a Location the body is never shown.
    add('Location', response.headers.get('location'))
    return found
  }
  add('Refresh', refreshTarget(response.headers.get('refresh')))
  if (!isHtml(response)) return found
  const elements = readElements(response.body, { xml: false })
  for (const { attributes } of elements.filter(isRefresh)) {
    add('meta refresh', refreshTarget(attributes['content']), baseOf(exchange, elements))
  }
  return found
}

/** Destinations that take a click or running script: a link, an assignment to location. */
export function offeredDestinations(exchange: Exchange): readonly Destination[] {
  if (isRedirect(exchange.response) || !isHtml(exchange.response)) return []
  const elements = readElements(exchange.response.body, { xml: false })
  const base = baseOf(exchange, elements)
  const links = elements
    .filter(({ name }) => name === 'a' || name === 'area')
    .map(({ attributes }) => ({ by: 'link' as const, text: attributes['href'] }))
  const scripts = elements
    .filter(({ name }) => name === 'script')
    .flatMap(({ text }) => [...text.matchAll(SCRIPTED)])
    .map(([, , assigned, , called]) => ({ by: 'script' as const, text: assigned ?? called }))
  return [...scripts, ...links].flatMap(({ by, text }) => {
    const address = by === 'script' ? text?.replaceAll('\\/', '/') : text
    if (text === undefined || address === undefined || !URL.canParse(address, base)) return []
    return [{ by, text, url: new URL(address, base) }]
  })
}

const isRefresh = (element: Element): boolean =>
  element.name === 'meta' &&
  element.attributes['http-equiv']?.trim().toLowerCase() === 'refresh' &&
  !isInside(element, UNSEEN)

function refreshTarget(value: string | null | undefined): string | null {
  const parts = REFRESH.exec(value ?? '')
  return parts?.[1] ?? parts?.[2] ?? parts?.[3] ?? null
}

function baseOf({ request }: Exchange, elements: readonly Element[]): string {
  const href = elements.find(({ name, attributes }) => name === 'base' && 'href' in attributes)
    ?.attributes['href']
  const own = request.url.href
  return href !== undefined && URL.canParse(href, own) ? new URL(href, own).href : own
}
