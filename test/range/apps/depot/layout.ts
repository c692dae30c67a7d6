import type { Reply } from '../../kit/app.ts'
import { json } from '../../kit/html.ts'
import type { Row } from './database.ts'

export const missing = (): Reply => json({ error: 'There is no such thing here' }, 404)
export const invalid = (): Reply => json({ error: 'The request does not fit the description' }, 422)

/** Rows as a list; what went wrong stays inside. */
export const quiet = (rows: readonly Row[] | string): Reply =>
  typeof rows === 'string' ? json({ error: 'Try again later' }, 500) : json({ items: rows })
/** The same, and tells what went wrong. */
export const frank = (rows: readonly Row[] | string): Reply =>
  typeof rows === 'string' ? json({ error: rows }, 500) : json({ items: rows })
/** The first row, or that there is none. */
export const single = (rows: readonly Row[] | string): Reply => {
  if (typeof rows === 'string') return json({ error: 'Try again later' }, 500)
  const [row] = rows
  return row === undefined ? missing() : json(row)
}
