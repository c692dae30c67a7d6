import { stripTypeScriptTypes } from 'node:module'

import { parse, type Node } from 'acorn'

/** One change of a source text: what stands at [start, end) becomes `text`. */
export type Mutant = Readonly<{
  kind: 'payload' | 'step'
  start: number
  end: number
  text: string
  /** What a reader of the result sees. */
  says: string
}>

type Syntax = Node & Readonly<Record<string, unknown>>

/**
 * Every payload and every confirmation step of a source file, each left out once: an element of a table
 * of data; a guard that never fires; one side of a condition; a confidence that is always the same.
 */
export function mutantsOf(source: string): readonly Mutant[] {
  // Types become blanks, so that every place is the same in both texts.
  const code = stripTypeScriptTypes(source)
  const root = parse(code, { ecmaVersion: 'latest', sourceType: 'module' })
  const found: Mutant[] = []
  const visit = (node: unknown, isData: boolean, parent: Syntax | null): void => {
    if (Array.isArray(node)) return node.forEach((each) => visit(each, isData, parent))
    if (!isSyntax(node)) return
    if (isMeta(node)) return
    const inData =
      isData && node.type !== 'ArrowFunctionExpression' && node.type !== 'FunctionExpression'
    found.push(...mutantsAt(node, source, inData && parent?.type !== 'ArrayExpression'))
    for (const [key, child] of Object.entries(node)) if (key !== 'type') visit(child, inData, node)
  }
  for (const statement of root.body) {
    const isTable = /^(?:export\s+)?const\s/.test(code.slice(statement.start, statement.end))
    visit(statement, isTable, null)
  }
  return found
}

const isSyntax = (node: unknown): node is Syntax =>
  typeof node === 'object' && node !== null && 'type' in node && 'start' in node

/** What is told to readers: nothing of it is sent. */
const isMeta = (node: Syntax): boolean =>
  node.type === 'Property' &&
  isSyntax(node['key']) &&
  (node['key']['name'] === 'meta' || node['key']['name'] === 'probes')

function mutantsAt(node: Syntax, source: string, isData: boolean): readonly Mutant[] {
  const textOf = (part: Node): string => source.slice(part.start, part.end)
  const short = (part: Node): string => textOf(part).replace(/\s+/g, ' ').slice(0, 90)
  switch (node.type) {
    case 'ArrayExpression': {
      // A list in a list is a row of a table, and goes as a whole.
      if (!isData) return []
      return childrenOf(node, 'elements').map((element) => ({
        kind: 'payload',
        ...withComma(source, element),
        text: '',
        says: `without ${short(element)}`,
      }))
    }
    case 'IfStatement': {
      const [test] = childrenOf(node, 'test')
      const [body] = childrenOf(node, 'consequent')
      if (test === undefined || body === undefined) return []
      const isGuard = /^\{?\s*(?:\/\/[^\n]*\s*)*(?:return|continue|break|throw)\b/.test(
        textOf(body),
      )
      const text = isGuard ? 'false' : 'true'
      return [
        {
          kind: 'step',
          start: test.start,
          end: test.end,
          text,
          says: `if (${short(test)}) is ${text}`,
        },
      ]
    }
    case 'LogicalExpression': {
      const [left] = childrenOf(node, 'left')
      const [right] = childrenOf(node, 'right')
      if (node['operator'] === '??' || left === undefined || right === undefined) return []
      return [left, right].map((kept) => ({
        kind: 'step',
        start: node.start,
        end: node.end,
        text: `(${textOf(kept)})`,
        says: `${short(node)} is only ${short(kept)}`,
      }))
    }
    case 'ConditionalExpression': {
      const [test] = childrenOf(node, 'test')
      const grades = [...childrenOf(node, 'consequent'), ...childrenOf(node, 'alternate')].map(
        textOf,
      )
      if (
        test === undefined ||
        !grades.some((text) => /^'(?:confirmed|likely|possible)'$/.test(text))
      )
        return []
      return ['true', 'false'].map((text) => ({
        kind: 'step',
        start: test.start,
        end: test.end,
        text,
        says: `${short(node)} with ${text}`,
      }))
    }
    default:
      return []
  }
}

function childrenOf(node: Syntax, key: string): readonly Syntax[] {
  return [node[key]].flat().filter(isSyntax)
}

/** The element and the comma behind it. */
function withComma(source: string, { start, end }: Node): Readonly<{ start: number; end: number }> {
  const comma = /^\s*,/.exec(source.slice(end))
  return { start, end: end + (comma?.[0].length ?? 0) }
}
