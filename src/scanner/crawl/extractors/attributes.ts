import type { HtmlElement, HtmlPage } from '../html.ts'
import type { Link } from '../link.ts'
import type { Page } from '../page.ts'
import { looksLikeUrl } from '../urls.ts'
import { readJson } from './json-values.ts'
import { refreshUrl } from './refresh.ts'
import { srcsetUrls } from './srcset.ts'

type Reading = (value: string) => readonly string[]

const one: Reading = (value) => (value.trim() === '' ? [] : [value])
const list: Reading = (value) => value.split(/\s+/, 50).filter((part) => part !== '')
/** Attributes that hold anything: only what is a URL for sure. */
const certain: Reading = (value) => (looksLikeUrl(value.trim()) ? [value] : [])
/** `name=Task;action-uri=/x;icon-uri=/y` of a tile in the start menu. */
const task: Reading = (value) =>
  [...value.matchAll(/-uri=([^;\s]{1,2000})/g)].flatMap(([, reference]) => reference ?? [])
/** Names that say of a `data-` attribute that it holds an address. */
const ADDRESS_NAME =
  /(?:^data-|-)(?:url|uri|href|src|path|link|action|endpoint|remote|page)(?:-value)?$/
const RELATIVE = /^(?:\.{0,2}\/)?[\w~%-][\w.~%/@+-]{0,300}(?:\?\S{0,300})?$/
const named: Reading = (value) => (RELATIVE.test(value) ? [value] : certain(value))

/** Attributes whose value is a URL on whatever element they stand. */
const ANYWHERE: ReadonlyMap<string, Reading> = new Map(
  Object.entries({
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
    'data-src': one,
    'hx-push-url': certain,
    'hx-replace-url': certain,
    'sse-connect': one,
    'up-href': one,
    'up-source': one,
    'up-poll-source': one,
    'component-url': one,
    'renderer-url': one,
    'before-hydration-url': one,
    'data-srcset': srcsetUrls,
    icon: certain,
    to: certain,
    routerlink: certain,
    'ng-href': certain,
    'ng-src': certain,
  }),
)
/** Attributes that hold a URL on these elements only. */
const ON_ELEMENT: ReadonlyMap<string, ReadonlyMap<string, Reading>> = new Map([
  ['data', new Map([['object', one]])],
  ['content', new Map([['meta', certain]])],
  [
    'value',
    new Map([
      ['option', certain],
      ['param', certain],
    ]),
  ],
  ['action', new Map([['isindex', one]])],
])
const METHODS = ['data-method', 'data-turbo-method'] as const
const CONFIRMS = ['data-confirm', 'data-turbo-confirm', 'hx-confirm'] as const

/** Every attribute that carries a URL, of all elements. */
export const attributeLinks = ({ html }: Page): Iterable<Link> =>
  html === null ? [] : linksOf(html)

/** A list and no generator: pages have hundreds of links, and a turn of each costs more than it. */
export function linksOf(html: HtmlPage): readonly Link[] {
  const links: Link[] = []
  for (const element of html.elements) {
    const { name, attributes } = element
    if (name === 'base') continue
    for (const [attribute, value] of attributes) {
      const reading = readingOf(name, attribute)
      if (reading === null) continue
      if (value.startsWith('{') || value.startsWith('[')) {
        if (attribute.startsWith('data-')) links.push(...linksOfData(name, attribute, value))
        continue
      }
      for (const reference of reading(value)) {
        const { text, method } = aboutElement(element)
        links.push({ reference, source: `${name}[${attribute}]`, text, method })
      }
    }
    if (name === 'meta') links.push(...metaLinks(element))
  }
  return links
}

/** Libraries leave what they start with in attributes, as JSON. */
function* linksOfData(name: string, attribute: string, value: string): Iterable<Link> {
  for (const link of readJson(value).links) yield { ...link, source: `${name}[${attribute}]` }
}

/** Null for the many attributes that hold no URL. */
function readingOf(element: string, attribute: string): Reading | null {
  const reading = ON_ELEMENT.get(attribute)?.get(element) ?? ANYWHERE.get(attribute)
  if (reading !== undefined) return reading
  if (!attribute.startsWith('data-')) return null
  const isHtmx = attribute.startsWith('data-hx-')
  const known = isHtmx ? ANYWHERE.get(attribute.slice('data-'.length)) : undefined
  return known ?? (ADDRESS_NAME.test(attribute) ? named : certain)
}

const NOTHING = {} as const

/** What tells a link apart that does something: its words, its method, a question before it. */
function aboutElement({ name, attributes, text }: HtmlElement): Pick<Link, 'text' | 'method'> {
  if (name !== 'a' && name !== 'button' && name !== 'input') return NOTHING
  // Most links have an address and nothing more.
  if (attributes.size === 1) return { text: text.trim() }
  const method = METHODS.map((attribute) => attributes.get(attribute)).find(Boolean)
  const asks =
    CONFIRMS.some((attribute) => attributes.has(attribute)) ||
    attributes.get('onclick')?.includes('confirm(') === true
  const words = [text, attributes.get('title'), attributes.get('aria-label')]
  const read = words.map((part) => part?.trim() ?? '').find((part) => part !== '') ?? ''
  if (asks || method !== undefined) return { text: read, method: method ?? 'POST' }
  return { text: read }
}

function* metaLinks({ attributes }: HtmlElement): Iterable<Link> {
  const content = attributes.get('content') ?? ''
  if (attributes.get('name')?.toLowerCase() === 'msapplication-task') {
    for (const reference of task(content)) yield { reference, source: 'meta[task]' }
  }
  if (attributes.get('http-equiv')?.toLowerCase() !== 'refresh') return
  const reference = refreshUrl(content)
  if (reference !== null) yield { reference, source: 'meta[refresh]' }
}
