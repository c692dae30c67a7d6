/**
 * What a browser reads of a structured header (RFC 9651): a dictionary of items and inner lists, as
 * words. Null when it does not parse, as then the whole header counts for nothing.
 */
export function parseDictionary(header: string): ReadonlyMap<string, readonly string[]> | null {
  const members = new Map<string, readonly string[]>()
  if (header.trim() === '') return members
  for (const text of splitOutside(header)) {
    const [, key = '', value] = /^\s*([a-z*][a-z0-9_.*-]{0,63})(?:=(.*))?$/s.exec(text) ?? []
    const words = value === undefined ? null : wordsOf(value.trim())
    // A key alone means `true`, which no browser takes for a list of origins.
    if (words === null) return null
    members.set(key, words)
  }
  return members
}

/** One word of an item header, parameters aside; null when it is none. */
export const tokenOf = (header: string): string | null =>
  /^\s*([a-zA-Z*][\w!#$%&'*+.^`|~:/-]{0,63})\s*(?:;[^,]*)?$/.exec(header)?.[1] ?? null

const WORD = /^(?:[a-zA-Z*][\w!#$%&'*+.^`|~:/-]{0,200}|"[^"\\]{0,2000}")$/
const PARAMETERS =
  /^(?:;\s*[a-z*][a-z0-9_.*-]{0,63}(?:=(?:"[^"\\]{0,2000}"|[^;"\s()]{1,2000}))?\s*){0,5}$/

function wordsOf(value: string): readonly string[] | null {
  const [, list, item, parameters = ''] = /^(?:\(([^()]*)\)|([^;()]*))(.*)$/s.exec(value) ?? []
  if (!PARAMETERS.test(parameters.trim())) return null
  const words = list?.split(/\s+/).filter((word) => word !== '') ?? [item?.trim() ?? '']
  return words.every((word) => WORD.test(word)) ? words : null
}

/** The parts between commas that stand outside of quotes: in a list no other comma may stand. */
function splitOutside(text: string): readonly string[] {
  const parts: string[] = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') isQuoted = !isQuoted
    else if (character === ',' && !isQuoted) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}
