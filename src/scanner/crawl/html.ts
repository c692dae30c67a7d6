import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { LIMITS } from '../../limits.ts'

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

/**
 * The elements and comments of any text, read as HTML. Never throws; time grows with the length
 * only. Works on tokens: the parser of the same library keeps a stack that it shifts at each tag,
 * so that a megabyte of unclosed tags costs it half a minute.
 */
export function readHtml(html: string): HtmlPage {
  const reader = new HtmlReader(html)
  const tokenizer = new Tokenizer({}, reader)
  tokenizer.write(html)
  tokenizer.end()
  return reader
}

/** Most elements have no attributes; they share these. */
const NONE: Map<string, string> = new Map()

type OpenElement = { name: string; attributes: Map<string, string>; text: string }

function file<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

class HtmlReader implements HtmlPage, TokenizerCallbacks {
  readonly elements: OpenElement[] = []
  readonly comments: string[] = []
  readonly byName = new Map<string, OpenElement[]>()
  readonly byAttribute = new Map<string, OpenElement[]>()
  readonly #html: string
  #opening: OpenElement | null = null
  #attribute = ''
  #value = ''
  #collecting: OpenElement | null = null
  #commentChars = 0

  constructor(html: string) {
    this.#html = html
  }

  onopentagname(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase()
    this.#opening = { name, attributes: NONE, text: '' }
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase()
    this.#value = ''
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end)
  }

  onattribentity(codePoint: number): void {
    this.#value += String.fromCodePoint(codePoint)
  }

  onattribend(): void {
    const element = this.#opening
    if (element === null) return
    if (element.attributes === NONE) element.attributes = new Map()
    const { attributes } = element
    if (!attributes.has(this.#attribute)) attributes.set(this.#attribute, this.#value)
  }

  onopentagend(): void {
    if (this.#opening !== null) this.#keep(this.#opening)
    this.#opening = null
  }

  onselfclosingtag(): void {
    this.onopentagend()
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase()
    if (this.#collecting?.name === name) this.#collecting = null
    if (name === 'form') this.#keep({ name: '/form', attributes: NONE, text: '' })
  }

  ontext(start: number, end: number): void {
    const room = this.#roomForText()
    if (room > 0) this.#addText(this.#html.slice(start, Math.min(end, start + room)))
  }

  ontextentity(codePoint: number): void {
    if (this.#roomForText() > 0) this.#addText(String.fromCodePoint(codePoint))
  }

  oncomment(start: number, end: number, endOffset: number): void {
    const comment = this.#html.slice(start, Math.max(start, end - endOffset))
    this.#commentChars += comment.length
    if (this.#commentChars <= COMMENTS_CHARS) this.comments.push(comment)
  }

  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #keep(element: OpenElement): void {
    if (this.elements.length >= LIMITS.elementsPerPage) return
    if (TEXT_CHARS.has(element.name)) this.#collecting = element
    if (element.attributes.size === 0 && !STRUCTURE.has(element.name)) return
    this.elements.push(element)
    file(this.byName, element.name, element)
    for (const attribute of element.attributes.keys()) file(this.byAttribute, attribute, element)
  }

  #roomForText(): number {
    if (this.#collecting === null) return 0
    return (TEXT_CHARS.get(this.#collecting.name) ?? 0) - this.#collecting.text.length
  }

  #addText(text: string): void {
    if (this.#collecting !== null) this.#collecting.text += text
  }
}
