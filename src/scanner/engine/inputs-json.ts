import { LIMITS } from '../../limits.ts'

/** A string, number, boolean or null inside a JSON text. */
export type JsonLeaf = Readonly<{
  /** RFC 6901; the empty string is the whole document. */
  pointer: string
  /** A string's characters; of other values the JSON text. */
  value: string
  /** Where it stands in the text. */
  start: number
  end: number
}>

/** An open array or object. `key` is null where an object's next string is a key. */
type Container = { pointer: string; isArray: boolean; index: number; key: string | null }

/** What a valid JSON text is made of; whitespace, commas and colons stand between. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]|[^\s,:[\]{}"]+/g

/**
 * Every leaf of a JSON text with its place, at most LIMITS.jsonValues; none if the text is not
 * JSON. Places, because writing the parsed value again would change large numbers and repeated keys.
 */
export function jsonLeaves(text: string): readonly JsonLeaf[] {
  return isJson(text) ? [...leavesOf(text)] : []
}

/** The text with one leaf replaced by a string; of repeated keys the last, which parsers take. */
export function replaceJsonLeaf(text: string, pointer: string, payload: string): string {
  const leaf = jsonLeaves(text).findLast((candidate) => candidate.pointer === pointer)
  if (leaf === undefined) return text
  return text.slice(0, leaf.start) + JSON.stringify(payload.toWellFormed()) + text.slice(leaf.end)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // Not JSON is an answer here, not a failure.
    return false
  }
}

function* leavesOf(text: string): Iterable<JsonLeaf> {
  const open: Container[] = []
  let seen = 0
  for (const { 0: token, index: start } of text.matchAll(TOKEN)) {
    const inside = open.at(-1)
    if (seen >= LIMITS.jsonValues) return
    if (token === '}' || token === ']') {
      open.pop()
      finishValue(open.at(-1))
    } else if (inside?.isArray === false && inside.key === null) {
      inside.key = stringOf(token)
    } else if (token === '{' || token === '[') {
      open.push({ pointer: pointerIn(inside), isArray: token === '[', index: 0, key: null })
    } else {
      seen++
      const value = token.startsWith('"') ? stringOf(token) : token
      yield { pointer: pointerIn(inside), value, start, end: start + token.length }
      finishValue(inside)
    }
  }
}

function finishValue(inside: Container | undefined): void {
  if (inside === undefined) return
  inside.index++
  inside.key = null
}

function pointerIn(inside: Container | undefined): string {
  if (inside === undefined) return ''
  const step = inside.isArray ? String(inside.index) : (inside.key ?? '')
  return `${inside.pointer}/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function stringOf(token: string): string {
  const value: unknown = JSON.parse(token)
  return typeof value === 'string' ? value : token
}
