import { Parser, type Handler } from 'htmlparser2'

import { RAW_ELEMENTS, type XssContext } from '../../payloads/xss.ts'
import { codeOfAddress, isNavigable } from './address.ts'
import { isJavaScript, placesInScript } from './script.ts'

/** Where a word came back. `close` ends what stands around it; `isNested`: inside a srcdoc. */
export type Reflection = Readonly<{ context: XssContext; close: string; isNested: boolean }>

type Open = { name: string; type: string | undefined }
/** One document being read: the elements around the current place, and what was found so far. */
type Reading = {
  word: string
  xml: boolean
  nesting: number
  open: Open[]
  found: Map<string, Reflection>
}

const MAX_NESTING = 2

/** Every distinct place where a word stands in a document, in order. The word is lower case. */
export function findReflections(
  source: string,
  word: string,
  options: { xml: boolean; nesting?: number },
): readonly Reflection[] {
  if (!source.toLowerCase().includes(word)) return []
  const { xml, nesting = 0 } = options
  const reading: Reading = { word, xml, nesting, open: [], found: new Map() }
  new Parser(handlerOf(reading), { xmlMode: xml }).end(source)
  return [...reading.found.values()]
}

function handlerOf(reading: Reading): Partial<Handler> {
  const has = (text: string) => text.toLowerCase().includes(reading.word)
  let isCdata = false
  return {
    onopentagname: (name) => {
      reading.open.push({ name, type: undefined })
      if (has(name)) add(reading, 'name')
    },
    onattribute: (name, value, quote) => {
      const element = reading.open.at(-1)
      if (element !== undefined && name === 'type') element.type = value
      if (has(name)) add(reading, 'name')
      if (has(value)) readValue(reading, name, value, quote)
    },
    ontext: (data) => {
      if (has(data)) readText(reading, data, isCdata)
    },
    oncomment: (data) => {
      if (has(data))
        add(reading, reading.xml ? 'xml' : 'text', `-->${reading.xml ? '' : around(reading)}`)
    },
    oncdatastart: () => void (isCdata = true),
    oncdataend: () => void (isCdata = false),
    onclosetag: () => void reading.open.pop(),
  }
}

function readText(reading: Reading, data: string, isCdata: boolean): void {
  if (reading.xml) return add(reading, 'xml', isCdata ? ']]>' : '')
  const element = reading.open.at(-1)
  if (element?.name === 'script' && isJavaScript(element.type)) {
    for (const place of placesInScript(data, reading.word)) add(reading, place, '')
  }
  return add(reading, 'text')
}

function readValue(
  reading: Reading,
  name: string,
  value: string,
  quote: string | null | undefined,
): void {
  const { word, nesting } = reading
  const element = reading.open.at(-1)?.name ?? ''
  for (const place of placesInValue(element, name, value, word)) add(reading, place, '')
  if (element === 'iframe' && name === 'srcdoc' && nesting < MAX_NESTING) {
    for (const inside of findReflections(value, word, { xml: false, nesting: nesting + 1 })) {
      add(reading, inside.context, inside.close, true)
    }
  }
  add(reading, quote === '"' ? 'double' : quote === "'" ? 'single' : 'unquoted')
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
  reading: Reading,
  context: XssContext,
  close = around(reading),
  isNested = reading.nesting > 0,
): void {
  reading.found.set(`${context} ${close} ${isNested}`, { context, close, isNested })
}

/** The end tags of the raw elements around the current place, inside out. */
const around = ({ open }: Reading): string =>
  open
    .filter(({ name }) => RAW_ELEMENTS.has(name))
    .map(({ name }) => `</${name}>`)
    .toReversed()
    .join('')
