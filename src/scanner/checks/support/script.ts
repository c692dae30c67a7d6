import { parse, tokenizer, type CallExpression, type Node } from 'acorn'

import { LIMITS } from '../../../limits.ts'
import type { XssContext } from '../../payloads/xss.ts'

const OPTIONS = { ecmaVersion: 'latest', allowHashBang: true } as const

/** A script element that runs: its type is JavaScript or absent (HTML standard, 4.12.1). */
export const isJavaScript = (type: string | undefined): boolean =>
  type === undefined ||
  /^\s*(?:module|(?:text|application)\/(?:x-)?(?:java|ecma|j)script|)\s*(?:;|$)/i.test(type)

/**
 * True when the code parses and calls a function of this name outside of strings and comments.
 * `handler`: the code of an event attribute, where `return` is allowed.
 */
export function callsFunction(
  code: string,
  name: string,
  kind: 'script' | 'module' | 'handler',
): boolean {
  if (code.length > LIMITS.scriptBytes || !code.toLowerCase().includes(name)) return false
  return hasCall(parsed(code, kind), name)
}

function parsed(code: string, kind: 'script' | 'module' | 'handler'): Node | null {
  try {
    return parse(code, {
      ...OPTIONS,
      sourceType: kind === 'module' ? 'module' : 'script',
      allowReturnOutsideFunction: kind === 'handler',
    })
  } catch {
    // Code that does not parse does not run either.
    return null
  }
}

/** Walks without recursion: a long sum is a tree as deep as it is long. */
function hasCall(program: Node | null, name: string): boolean {
  const waiting: unknown[] = [program]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    if (isCall(value) && isNamed(value.callee, name)) return true
    for (const field of Object.values(value)) waiting.push(field)
  }
  return false
}

const isCall = (value: object): value is CallExpression =>
  Reflect.get(value, 'type') === 'CallExpression'

const isNamed = (callee: CallExpression['callee'], name: string): boolean =>
  callee.type === 'Identifier' && callee.name.toLowerCase() === name

const QUOTES: Readonly<Record<string, XssContext>> = {
  '"': 'js.double',
  "'": 'js.single',
  '`': 'js.template',
}

/** The places in code where a word stands: strings by their quote, comments, code. */
export function placesInScript(code: string, word: string): ReadonlySet<XssContext> {
  if (code.length > LIMITS.scriptBytes) return new Set()
  const places = new Set<XssContext>()
  const lower = code.toLowerCase()
  const holds = (start: number, end: number) => lower.slice(start, end).includes(word)
  const onComment = (isBlock: boolean, _text: string, start: number, end: number) => {
    if (holds(start, end)) places.add(isBlock ? 'js.block' : 'js.line')
  }
  try {
    for (const token of tokenizer(code, { ...OPTIONS, onComment })) {
      if (!holds(token.start, token.end)) continue
      const label = token.type.label
      if (label === 'string') places.add(QUOTES[code[token.start] ?? ''] ?? 'js.code')
      else if (label === 'template') places.add('js.template')
      else if (label === 'regexp') places.add('js.regexp')
      else places.add('js.code')
    }
  } catch {
    // Half a script, or none: the character before the word tells what it can.
    const before = code[lower.indexOf(word) - 1] ?? ''
    places.add(QUOTES[before] ?? 'js.code')
  }
  return places
}
