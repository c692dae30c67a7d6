import { readHtml } from '../html.ts'
import type { Link } from '../link.ts'
import type { Page } from '../page.ts'
import { linksOf } from './attributes.ts'

const ABSOLUTE = /https?:\/\/[^\s"'`<>\\(){}|^]{1,2000}/gi
/** A path in prose: two segments, an extension or a query, so that `/div` and `/p` are none. */
const PATH =
  /(?<=^|[\s"'(=])\/[\w.~%-]{1,200}(?:\/[\w.~%-]{0,200}){1,20}(?:\?[\w.~%=&-]{1,500})?(?=$|[\s"'),;])/g
const FILE = /(?<=^|[\s"'(=])\/[\w~%-]{1,200}\.[a-z]{2,5}(?:\?[\w.~%=&-]{1,500})?(?=$|[\s"'),;])/g
const NESTED = new Set(['noembed', 'noframes'])

/** Comments, markup inside comments, `srcdoc`, and markup that browsers do not show. */
export function* commentLinks({ html }: Page): Iterable<Link> {
  if (html === null) return
  const text = html.comments.join('\n')
  for (const pattern of [ABSOLUTE, PATH, FILE]) {
    for (const [reference] of text.matchAll(pattern)) yield { reference, source: 'comment' }
  }
  for (const comment of html.comments) yield* nested(comment, 'comment')
  for (const element of html.elements) {
    if (NESTED.has(element.name)) yield* nested(element.text, element.name)
    const inner = element.attributes.get('srcdoc')
    if (inner !== undefined) yield* nested(inner, `${element.name}[srcdoc]`)
  }
}

function* nested(markup: string, source: string): Iterable<Link> {
  if (!markup.includes('<')) return
  for (const link of linksOf(readHtml(markup))) yield { ...link, source }
}
