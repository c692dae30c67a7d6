import { Lexer, parse } from 'yaml'

import { done, refused, type Outcome } from './operation.ts'

/**
 * What a text may hold before it is parsed: the parser takes minutes, or all memory, for texts of few
 * bytes that nest, repeat or are wrong a million times. Its lexer is quick whatever it reads.
 */
const MOST = { lexemes: 500_000, depth: 60, chain: 20, anchors: 500, escapes: 5000 } as const

const OPTIONS = {
  uniqueKeys: false,
  maxAliasCount: 100,
  merge: true,
  prettyErrors: false,
  logLevel: 'error',
  schema: 'core',
} as const

/** A YAML 1.2 text as plain values, or why it is none. Never throws. */
export function readYaml(text: string): Outcome<unknown> {
  const reason = whyUnsafe(text)
  if (reason !== null) return refused(`The YAML ${reason}.`)
  try {
    const value: unknown = parse(text, OPTIONS)
    return done(value)
  } catch (error) {
    // Wrong syntax, an alias that multiplies, and a stack that ran out: none of it is our fault.
    const message = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : ''
    return refused(`The YAML does not parse: ${message.slice(0, 200)}`)
  }
}

function whyUnsafe(text: string): string | null {
  let [lexemes, depth, chain, anchors, escapes] = [0, 0, 0, 0, 0]
  for (const lexeme of new Lexer().lex(text)) {
    const [first = ''] = lexeme
    if ((lexemes += 1) > MOST.lexemes) return 'is too large'
    if (lexeme === '[' || lexeme === '{') depth += 1
    else if (lexeme === ']' || lexeme === '}') depth = Math.max(0, depth - 1)
    else if (/^[-?:]$/.test(lexeme)) chain += 1
    else if (first === '\n' || first === '\r') chain = 0
    else if (/[\w"']/.test(first)) chain = Math.max(0, chain - 1)
    if (/[&*!%]/.test(first) || lexeme.startsWith('---') || lexeme === '...') anchors += 1
    if (first === '"') escapes += lexeme.split('\\', MOST.escapes + 2).length - 1
    if (depth > MOST.depth || chain > MOST.chain) return 'is nested too deep'
    if (anchors > MOST.anchors) return 'holds too many anchors, aliases, tags or documents'
    if (escapes > MOST.escapes) return 'holds too many escapes'
  }
  return null
}
