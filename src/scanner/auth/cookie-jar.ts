import { getDomain } from 'tldts'

import type { Instant } from '../../report/time.ts'
import { httpDate } from '../http/http-date.ts'

/** A cookie as it was set; `domain` with `isHostOnly` false stands for its subdomains too. */
export type Cookie = Readonly<{
  name: string
  value: string
  domain: string
  isHostOnly: boolean
  path: string
  isSecure: boolean
}>

const MOST_COOKIES = 100
const MOST_CHARS = 4096

/** Cookies as a browser keeps them (RFC 6265), as far as a login needs them: bounded, no third parties. */
export class CookieJar {
  readonly #cookies = new Map<string, Cookie>()

  /** Takes what an answer of `url` sets; what has expired is taken away. */
  store(url: URL, lines: readonly string[], now: Instant): void {
    for (const line of lines) {
      const read = line.length > MOST_CHARS ? null : readCookie(url, line)
      if (read === null) continue
      const { cookie, expiresInMs } = read(now)
      this.put(cookie, expiresInMs <= 0)
    }
  }

  put(cookie: Cookie, isGone = false): void {
    const key = `${cookie.domain} ${cookie.path} ${cookie.name}`
    this.#cookies.delete(key)
    if (!isGone && this.#cookies.size < MOST_COOKIES) this.#cookies.set(key, cookie)
  }

  /** The Cookie header of a request, or null. `anyPath`: of all that the host would ever get. */
  headerFor(url: URL, anyPath = false): string | null {
    const pairs = new Map<string, string>()
    const fitting = [...this.#cookies.values()]
      .filter((cookie) => fits(cookie, url, anyPath))
      .toSorted((a, b) => b.path.length - a.path.length)
    for (const { name, value } of fitting) if (!pairs.has(name)) pairs.set(name, value)
    if (pairs.size === 0) return null
    return [...pairs].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

function fits({ domain, isHostOnly, path, isSecure }: Cookie, url: URL, anyPath: boolean): boolean {
  const { hostname, pathname, protocol } = url
  const isHost = hostname === domain || (!isHostOnly && hostname.endsWith(`.${domain}`))
  const isBelow =
    anyPath ||
    pathname === path ||
    (pathname.startsWith(path) && (path.endsWith('/') || pathname[path.length] === '/'))
  return isHost && isBelow && (!isSecure || protocol === 'https:' || isLoopback(hostname))
}

/** Browsers count this machine as safe for secure cookies. */
const isLoopback = (host: string): boolean => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(host)

/** Null for what no browser would keep: no name, or a domain that is not the answering host's. */
function readCookie(url: URL, line: string) {
  const [pair = '', ...rest] = line.split(';')
  const at = pair.indexOf('=')
  const name = pair.slice(0, Math.max(0, at)).trim()
  if (name === '') return null
  const attributes = new Map<string, string>()
  for (const attribute of rest) {
    const [key = '', ...value] = attribute.split('=')
    attributes.set(key.trim().toLowerCase(), value.join('=').trim())
  }
  const named = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase()
  const isHostOnly = named === '' || named === url.hostname
  const isOwn = isHostOnly || (url.hostname.endsWith(`.${named}`) && getDomain(named) !== null)
  if (!isOwn) return null
  const path = attributes.get('path') ?? ''
  const cookie: Cookie = {
    name,
    value: pair.slice(at + 1).trim(),
    domain: isHostOnly ? url.hostname : named,
    isHostOnly: named === '',
    path: path.startsWith('/') ? path : folderOf(url.pathname),
    isSecure: attributes.has('secure'),
  }
  return (now: Instant) => ({ cookie, expiresInMs: expiresInMs(attributes, now) })
}

const folderOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')))

function expiresInMs(attributes: ReadonlyMap<string, string>, now: Instant): number {
  const maxAge = attributes.get('max-age')
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) * 1000
  const expires = httpDate(attributes.get('expires') ?? '')
  return expires === null ? Infinity : expires - now
}
