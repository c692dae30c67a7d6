import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { html, type Reply } from './site.ts'

export const text = (body: string, type = 'text/plain'): Reply => ({
  headers: { 'content-type': type },
  body,
})
export const MISSING = html('<h1>Not found</h1>', { status: 404 })

/** A site with these paths, and the same answer for all others. */
export const files =
  (known: Readonly<Record<string, Reply>>, otherwise: Reply = MISSING) =>
  ({ url }: Pick<HttpRequest, 'url'>): Reply =>
    known[url.pathname] ?? otherwise
