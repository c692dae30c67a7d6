import { isSyntax, propertiesOf, type Syntax } from '../script-syntax.ts'
import type { ScriptValues } from '../script-values.ts'
import { ROUTE_SIGNS } from './script-sinks.ts'

const MOST_ROUTES = 500
const MOST_DEPTH = 60
/** Part of a route: no spaces, none of the marks of code. */
const ROUTE = /^[\w.~%/:+@!*$()[\]{}?\\|-]{0,300}$/

type Route = Readonly<{ path: string; id: string | undefined; parentId: string | undefined }>

/**
 * The addresses of tables of routes: objects with a `path` beside what it shows, children within
 * their parents (Vue, React Router, Angular) or naming them (`parentId`, Remix).
 */
export function routePaths(nodes: readonly Syntax[], values: ScriptValues): readonly string[] {
  const paths = new Set<string>()
  const named = new Map<string, Route>()
  const done = new Set<Syntax>()
  const below = (node: unknown, prefix: string, depth: number): void => {
    if (Array.isArray(node)) for (const each of node) below(each, prefix, depth)
    if (!isSyntax(node) || depth > MOST_DEPTH || done.has(node) || paths.size >= MOST_ROUTES) return
    done.add(node)
    const route = node.type === 'ObjectExpression' ? routeOf(node, values) : null
    const here = route === null ? prefix : joined(prefix, route.path)
    if (route !== null) {
      if (route.id !== undefined && route.parentId !== undefined) named.set(route.id, route)
      else if (route.id !== undefined) named.set(route.id, { ...route, path: here })
      if (route.parentId === undefined && route.path !== '') paths.add(here)
    }
    for (const value of Object.values(node)) {
      if (typeof value === 'object' && value !== null) below(value, here, depth + 1)
    }
  }
  // The outermost come first: children are read with the prefix of their parents.
  for (const node of nodes) {
    if (node.type === 'ObjectExpression' && !done.has(node)) below(node, '', 0)
  }
  for (const route of named.values()) {
    if (route.parentId !== undefined) paths.add(fullPath(route, named))
  }
  return [...paths].filter((path) => path.length > 1)
}

function routeOf(node: Syntax, values: ScriptValues): Route | null {
  const all = new Map(propertiesOf(node))
  const signs = [...all.keys()].some((key) => ROUTE_SIGNS.has(key))
  const textOf = (key: string): string | undefined => values.of(all.get(key))[0]
  const id = textOf('id')
  const parentId = textOf('parentId')
  const path = textOf('path') ?? (parentId === undefined ? undefined : '')
  const isPlain = all.size === 1 && path?.startsWith('/') === true
  if (path === undefined || !(signs || isPlain || id !== undefined) || !ROUTE.test(path))
    return null
  return path.startsWith('**') ? null : { path, id, parentId }
}

const joined = (prefix: string, path: string): string =>
  path.startsWith('/') ? path : `${prefix.replace(/(?:\/\*?)?$/, '')}/${path}`

function fullPath(route: Route, named: ReadonlyMap<string, Route>): string {
  let path = route.path
  let parent = named.get(route.parentId ?? '')
  for (let depth = 0; parent !== undefined && depth < MOST_DEPTH; depth += 1) {
    if (path.startsWith('/')) break
    path = joined(parent.path, path)
    parent = named.get(parent.parentId ?? '')
  }
  return path.startsWith('/') ? path : `/${path}`
}
