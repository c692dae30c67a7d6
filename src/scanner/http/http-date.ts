/** `Date.parse` alone makes a date of "-1" and of "1.5". */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*,? .*\d\d:\d\d:\d\d/

/** A date of a header (RFC 9110, 5.6.7) in ms since 1970; null for what is none. */
export function httpDate(text: string): number | null {
  if (!HTTP_DATE.test(text)) return null
  // oxlint-disable-next-line no-restricted-globals -- parses a given text; reads no clock
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : at
}
