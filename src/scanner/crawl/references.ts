import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

/** The text of a page with its character references (`&amp;`, `&#x41;`) decoded as browsers do. */
export const decodeText = (text: string): string =>
  text.includes('&') ? text.split('<').map(decoded).join('<') : text

/** The same for the value of an attribute, where `&copy=1` is no reference (HTML, 13.2.5.73). */
export function decodeValue(value: string): string {
  if (!value.includes('&')) return value
  return decoded(`<a b="${value.replaceAll('"', '&quot;')}">`)
}

function decoded(markup: string): string {
  const reader = new Reader(markup)
  const tokenizer = new Tokenizer({}, reader)
  tokenizer.write(markup)
  tokenizer.end()
  return reader.text
}

/** Joins what is text or value: of a text without `<`, or of one start tag, that is all. */
class Reader implements TokenizerCallbacks {
  text = ''
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  ontext(start: number, end: number): void {
    this.text += this.#markup.slice(start, end)
  }
  ontextentity(codePoint: number): void {
    this.text += String.fromCodePoint(codePoint)
  }
  onattribdata(start: number, end: number): void {
    this.ontext(start, end)
  }
  onattribentity(codePoint: number): void {
    this.ontextentity(codePoint)
  }

  onattribend(): void {}
  onattribname(): void {}
  oncdata(): void {}
  onclosetag(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onopentagend(): void {}
  onopentagname(): void {}
  onprocessinginstruction(): void {}
  onselfclosingtag(): void {}
}
