/** Characters that browsers leave in a URL and RFC 3986 does not know. */
const NOT_IN_URI = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/gu
/** A URL as RFC 3986 spells it; null where the text is none. */
export function uriOf(text: string): string | null {
  const url = URL.parse(text)
  if (url === null) return null
  const start = url.href.length - `${url.pathname}${url.search}${url.hash}`.length
  const rest = url.href.slice(start).replace(/[[\]]/g, encodeURIComponent)
  return (url.href.slice(0, start) + rest).replace(NOT_IN_URI, encodeURIComponent)
}
