import { LIMITS } from '../../limits.ts'

/** Names that tell a visit apart, not a page. */
const TRACKING =
  /^(?:utm_[a-z]+|gclid|fbclid|msclkid|dclid|yclid|mc_[ce]id|_ga|_gl|phpsessid|jsessionid|aspsessionid[a-z]*|cfid|cftoken)$/i
const PATH_SESSION = /;(?:jsessionid|phpsessid|sid)=[^/;?]*/gi

/** What a query stands for by itself: nothing to decode, nothing that separates pieces. */
const VERBATIM = /^[^%+&\x80-\uffff]*$/

/** The name of one raw `name=value` piece of a query, decoded as forms are. */
export const decodePiece = (piece: string): readonly [name: string, value: string] => {
  if (VERBATIM.test(piece)) {
    const at = piece.indexOf('=')
    return at === -1 ? [piece, ''] : [piece.slice(0, at), piece.slice(at + 1)]
  }
  // The leading & keeps a leading ? from being dropped.
  const [pair] = new URLSearchParams(`&${piece}`)
  return pair ?? ['', '']
}

/** A path segment without percent-encoding; broken sequences become U+FFFD. */
export const decodeSegment = (segment: string): string =>
  VERBATIM.test(segment) ? segment : decodePiece(`v=${segment.replaceAll('&', '%26')}`)[1]

/**
 * The page that a reference found on `base` points to: absolute, http or https, no fragment, no
 * user info, no session id or campaign parameter. Null when it is none, or longer than
 * LIMITS.urlLength.
 */
export function pageUrl(reference: string, base: URL): URL | null {
  if (reference.length > LIMITS.urlLength) return null
  const url = URL.parse(reference.trim(), base.href)
  if (url === null || !/^https?:/.test(url.href)) return null
  clean(url)
  return url.href.length > LIMITS.urlLength ? null : url
}

/** Asks for a part, which costs as much as a parse, only where the text shows that there is one. */
function clean(url: URL): void {
  const { href } = url
  if (href.includes('#')) url.hash = ''
  if (href.includes('@')) {
    url.username = ''
    url.password = ''
  }
  if (href.includes(';')) url.pathname = url.pathname.replaceAll(PATH_SESSION, '')
  if (href.includes('?')) url.search = withoutTracking(url.search)
}

function withoutTracking(search: string): string {
  const pieces = search.slice(1).split('&')
  const kept = pieces.filter((piece) => piece !== '' && !TRACKING.test(decodePiece(piece)[0]))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** What two URLs of the same page have in common: the order of parameters does not matter. */
export function dedupeKey(url: URL): string {
  const { href } = url
  if (!/[?#@]/.test(href)) return href
  if (url.search === '') return url.origin + url.pathname
  const pieces = url.search.slice(1).split('&').sort()
  return `${url.origin}${url.pathname}?${pieces.join('&')}`
}

/** Code-unit order: the same on every machine, whatever its language. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** True where a text that may be a URL is one for sure: a scheme, or a path from the root. */
export const looksLikeUrl = (text: string): boolean => /^(?:https?:\/\/|\/(?!\/))\S*$/i.test(text)
