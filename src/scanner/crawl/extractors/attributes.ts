import type { HtmlElement, HtmlPage } from '../html.ts'
import type { Link } from '../link.ts'
import type { Page } from '../page.ts'
import { looksLikeUrl } from '../urls.ts'
import { refreshUrl } from './refresh.ts'
import { srcsetUrls } from './srcset.ts'

type Reading = (value: string) => readonly string[]

const one: Reading = (value) => (value.trim() === '' ? [] : [value])
const list: Reading = (value) => value.split(/\s+/, 50).filter((part) => part !== '')
/** Attributes that hold anything: only what is a URL for sure. */
const certain: Reading = (value) => (looksLikeUrl(value.trim()) ? [value] : [])

/** Attributes whose value is a URL on whatever element they stand. */
const ANYWHERE: Readonly<Record<string, Reading>> = {
  href: one,
  'xlink:href': one,
  src: one,
  data: certain,
  background: one,
  cite: one,
  longdesc: one,
  manifest: one,
  poster: one,
  formaction: one,
  codebase: one,
  lowsrc: one,
  dynsrc: one,
  profile: list,
  ping: list,
  srcset: srcsetUrls,
  imagesrcset: srcsetUrls,
  'hx-get': one,
  'hx-post': one,
  'hx-push-url': certain,
  'hx-replace-url': certain,
  'sse-connect': one,
  routerlink: certain,
  'ng-href': certain,
  'ng-src': certain,
}
/** Attributes that hold a URL on these elements only, named `element attribute`. */
const ON_ELEMENT: Readonly<Record<string, Reading>> = {
  'object data': one,
  'meta content': certain,
  'option value': certain,
  'param value': certain,
  'isindex action': one,
}
const METHODS = ['data-method', 'data-turbo-method'] as const
const CONFIRMS = ['data-confirm', 'data-turbo-confirm', 'hx-confirm'] as const

/** Every attribute that carries a URL, of all elements. */
export function* attributeLinks({ html }: Page): Iterable<Link> {
  if (html !== null) yield* linksOf(html)
}

export function* linksOf(html: HtmlPage): Iterable<Link> {
  for (const element of html.elements) {
    if (element.name === 'base') continue
    const about = aboutElement(element)
    for (const [attribute, value] of element.attributes) {
      const source = `${element.name}[${attribute}]`
      for (const reference of readingOf(element.name, attribute)(value)) {
        yield { reference, source, ...about }
      }
    }
    yield* metaRefresh(element)
  }
}

function readingOf(element: string, attribute: string): Reading {
  const name = attribute.startsWith('data-hx-') ? attribute.slice('data-'.length) : attribute
  const reading = Object.hasOwn(ANYWHERE, name) ? ANYWHERE[name] : undefined
  const special = ON_ELEMENT[`${element} ${attribute}`]
  return special ?? reading ?? (attribute.startsWith('data-') ? certain : () => [])
}

/** What tells a link apart that does something: its words, its method, a question before it. */
function aboutElement({ name, attributes, text }: HtmlElement): Partial<Link> {
  if (name !== 'a' && name !== 'button' && name !== 'input') return {}
  const method = METHODS.map((attribute) => attributes.get(attribute)).find(Boolean)
  const asks =
    CONFIRMS.some((attribute) => attributes.has(attribute)) ||
    attributes.get('onclick')?.includes('confirm(') === true
  const words = [text, attributes.get('title'), attributes.get('aria-label')]
  const read = words.map((part) => part?.trim() ?? '').find((part) => part !== '') ?? ''
  if (asks || method !== undefined) return { text: read, method: method ?? 'POST' }
  return { text: read }
}

function* metaRefresh({ name, attributes }: HtmlElement): Iterable<Link> {
  if (name !== 'meta' || attributes.get('http-equiv')?.toLowerCase() !== 'refresh') return
  const reference = refreshUrl(attributes.get('content') ?? '')
  if (reference !== null) yield { reference, source: 'meta[refresh]' }
}
