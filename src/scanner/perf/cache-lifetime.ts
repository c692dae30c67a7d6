import { httpDate } from '../http/http-date.ts'

/**
 * How long a browser may use an answer without asking again, in seconds (RFC 9111, 4.2.1): 0 where it
 * must ask, null where the answer says nothing and each browser guesses.
 */
export function cacheLifetime(headers: Headers): number | null {
  const directives = (headers.get('cache-control') ?? '')
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim())
  if (directives.some((name) => /^no-(?:store|cache)(?:=|$)/.test(name))) return 0
  const ages = directives.flatMap((text) => /^max-age="?(\d{1,10})"?$/.exec(text)?.[1] ?? [])
  const [age] = ages
  if (age !== undefined) return Number(age)
  const expires = headers.get('expires')
  if (expires === null) return null
  const end = httpDate(expires)
  const start = httpDate(headers.get('date') ?? '')
  // An Expires that is no date, often `0` or `-1`, means that it has expired.
  if (end === null) return 0
  return start === null ? null : Math.max(0, Math.round((end - start) / 1000))
}
