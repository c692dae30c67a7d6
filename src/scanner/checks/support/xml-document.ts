/** Names that XML allows without a prefix (XML 1.0, 2.3); letters of others are not worth the risk. */
const NAME = /^[A-Za-z_][\w.-]{0,100}$/
const FIRST_ELEMENT = /<([A-Za-z_][\w:.-]*)[\s/>]/
/** Longer documents are data, not examples. */
const MOST_CHARS = 20_000
const MOST_DEPTH = 10

/** The name of the document's element and where it starts, or null for what is no XML. */
export function rootOf(document: string): Readonly<{ name: string; start: number }> | null {
  if (document.length > MOST_CHARS || !/^\s*</.test(document)) return null
  const found = FIRST_ELEMENT.exec(document)
  return found?.[1] === undefined ? null : { name: found[1], start: found.index }
}

/** The document with a document type of ours in place of its own; what is no document stays. */
export function withDoctype(document: string, doctype: string): string {
  const root = rootOf(document)
  if (root === null) return document
  const head = document.slice(0, root.start).replace(/<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>/i, '')
  return `${head}${doctype}${document.slice(root.start)}`
}

/** A JSON object as the XML that binders read it from: `{"a":{"b":1}}` → `<root><a><b>1</b></a></root>`. */
export function xmlOfJson(text: string): string | null {
  try {
    const content = elementsOf(JSON.parse(text), 0)
    return content === null ? null : `<?xml version="1.0"?><root>${content}</root>`
  } catch {
    // No JSON, or an object that XML has no form for: there is nothing to send.
    return null
  }
}

function elementsOf(value: unknown, depth: number): string | null {
  if (depth > MOST_DEPTH) return null
  if (typeof value === 'string') return encode(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown) => ['item', item])
    : Object.entries(value)
  const elements = entries.map(([name, item]) => {
    const content = NAME.test(name) ? elementsOf(item, depth + 1) : null
    return content === null ? null : `<${name}>${content}</${name}>`
  })
  return elements.includes(null) ? null : elements.join('')
}

const encode = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
