/** The text of an element that holds no other element. */
export type XmlLeaf = Readonly<{
  /** Names from the root, repeated ones numbered from the second on: `/order/item/2/note`. */
  pointer: string
  value: string
  start: number
  end: number
}>

/** Tags, and what may stand between them; comments, CDATA and declarations are skipped whole. */
const TOKEN =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<[?!][^>]*>|<(\/?)([A-Za-z_][\w:.-]*)[^<>]*?(\/?)>/g

/** Longer bodies are data, not examples; and comments that never end cost their square. */
const MOST_CHARS = 20_000

type Open = { pointer: string; from: number; isLeaf: boolean; seen: Map<string, number> }

/** Every leaf of an XML text with its place. */
export function xmlLeaves(text: string): readonly XmlLeaf[] {
  if (text.length > MOST_CHARS) return []
  const leaves: XmlLeaf[] = []
  const open: Open[] = []
  for (const { 0: token, 1: closing, 2: name, 3: empty, index } of text.matchAll(TOKEN)) {
    if (name === undefined) continue
    const inside = open.at(-1)
    if (closing === '/') {
      if (inside?.isLeaf === true) {
        const value = decodeXml(text.slice(inside.from, index))
        leaves.push({ pointer: inside.pointer, value, start: inside.from, end: index })
      }
      open.pop()
      continue
    }
    const pointer = `${inside?.pointer ?? ''}/${stepIn(inside, name)}`
    if (inside !== undefined) inside.isLeaf = false
    if (empty === '/') continue
    open.push({ pointer, from: index + token.length, isLeaf: true, seen: new Map() })
  }
  return leaves
}

/** The text with one leaf replaced, encoded as element content. */
export function replaceXmlLeaf(text: string, pointer: string, payload: string): string {
  const leaf = xmlLeaves(text).find((candidate) => candidate.pointer === pointer)
  if (leaf === undefined) return text
  return text.slice(0, leaf.start) + encodeXml(payload) + text.slice(leaf.end)
}

function stepIn(inside: Open | undefined, name: string): string {
  const nth = (inside?.seen.get(name) ?? 0) + 1
  inside?.seen.set(name, nth)
  return nth === 1 ? name : `${name}/${nth}`
}

const encodeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const decodeXml = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
