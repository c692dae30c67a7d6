import { parse, type Node } from 'acorn'

import { LIMITS } from '../../limits.ts'
import type { Exchange } from '../http/exchange.ts'

/** A node of the syntax tree (ESTree), its parts not yet looked at. */
export type Syntax = Node & Readonly<Record<string, unknown>>

/** A look at each node costs little, but a script of 300 kB has a hundred thousand. */
const MOST_NODES = 400_000

const trees = new WeakMap<Exchange, Map<string, Syntax | null>>()

/**
 * The tree of a script that an answer holds, parsed once for all who read it. Null for what does not
 * parse or is longer than LIMITS.scriptBytes.
 */
export function syntaxOf(exchange: Exchange, text: string): Syntax | null {
  const known = trees.get(exchange) ?? new Map<string, Syntax | null>()
  trees.set(exchange, known)
  const tree = known.get(text)
  if (tree !== undefined) return tree
  const parsed = text.length <= LIMITS.scriptBytes ? parsedScript(text) : null
  known.set(text, parsed)
  return parsed
}

/** The same of a text that stands in no answer. */
export function parsedScript(text: string): Syntax | null {
  const options = { ecmaVersion: 'latest', allowReturnOutsideFunction: true } as const
  for (const sourceType of ['script', 'module'] as const) {
    try {
      const root = parse(text, { ...options, sourceType })
      return isSyntax(root) ? root : null
    } catch (error) {
      // Not this kind of script, or none at all: a page may hold anything in a script element. Code
      // that nests too deep ends the stack, which is no fault of ours either.
      if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error
    }
  }
  return null
}

export const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const lists = new WeakMap<Syntax, readonly Syntax[]>()

/**
 * All nodes below and with `root`, each before what stands in it; at most MOST_NODES. Listed once for
 * all who read a tree.
 */
export function nodesOf(root: Syntax): readonly Syntax[] {
  const known = lists.get(root)
  if (known !== undefined) return known
  const nodes = listNodes(root)
  lists.set(root, nodes)
  return nodes
}

function listNodes(root: Syntax): readonly Syntax[] {
  const nodes: Syntax[] = []
  const open: unknown[] = [root]
  while (open.length > 0 && nodes.length < MOST_NODES) {
    const node = open.pop()
    if (Array.isArray(node)) for (let at = node.length - 1; at >= 0; at -= 1) open.push(node[at])
    else if (isSyntax(node)) {
      nodes.push(node)
      for (const key in node) {
        const value = node[key]
        if (typeof value === 'object' && value !== null) open.push(value)
      }
    }
  }
  return nodes
}

/** `fetch` of `fetch` and of `window.fetch`; null for what is computed. */
export function nameOf(callee: unknown): string | null {
  if (!isSyntax(callee)) return null
  const identifier = callee.type === 'MemberExpression' ? callee['property'] : callee
  return isSyntax(identifier) && typeof identifier['name'] === 'string' ? identifier['name'] : null
}

/** The key of a property that is written out. */
export function keyOf(node: Syntax): string | null {
  const key = node['key']
  if (node.type !== 'Property' || !isSyntax(key) || node['computed'] === true) return null
  if (typeof key['name'] === 'string') return key['name']
  const value = key['value']
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

/** The properties of an object literal, by their key; none of any other node. */
export function propertiesOf(node: unknown): readonly (readonly [key: string, value: Syntax])[] {
  if (!isSyntax(node) || node.type !== 'ObjectExpression') return []
  return listOf(node['properties']).flatMap((each) => {
    if (!isSyntax(each)) return []
    const key = keyOf(each)
    const value = each['value']
    return key === null || !isSyntax(value) ? [] : [[key, value] as const]
  })
}

export const property = (node: unknown, name: string): Syntax | undefined =>
  propertiesOf(node).find(([key]) => key === name)?.[1]
