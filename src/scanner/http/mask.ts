import type { Exchange } from './exchange.ts'

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

const SECRET_HEADERS: readonly string[] = [
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'x-auth-token',
  'x-access-token',
  'x-csrf-token',
  'x-xsrf-token',
  'api-key',
]

/**
 * The secrets that an exchange itself shows: session cookies, tokens, keys. Hidden by value, so that
 * evidence that quotes a header stays a literal part of the masked message.
 */
export function secretsOfExchange({ request, response }: Exchange): readonly string[] {
  const found: string[] = []
  for (const headers of [request.headers, response.headers]) {
    for (const name of SECRET_HEADERS) {
      const value = headers.get(name)
      if (value !== null) found.push(value.replace(/^(?:bearer|basic|token|digest)\s+/i, ''))
    }
  }
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) found.push(valueOf(pair))
  for (const cookie of response.headers.getSetCookie()) {
    found.push(valueOf(cookie.split(';', 1)[0] ?? ''))
  }
  return found
}

const valueOf = (pair: string): string => {
  const at = pair.indexOf('=')
  return at === -1
    ? ''
    : pair
        .slice(at + 1)
        .trim()
        .replace(/^"|"$/g, '')
}
