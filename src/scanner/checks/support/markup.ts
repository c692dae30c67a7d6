import { Parser } from 'htmlparser2'

/** One start tag of a document, where it stands, and what encloses it. */
export type Element = Readonly<{
  name: string
  /** The first of equal names wins, as in browsers; character references are decoded. */
  attributes: Readonly<Record<string, string>>
  parent: Element | null
  /** Offsets of the start tag in the source; `end` is behind its `>`. */
  start: number
  end: number
  /** Text directly inside; of script and style it is the code. */
  text: string
  /** False when the document ended first: such a script never runs. */
  closed: boolean
}>
type Building = { -readonly [K in keyof Element]: Element[K] }

/** The start tags of a document in order, as a browser's tokenizer finds them. */
export function readElements(source: string, options: { xml: boolean }): readonly Element[] {
  const elements: Building[] = []
  const open: Building[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const parent = open.at(-1) ?? null
        // After a processing instruction the parser's start is one character early.
        const start = source.indexOf('<', parser.startIndex)
        const end = parser.endIndex + 1
        const element = { name, attributes, parent, start, end, text: '', closed: false }
        elements.push(element)
        open.push(element)
      },
      ontext(text) {
        const element = open.at(-1)
        if (element !== undefined) element.text += text
      },
      onclosetag(_name, isImplied) {
        const element = open.pop()
        if (element !== undefined) element.closed = !isImplied
      },
    },
    { xmlMode: options.xml },
  )
  parser.end(source)
  return elements
}

export function isInside(element: Element, names: ReadonlySet<string>): boolean {
  for (let at = element.parent; at !== null; at = at.parent) if (names.has(at.name)) return true
  return false
}
