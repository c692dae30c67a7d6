import { LOGIN_SCHEMES, PLACEHOLDER_HOST, PUBLIC_ROLES } from '../../payloads/secrets.ts'
import { all, isPlaceholder, type SecretText } from './secret-text.ts'

const GITHUB = /(?<![A-Za-z0-9_])gh[pousr]_[A-Za-z0-9]{36}(?![A-Za-z0-9_])/g
const GITHUB_PREFIX = 4
const GITHUB_CHECKSUM = 6

/** The last six characters are the CRC-32 of those between, in base 62; made-up tokens fail it. */
export function githubTokens(body: string): readonly SecretText[] {
  return all(body, GITHUB).flatMap(([text]) => {
    const random = text.slice(GITHUB_PREFIX, -GITHUB_CHECKSUM)
    if (base62(crc32(random)) !== text.slice(-GITHUB_CHECKSUM)) return []
    return [
      {
        kind: 'github',
        what: 'token of GitHub',
        text,
        secret: text,
        confidence: 'confirmed' as const,
        reason: 'It has the format of the provider, and its checksum is right.',
        grade: 'high' as const,
      },
    ]
  })
}

function crc32(text: string): number {
  let crc = 0xffffffff
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at)
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
function base62(number: number): string {
  let text = ''
  for (let rest = number; rest > 0; rest = Math.floor(rest / BASE62.length)) {
    text = `${BASE62[rest % BASE62.length] ?? ''}${text}`
  }
  return text.padStart(GITHUB_CHECKSUM, '0')
}

const JWT = /(?<![\w-])eyJ[\w-]{10,1000}\.eyJ[\w-]{10,4000}\.[\w-]{40,1000}(?![\w-])/g
const DAY_S = 86_400
/** Sessions end sooner; what lives longer was put there by somebody. */
const LONG_LIFE_S = 90 * DAY_S

/** `answeredAt`: the date of the answer in ms, NaN where it has none. */
export function webTokens(body: string, answeredAt: number): readonly SecretText[] {
  return all(body, JWT).flatMap(([text]) => {
    const claims = claimsOf(text)
    if (claims === null || PUBLIC_ROLES.has(String(claims.get('role')))) return []
    const life = lifeOf(claims, answeredAt / 1000)
    if (life === 'short' || life === 'over') return []
    const isLong = life === 'long'
    return [
      {
        kind: 'jwt',
        what: 'signed JSON Web Token that stays valid for long',
        text,
        secret: text,
        confidence: isLong ? ('likely' as const) : ('possible' as const),
        reason: isLong
          ? 'It decodes, has a signature and stays valid for months; whether a server takes it was not tried.'
          : 'It decodes and does not say that it ends; whether a server takes it was not tried.',
        grade: 'medium' as const,
      },
    ]
  })
}

type Claims = ReadonlyMap<string, unknown>

function claimsOf(token: string): Claims | null {
  try {
    const [, payload = ''] = token.split('.')
    const value: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return new Map(Object.entries(value ?? {}))
  } catch {
    // Not base64 or not JSON: no token.
    return null
  }
}

/** By the claims of RFC 7519; `unsaid` where the token or the answer does not tell. */
function lifeOf(claims: Claims, now: number): 'long' | 'short' | 'over' | 'unsaid' {
  const [issued, ends] = [claims.get('iat'), claims.get('exp')]
  if (ends === undefined) return 'unsaid'
  if (typeof ends !== 'number' || typeof issued !== 'number') return 'short'
  if (ends - issued < LONG_LIFE_S) return 'short'
  if (ends <= now) return 'over'
  return ends > now ? 'long' : 'unsaid'
}

const LOGIN =
  /:\/\/([^\s/:@"'`<>\\]{1,100}):([^\s/:@"'`<>\\]{3,100})@([\w.-]{1,200}|\[[\da-f:]{2,40}\])/g
const SCHEME = /[a-z][a-z+]{2,15}$/

export function logins(body: string): readonly SecretText[] {
  return all(body, LOGIN).flatMap(
    ({ 0: rest, 1: user = '', 2: password = '', 3: host = '', index }) => {
      const scheme = SCHEME.exec(body.slice(Math.max(0, index - 16), index))?.[0] ?? ''
      if (!LOGIN_SCHEMES.has(scheme) || PLACEHOLDER_HOST.test(host)) return []
      if (isPlaceholder(password) || password === user) return []
      return [
        {
          kind: 'login',
          what: `password in an address of ${scheme}, for the host ${host}`,
          text: `${scheme}${rest}`,
          // Shorter secrets are not masked by themselves.
          secret: password.length < LEAST_MASKED ? `${scheme}${rest}` : password,
          confidence: 'likely' as const,
          reason: 'The address holds a user, a password and a host; no login was tried.',
          grade: 'high' as const,
        },
      ]
    },
  )
}
const LEAST_MASKED = 6
