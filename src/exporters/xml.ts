import { cleanText } from './clean.ts'

/** Markup that is ready; texts become markup by the functions of this file only. */
export type Xml = Readonly<{ xml: string }>

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Parsers make line ends one kind in text, and blanks in attributes.
  '\r': '&#13;',
}
const IN_ATTRIBUTES = { ...ESCAPES, '\n': '&#10;', '\t': '&#9;' } satisfies typeof ESCAPES

const escaped = (text: string, escapes: typeof ESCAPES, what: RegExp): string =>
  cleanText(text).replace(what, (char) => escapes[char] ?? char)

export const xmlText = (text: string): Xml => ({ xml: escaped(text, ESCAPES, /[&<>"\r]/g) })

/** `]]>` cannot stand in a CDATA section: it is split between two. */
export const cdata = (text: string): Xml => ({
  xml: `<![CDATA[${cleanText(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`,
})

export type Attributes = Readonly<Record<string, string | number | boolean | null>>

/** An element; attributes that are null are left out. */
export function element(
  name: string,
  attributes: Attributes = {},
  ...children: readonly Xml[]
): Xml {
  const pairs = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}="${escaped(String(value), IN_ATTRIBUTES, /[&<>"\r\n\t]/g)}"`)
  const head = `<${name}${pairs.join('')}`
  const inner = children.map((child) => child.xml).join('')
  return { xml: inner === '' ? `${head}/>\n` : `${head}>${inner}</${name}>\n` }
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
