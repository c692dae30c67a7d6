import { RAW_ELEMENTS, type XssContext } from '../../payloads/xss.ts'
import { codeOfAddress, isNavigable } from './address.ts'
import { walkMarkup, type Element, type Quote, type Visitor } from './markup.ts'
import { isJavaScript, placesInScript } from './script.ts'

/** Where a word came back. `close` ends what stands around it; `isNested`: inside a srcdoc. */
export type Reflection = Readonly<{ context: XssContext; close: string; isNested: boolean }>

/** One document being read, and what was found so far. */
type Reading = Readonly<{
  word: string
  xml: boolean
  nesting: number
  found: Map<string, Reflection>
}>

const MAX_NESTING = 2

/** Every distinct place where a word stands in a document, in order. The word is lower case. */
export function findReflections(
  source: string,
  word: string,
  options: { xml: boolean; nesting?: number },
): readonly Reflection[] {
  if (!source.toLowerCase().includes(word)) return []
  const { xml, nesting = 0 } = options
  const reading: Reading = { word, xml, nesting, found: new Map() }
  walkMarkup(source, { xml }, visitorOf(reading))
  return [...reading.found.values()]
}

function visitorOf(reading: Reading): Visitor {
  const has = (text: string) => text.toLowerCase().includes(reading.word)
  return {
    attribute: (element, name, value, quote) => {
      if (has(name)) add(reading, element, 'name')
      if (has(value)) readValue(reading, element, name, value, quote)
    },
    open: (element) => {
      if (has(element.name)) add(reading, element, 'name')
    },
    text: (text, parent, isCdata) => {
      if (has(text)) readText(reading, text, parent, isCdata)
    },
    comment: (text, parent) => {
      if (!has(text)) return
      if (reading.xml) add(reading, parent, 'xml', '-->')
      else add(reading, parent, 'text', `-->${around(parent)}`)
    },
  }
}

function readText(reading: Reading, text: string, parent: Element | null, isCdata: boolean): void {
  if (reading.xml) return add(reading, parent, 'xml', isCdata ? ']]>' : '')
  if (parent?.name === 'script' && isJavaScript(parent.attributes.get('type'))) {
    for (const place of placesInScript(text, reading.word)) add(reading, parent, place, '')
  }
  return add(reading, parent, 'text')
}

function readValue(
  reading: Reading,
  element: Element,
  name: string,
  value: string,
  quote: Quote,
): void {
  const { word, nesting } = reading
  for (const place of placesInValue(element.name, name, value, word)) {
    add(reading, element, place, '')
  }
  if (element.name === 'iframe' && name === 'srcdoc' && nesting < MAX_NESTING) {
    for (const inside of findReflections(value, word, { xml: false, nesting: nesting + 1 })) {
      add(reading, element, inside.context, inside.close, true)
    }
  }
  add(reading, element, quote === '"' ? 'double' : quote === "'" ? 'single' : 'unquoted')
}

function placesInValue(
  element: string,
  attribute: string,
  value: string,
  word: string,
): Iterable<XssContext> {
  if (/^on[a-z]+$/.test(attribute)) return placesInScript(value, word)
  if (!isNavigable(element, attribute)) return []
  const code = codeOfAddress(value)
  if (code !== null) return placesInScript(code, word)
  return value.trimStart().toLowerCase().startsWith(word) ? ['address'] : []
}

function add(
  { found, nesting }: Reading,
  place: Element | null,
  context: XssContext,
  close = around(place),
  isNested = nesting > 0,
): void {
  found.set(`${context} ${close} ${isNested}`, { context, close, isNested })
}

/** The end tags of the raw elements around a place, inside out; of a start tag its own too. */
function around(place: Element | null): string {
  let close = ''
  for (let at = place; at !== null; at = at.parent) {
    if (RAW_ELEMENTS.has(at.name)) close += `</${at.name}>`
  }
  return close
}
