import { decodeSegment } from '../crawl/urls.ts'
import { isTree, memberOf, treeOf, type Tree } from './values.ts'

const MOST_HOPS = 20

/** Follows `$ref`s inside the document; what leads nowhere, or in a circle, is an empty object. */
export type Resolve = (value: unknown) => Tree

export function makeResolver(root: Tree): Resolve {
  return (value) => {
    let found: unknown = value
    for (let hop = 0; hop < MOST_HOPS; hop++) {
      const reference = memberOf(found, '$ref')
      if (typeof reference !== 'string') return treeOf(found)
      const { $ref: _, ...beside } = treeOf(found)
      const target = pointedAt(root, reference)
      // OpenAPI 3.1 lets other keywords stand beside a reference; 3.0 ignores them, mostly summaries.
      found = isTree(target) ? { ...target, ...beside } : target
    }
    return {}
  }
}

/** RFC 6901, as the fragment of a URL. */
function pointedAt(root: Tree, reference: string): unknown {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  let value: unknown = root
  for (const step of reference.slice(2).split('/')) {
    const key = decodeSegment(step).replaceAll('~1', '/').replaceAll('~0', '~')
    value = Array.isArray(value) ? (value as unknown[])[Number(key)] : memberOf(value, key)
  }
  return value
}
