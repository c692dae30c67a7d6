import type { Received, Reply } from '../../kit/app.ts'

/** The name under which the town runs the portal; here it answers on loopback. */
export const PORTAL = 'portal.example'

export const param = (request: Received, name: string): string => request.query.get(name) || '/'
export const hostOf = (origin: string): string => new URL(origin).hostname
/** The names that the portal takes for its own. */
export const ownNames = ({ origin }: Received): readonly string[] => [PORTAL, hostOf(origin)]

/** A path of plain words, as most links of the portal are. */
export const isPlainPath = (value: string): boolean => /^\/(?:[a-z]+\/?)*$/.test(value)

/** A tab may stand in a header (RFC 9110, 5.5), other control characters may not. */
export function moved(location: string, status = 302): Reply {
  const isHeader = /^[\t -~]*$/.test(location)
  return isHeader
    ? { status, headers: { location, 'content-type': 'text/plain' }, body: 'Moved' }
    : { status: 400, headers: { 'content-type': 'text/plain' }, body: 'Bad address' }
}

/** The address as a browser will read it, if it is one of ours or of the public name; else null. */
export function ownAddress(value: string, { origin }: Received): string | null {
  if (!URL.canParse(value, origin)) return null
  const url = new URL(value, origin)
  const isOwn = url.origin === origin || url.origin === `https://${PORTAL}`
  return isOwn ? url.href : null
}

export function isWebAddress(value: string, { origin }: Received): boolean {
  return URL.canParse(value, origin) && /^https?:$/.test(new URL(value, origin).protocol)
}

/** Text as its author meant it; as it came where it is not well encoded. */
export function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

export const segment = ({ path }: Received): string => decode(path.split('/')[2] ?? '')

export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
