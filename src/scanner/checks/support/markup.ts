import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

/** One start tag of a document, where it stands, and what encloses it. */
export type Element = Readonly<{
  name: string
  /** The first of equal names wins, as in browsers; character references are decoded. */
  attributes: ReadonlyMap<string, string>
  parent: Element | null
  /** Offsets of the start tag in the source; `end` is behind its `>`. */
  start: number
  end: number
  /** In SVG or MathML, where other rules of parsing hold. */
  isForeign: boolean
}>
export type Quote = '"' | "'" | ''

/** Called in the order of the source. */
export type Visitor = Readonly<{
  attribute?(element: Element, name: string, value: string, quote: Quote): void
  open?(element: Element): void
  /** The code of a script element that has an end tag: one without never runs. */
  script?(element: Element, code: string): void
  /** A run of text; character references end a run. */
  text?(text: string, parent: Element | null, isCdata: boolean): void
  comment?(text: string, parent: Element | null): void
}>

type Building = { -readonly [K in keyof Element]: Element[K] } & { attributes: Map<string, string> }

/** As deep as browsers nest; deeper elements become siblings. */
const MAX_DEPTH = 512
const QUOTES: readonly Quote[] = ['', '', "'", '"']
const VOID: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)
/** Elements of SVG and MathML whose content is HTML again. */
const HTML_AGAIN: ReadonlySet<string> = new Set([
  'foreignobject',
  'desc',
  'title',
  'annotation-xml',
])

/**
 * Reads any text as HTML or XML, the way a browser's tokenizer does. Never throws; time grows with
 * the length only, which the tree-building parser of the same library does not offer.
 */
export function walkMarkup(source: string, options: { xml: boolean }, visitor: Visitor): void {
  const reader = new Reader(source, options.xml, visitor)
  const tokenizer = new Tokenizer({ xmlMode: options.xml }, reader)
  tokenizer.write(source)
  tokenizer.end()
}

/** Every start tag that passes a test. */
export function findElements(
  source: string,
  test: (element: Element) => boolean,
): readonly Element[] {
  const found: Element[] = []
  const open = (element: Element) => void (test(element) && found.push(element))
  walkMarkup(source, { xml: false }, { open })
  return found
}

export function isInside(element: Element, names: ReadonlySet<string>): boolean {
  for (let at = element.parent; at !== null; at = at.parent) if (names.has(at.name)) return true
  return false
}

class Reader implements TokenizerCallbacks {
  readonly #source: string
  readonly #xml: boolean
  readonly #visitor: Visitor
  readonly #open: Building[] = []
  readonly #counts = new Map<string, number>()
  #tag: Building | null = null
  #attribute = ''
  #value = ''
  #code = ''

  constructor(source: string, xml: boolean, visitor: Visitor) {
    this.#source = source
    this.#xml = xml
    this.#visitor = visitor
  }

  isInForeignContext = (): boolean => this.#open.at(-1)?.isForeign ?? false

  onopentagname(start: number, end: number): void {
    const parent = this.#open.at(-1) ?? null
    const name = this.#nameAt(start, end)
    const isForeign =
      name === 'svg' || name === 'math' || (parent?.isForeign === true && !HTML_AGAIN.has(name))
    this.#tag = { name, attributes: new Map(), parent, start: start - 1, end, isForeign }
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#nameAt(start, end)
    this.#value = ''
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#source.slice(start, end)
  }

  onattribentity(codePoint: number): void {
    this.#value += String.fromCodePoint(codePoint)
  }

  onattribend(quote: number): void {
    const tag = this.#tag
    if (tag === null || tag.attributes.has(this.#attribute)) return
    tag.attributes.set(this.#attribute, this.#value)
    this.#visitor.attribute?.(tag, this.#attribute, this.#value, QUOTES[quote] ?? '')
  }

  onopentagend(end: number): void {
    const tag = this.#finish(end)
    if (tag === null || (!this.#xml && VOID.has(tag.name))) return
    if (this.#open.length >= MAX_DEPTH && tag.name !== 'script') return
    this.#open.push(tag)
    this.#counts.set(tag.name, (this.#counts.get(tag.name) ?? 0) + 1)
    this.#code = ''
  }

  onselfclosingtag(end: number): void {
    if (this.#xml || this.isInForeignContext() || this.#tag?.isForeign === true) this.#finish(end)
    else this.onopentagend(end)
  }

  onclosetag(start: number, end: number): void {
    const name = this.#nameAt(start, end)
    if ((this.#counts.get(name) ?? 0) === 0) return
    for (let closed = this.#open.pop(); closed !== undefined; closed = this.#open.pop()) {
      this.#counts.set(closed.name, (this.#counts.get(closed.name) ?? 1) - 1)
      if (closed.name !== name) continue
      if (name === 'script') this.#visitor.script?.(closed, this.#code)
      return
    }
  }

  ontext(start: number, end: number): void {
    this.#text(this.#source.slice(start, end), false)
  }

  ontextentity(codePoint: number): void {
    this.#text(String.fromCodePoint(codePoint), false)
  }

  oncdata(start: number, end: number, endOffset: number): void {
    const data = this.#source.slice(start, end - endOffset)
    if (this.#xml || this.isInForeignContext()) this.#text(data, true)
    else this.#visitor.comment?.(data, this.#open.at(-1) ?? null)
  }

  oncomment(start: number, end: number, endOffset: number): void {
    const data = this.#source.slice(start, Math.max(start, end - endOffset))
    this.#visitor.comment?.(data, this.#open.at(-1) ?? null)
  }

  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  /** Ends the start tag being read. A form inside a form is dropped, as browsers do. */
  #finish(end: number): Building | null {
    const tag = this.#tag
    this.#tag = null
    if (tag === null) return null
    if (!this.#xml && tag.name === 'form' && (this.#counts.get('form') ?? 0) > 0) return null
    tag.end = end + 1
    this.#visitor.open?.(tag)
    return tag
  }

  #text(text: string, isCdata: boolean): void {
    const parent = this.#open.at(-1) ?? null
    if (parent?.name === 'script') this.#code += text
    this.#visitor.text?.(text, parent, isCdata)
  }

  #nameAt(start: number, end: number): string {
    const name = this.#source.slice(start, end)
    return this.#xml ? name : name.toLowerCase()
  }
}
