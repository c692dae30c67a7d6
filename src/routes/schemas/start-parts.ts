import { z } from '@hono/zod-openapi'

import { LIMITS } from '../../limits.ts'
import { readTotp } from '../../scanner/auth/totp.ts'

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** What a header may carry over the wire: Latin-1 without control characters but tab. */
const HEADER_VALUE = /^[\t\x20-\x7e\xa0-\xff]*$/
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const CONTROL = /[\u0000-\u001f\u007f]/

/** The connection's own headers: setting them would change what is asked, or of whom. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
])

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

const HeaderValue = z
  .string()
  .refine((value) => bytesOf(value) <= LIMITS.headerValueBytes, 'A header value is at most 8 kB.')
  .refine((value) => HEADER_VALUE.test(value), 'Not a header value: no CR, LF, NUL, only Latin-1.')

export const CustomHeaders = z.record(z.string(), HeaderValue).superRefine((headers, ctx) => {
  const names = Object.keys(headers)
  const refuse = (name: string, message: string) =>
    ctx.addIssue({ code: 'custom', path: [name], message })
  if (names.length > LIMITS.customHeaders) {
    ctx.addIssue({ code: 'custom', message: `At most ${LIMITS.customHeaders} headers.` })
  }
  const seen = new Set<string>()
  for (const name of names) {
    const lower = name.toLowerCase()
    if (!HEADER_NAME.test(name)) refuse(name, 'Not a header name.')
    if (RESERVED_HEADERS.has(lower)) refuse(name, 'This header may not be set.')
    if (seen.has(lower)) refuse(name, 'The header is given twice.')
    seen.add(lower)
  }
})

const Secret = z
  .string()
  .min(1, 'Must not be empty.')
  .refine((text) => bytesOf(text) <= LIMITS.secretBytes, 'At most 8 kB.')
const HeaderSecret = Secret.refine(
  (text) => HEADER_VALUE.test(text),
  'Cannot be sent in a header: no CR, LF, NUL, only Latin-1.',
)

/** An http(s) URL without user info; whether its host may be asked is decided later. */
export const PlainUrl = z
  .string()
  .max(LIMITS.urlLength, `At most ${LIMITS.urlLength} characters.`)
  .refine(isPlainHttpUrl, 'Not an http or https URL without user name and password.')

function isPlainHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:'
  return isHttp && url.username === '' && url.password === ''
}

export const AuthConfigBody = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('cookie'), cookie_string: HeaderSecret }),
  z.strictObject({ type: z.literal('token'), token: HeaderSecret }),
  z.strictObject({
    type: z.literal('form'),
    login_url: PlainUrl,
    username: Secret,
    password: Secret,
    success_url_contains: z.string().min(1, 'Must not be empty.').max(LIMITS.urlLength),
    totp_secret: Secret.refine(
      (text) => readTotp(text) !== null,
      'Neither a base 32 secret nor an otpauth://totp/ URI.',
    ).optional(),
  }),
])

const ExcludedPath = z
  .string()
  .max(LIMITS.excludedPathLength, `At most ${LIMITS.excludedPathLength} characters.`)
  .refine((path) => !CONTROL.test(path), 'A path must not hold control characters.')

/** Lines of a string, or an array (decisions 12); blank ones say nothing, a missing `/` is added. */
export const ExcludedPaths = z
  .union([z.string().transform((text) => text.split(/\r?\n/)), z.array(z.string())])
  .transform((paths) => paths.map((path) => path.trim()).filter((path) => path !== ''))
  .pipe(z.array(ExcludedPath).max(LIMITS.excludedPaths, `At most ${LIMITS.excludedPaths} paths.`))
  .transform((paths) => paths.map((path) => (path.startsWith('/') ? path : `/${path}`)))
