import type { Exchange } from '../http/exchange.ts'
import { extractForms } from './forms.ts'
import { mediaType, pageOf } from './page.ts'
import { shortHash } from './short-hash.ts'
import { compareText } from './urls.ts'

/** What a page of a family looks like; pages of one template look the same. */
export type PageLook = Readonly<{ url: string; look: string }>

/**
 * A short name for the make of an answer: status, type, which elements and attributes there are, what
 * the forms take. Texts and addresses have no part in it.
 */
export function lookOf(exchange: Exchange): string {
  const { html } = pageOf(exchange)
  const { status, headers } = exchange.response
  const parts = [String(status), mediaType(headers) ?? '']
  if (html !== null) {
    parts.push(...sorted(html.byName.keys()), '', ...sorted(html.byAttribute.keys()), '')
    for (const { method, fields } of extractForms(exchange)) {
      parts.push(method, ...sorted(fields.map(({ name }) => name)))
    }
  }
  return shortHash(parts.join(' '))
}

const sorted = (names: Iterable<string>): readonly string[] => [...names].sort(compareText)
