import { z } from '@hono/zod-openapi'

import { SCOPES } from '../../accounts/account.ts'
import { parseHost, parseHostEntry } from '../../accounts/host-names.ts'
import { LIMITS } from '../../limits.ts'
import { fromIsoSeconds } from '../../report/time.ts'

// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** The name of a key or an account. */
export const Name = z
  .string()
  .trim()
  .max(LIMITS.nameLength, `At most ${LIMITS.nameLength} characters.`)
  .refine((name) => !CONTROL.test(name), 'Must not hold control characters.')

/** At least one of read, scan and manage, in this order. */
export const Scopes = z
  .array(z.enum(SCOPES))
  .min(1, 'Name at least one scope.')
  .max(SCOPES.length)
  .transform((given) => SCOPES.filter((scope) => given.includes(scope)))

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ?$/

/** UTC as the API writes it; a Z at the end is taken too. */
export const Instant = z
  .string()
  .regex(TIME, 'Must be a UTC time such as 2027-01-31T12:00:00.')
  .transform((text) => fromIsoSeconds(text.replace(/Z$/, '')))
  .refine((at) => !Number.isNaN(at), 'There is no such time.')

const HOST_TEXT = 'Must be a host name or address, without scheme, port and path.'

/** One host: no scheme, port or path. Given back as scans store it. */
export const Host = z.string().max(LIMITS.urlLength).transform(orIssue(parseHost, HOST_TEXT))

const HostEntry = z
  .string()
  .max(LIMITS.urlLength)
  .transform(orIssue(parseHostEntry, `${HOST_TEXT} "*." before it covers its subdomains.`))

/** Hosts that may be targets; null: any. An empty list allows none. */
export const AllowedHosts = z
  .array(HostEntry)
  .max(LIMITS.allowedHosts, `At most ${LIMITS.allowedHosts} entries.`)
  .transform((hosts): readonly string[] => [...new Set(hosts)])
  .nullable()

function orIssue(parse: (text: string) => string | null, message: string) {
  return (text: string, context: z.RefinementCtx): string => {
    const parsed = parse(text.trim())
    if (parsed !== null) return parsed
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
}
