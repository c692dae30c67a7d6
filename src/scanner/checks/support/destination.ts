import { LIMITS } from '../../../limits.ts'
import type { Exchange } from '../../http/exchange.ts'
import { REDIRECT_MEMBERS } from '../../payloads/redirects.ts'
import { isHtml, isJson, isRedirect } from './content.ts'
import { findElements, isInside, walkMarkup, type Element } from './markup.ts'
import { navigationsOf } from './script-navigation.ts'
import { isJavaScript } from './script.ts'

/** Where an answer sends a browser, or could. `text` is the address as written. */
export type Destination = Readonly<{ url: URL; text: string; by: DestinationKind }>
export type DestinationKind =
  | 'Location'
  | 'Refresh'
  | 'meta refresh'
  | 'script'
  | 'JSON answer'
  | 'link'

const REFRESH = /^\s*[\d.]+\s*[;,]?\s*(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(\S.*))/i
const SCRIPTED =
  /\blocation(?:\.href)?\s*=\s*(["'`])(.*?)\1|\blocation\.(?:assign|replace)\(\s*(["'`])(.*?)\3/g
/** A member whose value is a string; escapes but that of the slash are rare in addresses. */
const JSON_MEMBER = /"(\w{1,40})"\s{0,20}:\s{0,20}"([^"\n]{1,2048})"/g
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
  // The first one that counts is followed; another cannot undo it.
  // Names of attributes are never escaped: without this one there is nothing to find.
  const [refresh] = /http-equiv/i.test(response.body) ? findElements(response.body, isRefresh) : []
  if (refresh === undefined) return found
  add('meta refresh', refreshTarget(refresh.attributes.get('content')), baseOf(exchange))
  return found
}

/** Destinations that a script of the page goes to at once. Only where the body mentions `about`. */
export function scriptedDestinations(exchange: Exchange, about: string): readonly Destination[] {
  const { response } = exchange
  if (isRedirect(response) || !isHtml(response) || !response.body.includes(about)) return []
  const base = baseOf(exchange)
  const found: Destination[] = []
  const script = (element: Element, code: string): void => {
    const type = element.attributes.get('type')
    if (!isJavaScript(type) || element.attributes.has('src') || !code.includes(about)) return
    for (const text of navigationsOf(code, type?.trim() === 'module')) {
      const url = URL.parse(text, base)
      if (url !== null) found.push({ by: 'script', text, url })
    }
  }
  walkMarkup(response.body, { xml: false }, { script })
  return found
}

/**
 * Destinations that take a click or running script: a link, an assignment to location. Only where
 * the body mentions `about`.
 */
export function offeredDestinations(exchange: Exchange, about: string): readonly Destination[] {
  if (isRedirect(exchange.response) || !exchange.response.body.includes(about)) return []
  if (isJson(exchange.response)) return namedInJson(exchange)
  if (!isHtml(exchange.response)) return []
  const base = baseOf(exchange)
  const found: Record<'script' | 'link', Destination[]> = { script: [], link: [] }
  const add = (by: 'script' | 'link', text: string, address = text): void => {
    const url = URL.parse(address, base)
    if (url !== null) found[by].push({ by, text, url })
  }
  walkMarkup(
    exchange.response.body,
    { xml: false },
    {
      open: ({ name, attributes }) => {
        const href = attributes.get('href')
        if (href !== undefined && (name === 'a' || name === 'area')) add('link', href)
      },
      script: (_element, code) => {
        for (const [, , assigned, , called = ''] of code.matchAll(SCRIPTED)) {
          const text = assigned ?? called
          add('script', text, text.replaceAll('\\/', '/'))
        }
      },
    },
  )
  return [...found.script, ...found.link]
}

/** Addresses of a JSON answer whose names tell a script of the page to go there. */
function namedInJson({ request, response }: Exchange): readonly Destination[] {
  return [...response.body.slice(0, LIMITS.scriptBytes).matchAll(JSON_MEMBER)].flatMap(
    ([, name = '', text = '']) => {
      const url = REDIRECT_MEMBERS.test(name)
        ? URL.parse(text.replaceAll('\\/', '/'), request.url.href)
        : null
      return url === null ? [] : [{ by: 'JSON answer' as const, text, url }]
    },
  )
}

const isRefresh = (element: Element): boolean =>
  element.name === 'meta' &&
  element.attributes.get('http-equiv')?.trim().toLowerCase() === 'refresh' &&
  !isInside(element, UNSEEN)

function refreshTarget(value: string | null | undefined): string | null {
  const parts = REFRESH.exec(value?.slice(0, LIMITS.urlLength) ?? '')
  return parts?.[1] ?? parts?.[2] ?? parts?.[3] ?? null
}

function baseOf({ request, response }: Exchange): string {
  const [base] = findElements(
    response.body,
    ({ name, attributes }) => name === 'base' && attributes.has('href'),
  )
  const own = request.url.href
  return URL.parse(base?.attributes.get('href') ?? '', own)?.href ?? own
}
