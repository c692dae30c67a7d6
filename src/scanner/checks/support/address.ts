/** Attributes whose address a browser opens in place of the page or inside it. */
const NAVIGABLE: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['href', 'xlink:href']],
  ['area', ['href']],
  ['form', ['action']],
  ['button', ['formaction']],
  ['input', ['formaction']],
  ['iframe', ['src']],
  ['frame', ['src']],
  ['embed', ['src']],
  ['object', ['data']],
])

const SPACE = 0x20

export const isNavigable = (element: string, attribute: string): boolean =>
  NAVIGABLE.get(element)?.includes(attribute) ?? false

/** The code of a `javascript:` address as a browser would run it, or null for other addresses. */
export function codeOfAddress(value: string): string | null {
  // URL standard: control characters and spaces in front, tabs and newlines anywhere are dropped.
  let start = 0
  while (value.charCodeAt(start) <= SPACE) start += 1
  const cleaned = value.slice(start).replace(/[\t\n\r]/g, '')
  const code = /^javascript:(.*)$/is.exec(cleaned)?.[1]
  if (code === undefined) return null
  return code.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      // Bytes that are no UTF-8 stay; the code around them still counts.
      return bytes
    }
  })
}
