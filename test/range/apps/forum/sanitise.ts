import { Parser } from 'htmlparser2'
import { encode } from '../../kit/html.ts'

const ALLOWED: ReadonlySet<string> = new Set(['b', 'i', 'em', 'strong', 'code', 'p'])

/** Markup written anew from what a parser read: allowed tags without attributes, the rest as text. */
export function sanitise(markup: string): string {
  let safe = ''
  const parser = new Parser({
    onopentag: (name) => (ALLOWED.has(name) ? (safe += `<${name}>`) : safe),
    onclosetag: (name) => (ALLOWED.has(name) ? (safe += `</${name}>`) : safe),
    ontext: (text) => (safe += encode(text)),
  })
  parser.end(markup)
  return safe
}
