import { literalOf } from './addresses.ts'
import { hostName } from './target-policy.ts'

const NAME_LENGTH = 253
/** What the URL parser would take for something else than a host, or silently drop. */
const SPELLING = /^[^/\\@?#%*\p{Cc}\p{Z}]+$/u
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const WILDCARD = '*.'

/** A host as scans store it: lower case, punycode, no port. Null when the text is no host. */
export function parseHost(text: string): string | null {
  if (!SPELLING.test(text) || !URL.canParse(`http://${text}/`)) return null
  const url = new URL(`http://${text}/`)
  const hasPort = /:\d*$/.test(text.replace(/^\[.*\]/, ''))
  if (hasPort) return null
  if (literalOf(url) !== null) return url.hostname
  const name = hostName(url)
  const isName = name.length <= NAME_LENGTH && name.split('.').every((label) => LABEL.test(label))
  return isName ? name : null
}

/** An entry of allowed_hosts: a host, or `*.` and a domain whose subdomains it covers. */
export function parseHostEntry(text: string): string | null {
  if (!text.startsWith(WILDCARD)) return parseHost(text)
  const domain = parseHost(text.slice(WILDCARD.length))
  if (domain === null || literalOf(new URL(`http://${domain}/`)) !== null) return null
  return `${WILDCARD}${domain}`
}

export const coversHost = (entry: string, host: string): boolean =>
  entry.startsWith(WILDCARD) ? host.endsWith(entry.slice(1)) : host === entry

/** Whether every host that `inner` covers is covered by one of `outer`. Null covers all. */
export function isWithin(inner: string, outer: readonly string[] | null): boolean {
  if (outer === null) return true
  const bare = inner.startsWith(WILDCARD) ? inner.slice(1) : null
  return outer.some((entry) =>
    bare === null
      ? coversHost(entry, inner)
      : entry.startsWith(WILDCARD) && bare.endsWith(entry.slice(1)),
  )
}
