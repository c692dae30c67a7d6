import { LIMITS } from '../../limits.ts'
import { isDangerous } from '../crawl/avoid.ts'
import type { Resolve } from './references.ts'
import { sampleNumber, sampleText } from './sample-scalar.ts'
import { plainSchema, statedValue, typeOf } from './schema.ts'
import { isTree, listOf, memberOf, numberOf, textOf, treeOf, type Tree } from './values.ts'

/** From here on only what is required is filled in. */
const OPTIONAL_DEPTH = 4
const MOST_DEPTH = 12
const MOST_ITEMS = 3

export type Sampler = Readonly<{
  /** A value that the schema takes; null where it is nested, or refers to itself, too deep. */
  sample(schema: unknown, name: string): unknown
}>

/**
 * One for each request: all its values together are at most LIMITS.apiRequestValues. A schema inside
 * itself, and one below `optionalDepth`, gets only what is required.
 */
export function makeSampler(resolve: Resolve, optionalDepth = OPTIONAL_DEPTH): Sampler {
  let left: number = LIMITS.apiRequestValues
  const open: string[] = []

  function sample(given: unknown, name: string, depth: number): unknown {
    const reference = textOf(memberOf(given, '$ref'))
    if (reference !== null) open.push(reference)
    const value = valueOf(given, name, depth)
    if (reference !== null) open.pop()
    return value
  }

  function valueOf(given: unknown, name: string, depth: number): unknown {
    left -= 1
    if (depth > MOST_DEPTH || left <= 0) return null
    const schema = plainSchema(given, resolve)
    const stated = statedValue(schema)
    if (stated !== undefined && isSmall(stated)) return stated
    switch (typeOf(schema)) {
      case 'object':
        return sampleObject(schema, name, depth)
      case 'array':
        return sampleArray(schema, name, depth)
      case 'integer':
        return sampleNumber(schema, true)
      case 'number':
        return sampleNumber(schema, false)
      case 'boolean':
        return !saysDanger(name)
      case 'null':
        return null
      default:
        return sampleText(schema, name)
    }
  }

  function sampleObject(schema: Tree, name: string, depth: number): Tree {
    const required = new Set(listOf(schema['required']))
    const properties = Object.entries(treeOf(schema['properties']))
    const wanted = properties.filter(
      ([key, value]) =>
        required.has(key) ||
        (depth < optionalDepth && !isOpen(value) && resolve(value)['readOnly'] !== true),
    )
    const filled = wanted.flatMap(([key, value]) =>
      left > 0 ? [[key, sample(value, key, depth + 1)] as const] : [],
    )
    const others = schema['additionalProperties']
    if (filled.length === 0 && isTree(others) && depth < optionalDepth) {
      return { palisade: sample(others, name, depth + 1) }
    }
    return Object.fromEntries(filled)
  }

  /** True for a schema, or a list of it, that is being filled in above. */
  const isOpen = (value: unknown): boolean =>
    [value, memberOf(value, 'items')].some((each) =>
      open.includes(textOf(memberOf(each, '$ref')) ?? ''),
    )

  function sampleArray(schema: Tree, name: string, depth: number): readonly unknown[] {
    const least = Math.min(MOST_ITEMS, numberOf(schema['minItems']) ?? 0)
    if (least < 1 && depth >= optionalDepth) return []
    const fixed = listOf(schema['prefixItems']).slice(0, MOST_ITEMS)
    if (fixed.length > 0) return fixed.map((item) => sample(item, name, depth + 1))
    const items = schema['items'] ?? {}
    return Array.from({ length: Math.max(1, least) }, () => sample(items, name, depth + 1))
  }

  return { sample: (schema, name) => sample(schema, name, 0) }
}

const ANYWHERE = new URL('https://palisade.example/')

/** `sendEmail: true` would send one. */
const saysDanger = (name: string): boolean => isDangerous('POST', ANYWHERE, name)

const isSmall = (value: unknown): boolean =>
  JSON.stringify(value).length <= LIMITS.apiRequestChars / 2
