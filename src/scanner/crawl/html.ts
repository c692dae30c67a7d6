import { LIMITS } from '../../limits.ts'
import { decodeText } from './references.ts'
import { readTokens, type TokenReader } from './tokens.ts'

/** One start tag in document order; `</form>` appears as an element named `/form`. */
export type HtmlElement = Readonly<{
  name: string
  /** Names in lower case, entities decoded; the first of repeated ones counts. */
  attributes: ReadonlyMap<string, string>
  /** Text up to the end tag, for the elements of TEXT_CHARS; cut there. */
  text: string
}>
/** Elements that have neither attributes nor a part in forms or texts are left out. */
export type HtmlPage = Readonly<{
  elements: readonly HtmlElement[]
  comments: readonly string[]
  /** The elements by their name, and by the name of each attribute; in document order. */
  byName: ReadonlyMap<string, readonly HtmlElement[]>
  byAttribute: ReadonlyMap<string, readonly HtmlElement[]>
}>

/** All `script` elements of a page, say. None of what is no HTML. */
export const elementsNamed = (html: HtmlPage | null, name: string): readonly HtmlElement[] =>
  html?.byName.get(name) ?? []

/** All elements with an attribute, as `srcdoc`. None of what is no HTML. */
export const elementsWith = (html: HtmlPage | null, attribute: string): readonly HtmlElement[] =>
  html?.byAttribute.get(attribute) ?? []

/** Elements whose text the crawler reads, and how much of it. */
const TEXT_CHARS: ReadonlyMap<string, number> = new Map([
  ['a', 200],
  ['button', 200],
  ['label', 200],
  ['option', 200],
  ['textarea', 2000],
  ['script', LIMITS.scriptBytes],
  ['style', LIMITS.scriptBytes],
  ['noembed', LIMITS.scriptBytes],
  ['noframes', LIMITS.scriptBytes],
])
/** Kept although they may have no attribute. */
const STRUCTURE: ReadonlySet<string> = new Set(['form', '/form', 'select', ...TEXT_CHARS.keys()])
const COMMENTS_CHARS = 100_000

/** The elements and comments of any text, read as HTML. Never throws; time grows with the length only. */
export function readHtml(html: string): HtmlPage {
  const reader = new HtmlReader(html)
  readTokens(html, reader)
  return reader
}

type OpenElement = { name: string; attributes: ReadonlyMap<string, string>; text: string }

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

function file<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

class HtmlReader implements HtmlPage, TokenReader {
  readonly elements: OpenElement[] = []
  readonly comments: string[] = []
  readonly byName = new Map<string, OpenElement[]>()
  readonly byAttribute = new Map<string, OpenElement[]>()
  readonly #html: string
  #collecting: OpenElement | null = null
  #commentChars = 0

  constructor(html: string) {
    this.#html = html
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    const isStructure = STRUCTURE.has(name)
    if (attributes.size === 0 && !isStructure) return
    if (this.elements.length >= LIMITS.elementsPerPage) return
    const element = { name, attributes, text: '' }
    if (isStructure && TEXT_CHARS.has(name)) this.#collecting = element
    this.elements.push(element)
    file(this.byName, name, element)
    for (const attribute of attributes.keys()) file(this.byAttribute, attribute, element)
  }

  close(name: string): void {
    if (this.#collecting?.name === name) this.#collecting = null
    if (name === 'form') this.open('/form', NO_ATTRIBUTES)
  }

  text(start: number, end: number, isRaw: boolean): void {
    const element = this.#collecting
    if (element === null) return
    const room = (TEXT_CHARS.get(element.name) ?? 0) - element.text.length
    if (room <= 0) return
    const text = this.#html.slice(start, end)
    element.text += (isRaw ? text : decodeText(text)).slice(0, room)
  }

  comment(text: string): void {
    this.#commentChars += text.length
    if (this.#commentChars <= COMMENTS_CHARS) this.comments.push(text)
  }
}
