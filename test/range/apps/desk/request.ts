import type { Received } from '../../kit/app.ts'

/** Percent-decoded where it can be, as servers do with cookies and paths. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

export const query = (request: Received, name: string): string => request.query.get(name) ?? ''
export const field = (request: Received, name: string): string => request.form.get(name) ?? ''
export const cookie = (request: Received, name: string): string | null => {
  const value = request.cookies.get(name)
  return value === undefined ? null : decoded(value)
}
export const header = (request: Received, name: string): string =>
  String(request.headers[name] ?? '')
/** What follows a prefix in the path. */
export const tail = (request: Received, prefix: string): string =>
  decoded(request.path.slice(prefix.length))

/** A leaf of the JSON body as text, whatever its type is; empty where there is none. */
export function leaf(request: Received, ...names: readonly string[]): string {
  const value = names.reduce<unknown>(
    (parent, name) =>
      typeof parent === 'object' && parent !== null ? Reflect.get(parent, name) : undefined,
    request.json,
  )
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
