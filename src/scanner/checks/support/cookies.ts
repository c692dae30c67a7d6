import { parseSetCookie } from 'set-cookie-parser'

import type { Exchange } from '../../http/exchange.ts'
import { NOT_SESSION_COOKIE_NAMES, SESSION_COOKIE_NAMES } from '../../payloads/session-cookies.ts'

export type Cookie = Readonly<{
  name: string
  /** The name without the parts that a server makes up per install. */
  stableName: string
  /** The value of the Set-Cookie header, as sent. */
  header: string
  secure: boolean
  httpOnly: boolean
  sameSite: string | undefined
  path: string | undefined
  domain: string | undefined
}>
export type SessionCookie = Cookie &
  Readonly<{
    /** Why it is taken for a session cookie; part of a sentence. */
    because: string
  }>

/** Shortest value that can hold 64 bits of randomness in base64 or hex. */
const LEAST_RANDOM_LENGTH = 11
/** Bits per character; hex digits reach about 3.5 at 16 characters, words and dates stay below 3. */
const LEAST_ENTROPY = 3
const LAST_YEAR_OF_DELETION = 2001

/** The cookies of an answer that keep a session or a login, by name and by the look of the value. */
export const readSessionCookies = (exchange: Exchange): readonly SessionCookie[] =>
  readCookies(exchange).flatMap(({ because, ...cookie }) =>
    because === null ? [] : [{ ...cookie, because }],
  )

/** The cookies that keep something else. */
export const readOtherCookies = (exchange: Exchange): readonly Cookie[] =>
  readCookies(exchange).filter(({ because }) => because === null)

type Judged = Cookie & Readonly<{ because: string | null }>

/** Every cookie that an answer sets; those that it deletes are left out. */
function readCookies({ response }: Exchange): readonly Judged[] {
  if (response.status >= 400) return []
  return response.headers.getSetCookie().flatMap((header) => {
    const [cookie] = parseSetCookie([header], { decodeValues: false, silent: true })
    if (cookie === undefined) return []
    const isDeletion =
      cookie.value === '' ||
      /^"?deleted"?$/i.test(cookie.value) ||
      (cookie.maxAge ?? 1) <= 0 ||
      (cookie.maxAge === undefined &&
        (cookie.expires?.getUTCFullYear() ?? Number.MAX_VALUE) <= LAST_YEAR_OF_DELETION)
    if (isDeletion) return []
    return [
      {
        name: cookie.name,
        stableName: stableName(cookie.name),
        header,
        secure: cookie.secure === true,
        httpOnly: cookie.httpOnly === true,
        sameSite: cookie.sameSite,
        path: cookie.path,
        domain: cookie.domain,
        because: sessionReason(cookie.name, cookie.value),
      },
    ]
  })
}

/** RFC 6265bis, 4.1.3: browsers refuse a prefixed cookie that breaks the rules of its prefix. */
export function prefixFlaw({ name, secure, path, domain }: Cookie): string | null {
  const prefix = /^__(?:host|secure)-/i.exec(name)?.[0].toLowerCase()
  if (prefix === undefined) return null
  const broken = [
    ...(secure ? [] : ['Secure is missing']),
    ...(prefix === '__host-' && path !== '/' ? ['Path is not /'] : []),
    ...(prefix === '__host-' && domain !== undefined ? ['Domain is given'] : []),
  ]
  if (broken.length === 0) return null
  return `Browsers refuse \`${name}\`: ${broken.join(', ')}.`
}

/** What SameSite says; a value that browsers do not know is as good as none. */
export function sameSiteOf({
  sameSite,
}: Cookie): 'strict' | 'lax' | 'none' | 'missing' | 'unknown' {
  const value = sameSite?.toLowerCase()
  if (value === undefined) return 'missing'
  return value === 'strict' || value === 'lax' || value === 'none' ? value : 'unknown'
}

function sessionReason(fullName: string, value: string): string | null {
  const name = fullName.replace(/^__(?:host|secure)-/i, '')
  if (NOT_SESSION_COOKIE_NAMES.some((pattern) => pattern.test(name))) return null
  if (SESSION_COOKIE_NAMES.certain.some((pattern) => pattern.test(name))) {
    return `\`${fullName}\` is a framework's own name for a session cookie`
  }
  if (isJwt(value)) return `the value of \`${fullName}\` is a JSON Web Token`
  const isNamedSo = SESSION_COOKIE_NAMES.probable.some((pattern) => pattern.test(name))
  if (isNamedSo && looksRandom(value))
    return `its name and random value mark \`${fullName}\` as a session cookie`
  return null
}

const isJwt = (value: string): boolean => /^eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*$/.test(value)

export function looksRandom(value: string): boolean {
  const text = value.replace(/%[0-9a-f]{2}/gi, '.')
  if (text.length < LEAST_RANDOM_LENGTH || !/\d/.test(text) || !/[a-z]/i.test(text)) return false
  return entropyOf(text) >= LEAST_ENTROPY
}

/** Shannon entropy in bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((bits, count) => {
    const share = count / text.length
    return bits - share * Math.log2(share)
  }, 0)
}

const stableName = (name: string): string =>
  name.replace(/^(aspsessionid)[a-z]{8}$/i, '$1{}').replace(/[0-9a-f]{8,}/gi, '{}')
