import { LIMITS } from '../../limits.ts'

/** Below these stands data of the API, in which a `$ref` refers to nothing. */
const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const'])
/** The keys below these are names that somebody chose, whatever they read like. */
const NAMED: ReadonlySet<string> = new Set(
  [
    'properties patternProperties definitions $defs schemas parameters responses requestBodies',
    'headers paths callbacks variables securitySchemes links dependentSchemas',
  ].flatMap((line) => line.split(' ')),
)

type Visit = Readonly<{ value: unknown; depth: number; isNames: boolean }>

/**
 * Why a document cannot be used as a whole: too many values, nested too deep, or a reference that
 * leads out of it. Null when nothing speaks against it; afterwards walks may recurse.
 */
export function whyUnusable(root: unknown): string | null {
  const open: Visit[] = [{ value: root, depth: 0, isNames: false }]
  let seen = 0
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value, depth, isNames } = visit
    if (typeof value !== 'object' || value === null) continue
    if (depth > LIMITS.apiSpecDepth)
      return `It is nested deeper than ${LIMITS.apiSpecDepth} levels.`
    const isList = Array.isArray(value)
    for (const [key, child] of Object.entries(value)) {
      if ((seen += 1) > LIMITS.apiSpecValues) return 'It holds too many values.'
      if (key === '$ref' && !isNames && typeof child === 'string' && !child.startsWith('#')) {
        return `It refers to another document, "${child.slice(0, 100)}": only references inside it are followed.`
      }
      if (!isNames && !isList && (DATA.has(key) || key.startsWith('x-'))) {
        if (depthOf(child) > LIMITS.apiSpecDepth) return 'An example in it is nested too deep.'
        continue
      }
      open.push({ value: child, depth: depth + 1, isNames: !isNames && NAMED.has(key) })
    }
  }
  return null
}

/** Level by level, up to one past the limit; shared parts and circles end there too. */
function depthOf(root: unknown): number {
  let level: readonly unknown[] = [root]
  for (let depth = 0; depth <= LIMITS.apiSpecDepth; depth++) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
    if (level.length === 0) return depth
    if (level.length > LIMITS.apiSpecValues) break
  }
  return LIMITS.apiSpecDepth + 1
}
