import { decodeValue } from './references.ts'

/** Told what a page consists of, in the order of the source. */
export type TokenReader = Readonly<{
  /** Names in lower case, values decoded; the first of repeated attributes counts. */
  open(name: string, attributes: ReadonlyMap<string, string>): void
  close(name: string): void
  /** Offsets of a run of text; in a raw element such as `script` nothing is to be decoded. */
  text(start: number, end: number, isRaw: boolean): void
  comment(text: string): void
}>

type Attributes = ReadonlyMap<string, string>
/** Most start tags have no attributes; they share these. */
const NONE: Attributes = new Map()

/** Elements that hold text only, up to their end tag; true where character references count. */
const TEXT_ONLY: readonly (readonly [name: string, hasReferences: boolean])[] = [
  ['script', false],
  ['style', false],
  ['iframe', false],
  ['noembed', false],
  ['noframes', false],
  ['xmp', false],
  ['textarea', true],
  ['title', true],
]
const TEXT_ENDS: ReadonlyMap<string, Readonly<{ end: RegExp; isRaw: boolean }>> = new Map(
  TEXT_ONLY.map(([name, hasReferences]) => [
    name,
    { end: new RegExp(`</${name}[\\t\\n\\f\\r />]`, 'gi'), isRaw: !hasReferences },
  ]),
)

const isSpace = (code: number): boolean =>
  code === 32 || code === 10 || code === 13 || code === 9 || code === 12
const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122
const SLASH = 47
const GREATER = 62
const EXCLAMATION = 33
const QUESTION = 63
const EQUALS = 61
const isEndOfName = (code: number): boolean => code === GREATER || code === SLASH || isSpace(code)

/**
 * Reads any text as the tokenizer of a browser does (HTML, 13.2.5), outside of SVG and MathML.
 * Never throws. Goes from mark to mark by `indexOf`, so that text costs next to nothing.
 */
export function readTokens(html: string, reader: TokenReader): void {
  let start = 0
  for (let at = html.indexOf('<'); at !== -1;) {
    const end = markupEnd(html, at, reader, start)
    if (end !== null) start = end
    at = html.indexOf('<', end ?? at + 1)
  }
  if (start < html.length) reader.text(start, html.length, false)
}

/** Behind the markup at `at`, once the text since `textStart` is told; null where it is text too. */
function markupEnd(
  html: string,
  at: number,
  reader: TokenReader,
  textStart: number,
): number | null {
  const code = html.charCodeAt(at + 1)
  const isTag = isLetter(code)
  if (!isTag && code !== SLASH && code !== EXCLAMATION && code !== QUESTION) return null
  if (at > textStart) reader.text(textStart, at, false)
  if (isTag) return readStartTag(html, at, reader)
  if (code === SLASH) return readEndTag(html, at, reader)
  return code === QUESTION
    ? readBogusComment(html, at + 1, reader)
    : readDeclaration(html, at, reader)
}

const behind = (html: string, mark: string, from: number): number => {
  const at = html.indexOf(mark, from)
  return at === -1 ? html.length : at + mark.length
}

function readEndTag(html: string, at: number, reader: TokenReader): number {
  const code = html.charCodeAt(at + 2)
  if (code === GREATER) return at + 3
  if (!isLetter(code)) return readBogusComment(html, at + 2, reader)
  const nameEnd = endOfName(html, at + 3)
  reader.close(html.slice(at + 2, nameEnd).toLowerCase())
  return behind(html, '>', nameEnd)
}

function readDeclaration(html: string, at: number, reader: TokenReader): number {
  const start = at + 2
  if (html.startsWith('--', start)) return readComment(html, start + 2, reader)
  const cdataEnd = html.startsWith('[CDATA[', start) ? html.indexOf(']]>', start) : -1
  if (cdataEnd !== -1) return cdataEnd + 3
  // Without an end it is what browsers make of any CDATA: a comment.
  if (html.startsWith('[CDATA[', start)) {
    reader.comment(html.slice(start))
    return html.length
  }
  if (/^doctype/i.test(html.slice(start, start + 7))) return behind(html, '>', start)
  return readBogusComment(html, start, reader)
}

function readBogusComment(html: string, start: number, reader: TokenReader): number {
  const end = behind(html, '>', start)
  reader.comment(html.slice(start, html[end - 1] === '>' ? end - 1 : end))
  return end
}

/** Ends at `-->` or `--!>`; `<!-->` and `<!--->` are empty comments. */
function readComment(html: string, start: number, reader: TokenReader): number {
  const empty = ['>', '->'].find((mark) => html.startsWith(mark, start))
  if (empty !== undefined) {
    reader.comment('')
    return start + empty.length
  }
  for (let end = html.indexOf('--', start); end !== -1; end = html.indexOf('--', end + 1)) {
    const length = html[end + 2] === '>' ? 3 : html.startsWith('!>', end + 2) ? 4 : 0
    if (length === 0) continue
    reader.comment(html.slice(start, end))
    return end + length
  }
  reader.comment(html.slice(start).replace(/(?:--!|--?)$/, ''))
  return html.length
}

/** Tells nothing of a tag that the end of the text cuts. */
function readStartTag(html: string, at: number, reader: TokenReader): number {
  let attributes: Map<string, string> | null = null
  const nameEnd = endOfName(html, at + 2)
  let index = nameEnd
  for (;;) {
    while (isSpace(html.charCodeAt(index)) || html.charCodeAt(index) === SLASH) index += 1
    if (index >= html.length) return html.length
    if (html.charCodeAt(index) === GREATER) break
    const start = index
    index = endOfAttributeName(html, index + 1)
    const name = html.slice(start, index).toLowerCase()
    index = behindSpaces(html, index)
    let value = ''
    if (html.charCodeAt(index) === EQUALS) {
      const valueStart = behindSpaces(html, index + 1)
      const quote = html[valueStart] ?? ''
      const isQuoted = quote === '"' || quote === "'"
      const from = isQuoted ? valueStart + 1 : valueStart
      const end = isQuoted ? html.indexOf(quote, from) : endOfBareValue(html, from)
      if (end === -1) return html.length
      value = decodeValue(html.slice(from, end))
      index = isQuoted ? end + 1 : end
    }
    attributes ??= new Map()
    if (!attributes.has(name)) attributes.set(name, value)
  }
  const name = html.slice(at + 1, nameEnd).toLowerCase()
  reader.open(name, attributes ?? NONE)
  return behindText(html, index + 1, name, reader)
}

/** Where markup goes on: at the end tag of an element that holds text only, else right here. */
function behindText(html: string, start: number, name: string, reader: TokenReader): number {
  const text = TEXT_ENDS.get(name)
  if (text === undefined && name !== 'plaintext') return start
  if (text !== undefined) text.end.lastIndex = start
  const end = text?.end.exec(html)?.index ?? html.length
  if (end > start) reader.text(start, end, text?.isRaw ?? true)
  return end
}

function endOfName(html: string, from: number): number {
  let at = from
  while (at < html.length && !isEndOfName(html.charCodeAt(at))) at += 1
  return at
}

function endOfAttributeName(html: string, from: number): number {
  let at = from
  while (at < html.length) {
    const code = html.charCodeAt(at)
    if (code === EQUALS || isEndOfName(code)) break
    at += 1
  }
  return at
}

function endOfBareValue(html: string, from: number): number {
  for (let at = from; at < html.length; at += 1) {
    const code = html.charCodeAt(at)
    if (code === GREATER || isSpace(code)) return at
  }
  return -1
}

function behindSpaces(html: string, from: number): number {
  let at = from
  while (isSpace(html.charCodeAt(at))) at += 1
  return at
}
