import type { Exchange } from './exchange.ts'
import { headerList } from './header-list.ts'

/** Hides secrets in a text. Applying it twice changes nothing more. */
export type Mask = (text: string) => string

/** Shorter texts are too common to be hidden wherever they occur. */
const LEAST_SECRET = 6
/** From this length on, the first four and last two characters stay, so that people can tell them apart. */
const LEAST_SHOWN = 14

const shown = (secret: string): string =>
  secret.length < LEAST_SHOWN ? '…' : `${secret.slice(0, 4)}…${secret.slice(-2)}`

/** Replaces each secret, as it is and percent-encoded, wherever it stands; longest first. */
export function makeMask(secrets: readonly string[]): Mask {
  const replacements = new Map<string, string>()
  for (const secret of secrets) {
    if (secret.length < LEAST_SECRET || secret.includes('…')) continue
    replacements.set(secret, shown(secret))
    replacements.set(encodeURIComponent(secret.toWellFormed()), shown(secret))
  }
  if (replacements.size === 0) return (text) => text
  const longestFirst = [...replacements.keys()].toSorted((a, b) => b.length - a.length)
  const any = new RegExp(longestFirst.map(escapeRegExp).join('|'), 'g')
  return (text) => text.replace(any, (secret) => replacements.get(secret) ?? '…')
}

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

const SECRET_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'x-auth-token',
  'x-access-token',
  'x-csrf-token',
  'x-xsrf-token',
  'api-key',
])

/**
 * The secrets that an exchange itself shows: session cookies, tokens, keys. Hidden by value, so that
 * evidence that quotes a header stays a literal part of the masked message. What the server only
 * repeats of the request, such as a payload that it put into a cookie, is no secret but evidence.
 */
export function secretsOfExchange(exchange: Exchange): readonly string[] {
  const { request, response } = exchange
  const found: string[] = []
  for (const [name, value] of [...headerList(request.headers), ...headerList(response.headers)]) {
    if (!SECRET_HEADERS.has(name)) continue
    found.push(value.replace(/^(?:bearer|basic|token|digest)\s+/i, ''))
  }
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) found.push(valueOf(pair))
  for (const cookie of response.headers.getSetCookie()) {
    const value = valueOf(cookie.split(';', 1)[0] ?? '')
    if (!isFromRequest(value, exchange)) found.push(value)
  }
  return found
}

const isFromRequest = (value: string, { request }: Exchange): boolean => {
  const sent = `${request.url.search}\n${request.body ?? ''}`
  return [sent, decoded(sent)].some((text) => text.includes(value) || text.includes(decoded(value)))
}

/** Percent-decoded as far as it is well-formed; `+` is a blank. */
const decoded = (text: string): string =>
  text.replaceAll('+', ' ').replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run)
    } catch (error) {
      if (error instanceof URIError) return run
      throw error
    }
  })

const valueOf = (pair: string): string => {
  const at = pair.indexOf('=')
  return at === -1
    ? ''
    : pair
        .slice(at + 1)
        .trim()
        .replace(/^"|"$/g, '')
}
