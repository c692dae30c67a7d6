import { elementsNamed, elementsWith, readHtml } from '../html.ts'
import type { Link } from '../link.ts'
import type { Page } from '../page.ts'
import { linksOf } from './attributes.ts'

const ABSOLUTE = /https?:\/\/[^\s"'`<>\\(){}|^]{1,2000}/gi
/** A path in prose: two segments, an extension or a query, so that `/div` and `/p` are none. */
const PATH =
  /(?<=^|[\s"'(=])\/[\w.~%-]{1,200}(?:\/[\w.~%-]{0,200}){1,20}(?:\?[\w.~%=&-]{1,500})?(?=$|[\s"'),;])/g
const FILE = /(?<=^|[\s"'(=])\/[\w~%-]{1,200}\.[a-z]{2,5}(?:\?[\w.~%=&-]{1,500})?(?=$|[\s"'),;])/g
const NESTED = ['noembed', 'noframes'] as const

/** Comments, markup inside comments, `srcdoc`, and markup that browsers do not show. */
export function* commentLinks({ html }: Page): Iterable<Link> {
  const comments = html?.comments ?? []
  const text = comments.join('\n')
  for (const pattern of text === '' ? [] : [ABSOLUTE, PATH, FILE]) {
    for (const [reference] of text.matchAll(pattern)) yield { reference, source: 'comment' }
  }
  for (const comment of comments) yield* nested(comment, 'comment')
  for (const name of NESTED) {
    for (const element of elementsNamed(html, name)) yield* nested(element.text, name)
  }
  for (const { name, attributes } of elementsWith(html, 'srcdoc')) {
    yield* nested(attributes.get('srcdoc') ?? '', `${name}[srcdoc]`)
  }
}

function* nested(markup: string, source: string): Iterable<Link> {
  if (!markup.includes('<')) return
  for (const link of linksOf(readHtml(markup))) yield { ...link, source }
}
