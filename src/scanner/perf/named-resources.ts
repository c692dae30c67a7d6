import type { ResourceKind } from '../../report/performance.ts'
import type { Page } from '../crawl/page.ts'
import { readTokens } from '../crawl/tokens.ts'

/** What a page names and a browser loads with it. */
export type NamedResource = Readonly<{
  url: URL
  kind: ResourceKind
  blocksRendering: boolean
}>

type Attributes = ReadonlyMap<string, string>
type Named = Readonly<{ reference: string; kind: ResourceKind; blocks?: boolean }>

const MOST_NAMED = 1000
/** Elements that may stand in the head: any other begins the body (HTML, 13.2.6.4.4). */
const IN_HEAD: ReadonlySet<string> = new Set(
  'html head base link meta noscript script style template title'.split(' '),
)
const SCRIPT_TYPES = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i
const PRELOADS: ReadonlyMap<string, ResourceKind> = new Map([
  ['script', 'script'],
  ['style', 'style'],
  ['image', 'image'],
  ['font', 'font'],
  ['video', 'media'],
  ['audio', 'media'],
  ['fetch', 'other'],
])

const has = (attributes: Attributes, name: string, value: string): boolean =>
  attributes.get(name)?.trim().toLowerCase() === value

/** By element: what a browser asks for when it reads it. Lazy images and frames come later. */
const READERS: Readonly<
  Record<string, (attributes: Attributes, inHead: boolean) => Named | undefined>
> = {
  script(attributes, inHead) {
    const type = attributes.get('type')?.trim() ?? ''
    if (!SCRIPT_TYPES.test(type) || attributes.has('nomodule')) return undefined
    const waits = ['async', 'defer'].some((name) => attributes.has(name)) || /^module$/i.test(type)
    return { reference: attributes.get('src') ?? '', kind: 'script', blocks: inHead && !waits }
  },
  link(attributes) {
    const reference = attributes.get('href') ?? ''
    const relations = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/)
    if (relations.includes('stylesheet') && !relations.includes('alternate')) {
      const media = attributes.get('media')?.trim() ?? ''
      const blocks = /^(?:|all|screen)$/i.test(media) && !attributes.has('disabled')
      return { reference, kind: 'style', blocks }
    }
    if (relations.includes('modulepreload')) return { reference, kind: 'script' }
    if (relations.includes('icon')) return { reference, kind: 'image' }
    if (!relations.includes('preload')) return undefined
    const kind = PRELOADS.get(attributes.get('as')?.toLowerCase() ?? '')
    return kind === undefined ? undefined : { reference, kind }
  },
  img: (attributes) =>
    has(attributes, 'loading', 'lazy')
      ? undefined
      : { reference: attributes.get('src') ?? '', kind: 'image' },
  iframe: (attributes) =>
    has(attributes, 'loading', 'lazy')
      ? undefined
      : { reference: attributes.get('src') ?? '', kind: 'frame' },
  video: (attributes) =>
    attributes.has('poster')
      ? { reference: attributes.get('poster') ?? '', kind: 'image' }
      : { reference: attributes.get('src') ?? '', kind: 'media' },
  audio: (attributes) => ({ reference: attributes.get('src') ?? '', kind: 'media' }),
  embed: (attributes) => ({ reference: attributes.get('src') ?? '', kind: 'other' }),
}

/** Each once, in the order of the page; one that is named twice blocks where one of both does. */
export function namedResources({ exchange, base, kind }: Page): readonly NamedResource[] {
  if (kind !== 'html') return []
  const found = new Map<string, NamedResource>()
  let inHead = true
  readTokens(exchange.response.body, {
    open(name, attributes) {
      inHead &&= IN_HEAD.has(name)
      const named = READERS[name]?.(attributes, inHead)
      const url = named === undefined ? null : urlOf(named.reference, base)
      if (named === undefined || url === null || found.size >= MOST_NAMED) return
      const known = found.get(url.href)
      const blocksRendering = (named.blocks ?? false) || (known?.blocksRendering ?? false)
      const isPreloaded = known !== undefined && name !== 'link'
      found.set(url.href, {
        url,
        kind: known === undefined || isPreloaded ? named.kind : known.kind,
        blocksRendering,
      })
    },
    close(name) {
      if (name === 'head') inHead = false
    },
    text: () => undefined,
    comment: () => undefined,
  })
  return [...found.values()]
}

function urlOf(reference: string, base: URL): URL | null {
  if (reference.trim() === '') return null
  const url = URL.parse(reference, base.href)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  url.hash = ''
  return url
}
