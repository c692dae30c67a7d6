import { LIMITS } from '../../../limits.ts'
import type { Link } from '../link.ts'
import type { Page } from '../page.ts'
import { looksLikeUrl } from '../urls.ts'

/** Strings of a JSON body that are URLs or paths from the root. */
export function* jsonLinks({ kind, exchange }: Page): Iterable<Link> {
  if (kind !== 'json') return
  const base = exchange.request.url
  for (const text of stringsOf(parse(exchange.response.body))) {
    const isProse = text.length > LIMITS.urlLength || !/[a-z]/i.test(text)
    if (!isProse && looksLikeUrl(text)) yield { reference: text, source: 'json', base }
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    // A body that is no JSON, or was cut, has no values to read.
    return null
  }
}

function* stringsOf(root: unknown): Iterable<string> {
  const open: unknown[] = [root]
  for (let seen = 0; open.length > 0 && seen < LIMITS.jsonValues; seen++) {
    const value = open.pop()
    if (typeof value === 'string') yield value
    if (typeof value !== 'object' || value === null) continue
    for (const child of Object.values(value).slice(0, LIMITS.jsonValues)) open.push(child)
  }
}
