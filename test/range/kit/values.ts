import type { Received, Reply } from './app.ts'

export const param = (request: Received, name: string): string => request.query.get(name) ?? ''
export const field = (request: Received, name: string): string => request.form.get(name) ?? ''

/** What stands at a JSON pointer (RFC 6901, no escapes) as text; empty for objects and for nothing. */
export function leaf({ json }: Received, pointer: string): string {
  let value: unknown = json
  for (const key of pointer.split('/').slice(1)) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Segment `number` of the path, counted from 1, percent-decoded as routers do. */
export const segment = ({ path }: Received, number: number): string =>
  percentDecoded(path.split('/')[number] ?? '')

/** A cookie, percent-decoded as the usual cookie parsers do. */
export const cookie = ({ cookies }: Received, name: string): string =>
  percentDecoded(cookies.get(name) ?? '')

export const header = ({ headers }: Received, name: string): string =>
  [headers[name] ?? ''].flat().join(', ')

export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A lone percent sign stays as it is.
    return text
  }
}

/** The same answer with a cookie as careful as plain http allows. */
export const withCookie = (reply: Reply, pair: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'set-cookie': `${pair}; Path=/; HttpOnly; SameSite=Lax` },
})
