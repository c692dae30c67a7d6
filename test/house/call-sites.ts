import { parse, type AnyNode } from 'acorn'
import { transformSync } from 'esbuild'

import { importsOf, type Source } from './sources.ts'

/** Globals and functions that open a connection. */
const OPENERS = new Set(['fetch', 'connect', 'WebSocket', 'EventSource', 'XMLHttpRequest'])
/** Modules that can open one. */
const NETWORK_MODULES =
  /^(cloudflare:sockets|@cloudflare\/puppeteer|undici|node:(net|tls|http|https|http2|dgram|dns)(\/.*)?)$/

/** Text that names none of them, in no spelling, needs no parser: most files. */
const HINT = new RegExp(String.raw`\b(?:${[...OPENERS].join('|')})\b|\\[ux]`)

/**
 * Where a file could reach the network: `fetch` for the plain name, `stub.fetch` for a member,
 * `import node:net` for a module. Names of properties and methods being defined do not count.
 */
export function callSitesOf(source: Source): readonly string[] {
  const found = new Set(
    importsOf(source)
      .filter((named) => !named.isType && NETWORK_MODULES.test(named.target))
      .map((named) => `import ${named.target}`),
  )
  if (!HINT.test(source.text)) return [...found].toSorted()
  const code = transformSync(source.text, { loader: 'ts', format: 'esm', target: 'es2024' }).code
  walk(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), null, (node, parent) => {
    const name = openerOf(node, parent, code)
    if (name !== null) found.add(name)
  })
  return [...found].toSorted()
}

/** Files that are given a transport and call it: each must ask the guard first. */
export const callsTransport = (source: Source): boolean => /\btransport\(/.test(source.text)
export const asksGuard = (source: Source): boolean => /\bassertMayConnect\(/.test(source.text)

function openerOf(node: AnyNode, parent: AnyNode | null, code: string): string | null {
  if (node.type === 'MemberExpression') return memberOf(node, code)
  if (node.type !== 'Identifier' || !OPENERS.has(node.name)) return null
  return isName(node, parent) ? null : node.name
}

function memberOf(node: AnyNode & { type: 'MemberExpression' }, code: string): string | null {
  const { property } = node
  const name =
    property.type === 'Identifier' && !node.computed
      ? property.name
      : property.type === 'Literal'
        ? String(property.value)
        : ''
  return OPENERS.has(name) ? `${code.slice(node.object.start, node.object.end)}.${name}` : null
}

/** A key or a member's name names nothing that could be called. */
function isName(node: AnyNode, parent: AnyNode | null): boolean {
  if (parent === null || !('computed' in parent) || parent.computed) return false
  if (parent.type === 'MemberExpression') return parent.property === node
  return parent.key === node && !('shorthand' in parent && parent.shorthand)
}

type Visit = (node: AnyNode, parent: AnyNode | null) => void

function walk(node: AnyNode, parent: AnyNode | null, visit: Visit): void {
  visit(node, parent)
  for (const child of Object.values(node).flat()) if (isNode(child)) walk(child, node, visit)
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value
