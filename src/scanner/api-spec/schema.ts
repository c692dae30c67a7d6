import type { Resolve } from './references.ts'
import { isTree, listOf, memberOf, textOf, treeOf, type Tree } from './values.ts'

const MOST_NESTED = 8
/** Keywords that give a whole value: one part of several does not speak for all. */
const WHOLE = ['example', 'examples', 'x-example', 'default', 'enum', 'const'] as const

/**
 * A schema without references and without allOf, oneOf and anyOf: of alternatives the first that is not
 * null counts, and a discriminator names it. Deeper than MOST_NESTED compositions are left out.
 */
export function plainSchema(schema: unknown, resolve: Resolve, nested = 0): Tree {
  const own = resolve(schema)
  const all = listOf(own['allOf']).slice(0, 50)
  const chosen = alternativeOf(own, resolve)
  const parts = chosen === null ? all : [...all, chosen]
  if (parts.length === 0 || nested > MOST_NESTED) return own
  const { allOf: _all, oneOf: _one, anyOf: _any, ...bare } = own
  const plain = parts.map((part) => plainSchema(part, resolve, nested + 1))
  const kept = parts.length === 1 ? plain : plain.map(withoutWhole)
  const merged = kept.reduce(joined, {})
  return joined(joined(merged, bare), discriminated(own, chosen))
}

function alternativeOf(own: Tree, resolve: Resolve): unknown {
  const choices = [...listOf(own['oneOf']), ...listOf(own['anyOf'])].slice(0, 50)
  return choices.find((choice) => resolve(choice)['type'] !== 'null') ?? null
}

const withoutWhole = (schema: Tree): Tree =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !WHOLE.some((each) => each === key)))

/** Properties and required names of both; of other keywords, the second's. */
function joined(first: Tree, second: Tree): Tree {
  const required = [...listOf(first['required']), ...listOf(second['required'])]
  const both = [first, second].map((each) => treeOf(each['properties']))
  const properties = Object.assign({}, ...both)
  return {
    ...first,
    ...second,
    ...(required.length > 0 && { required }),
    ...(Object.keys(properties).length > 0 && { properties }),
  }
}

/** The property by which an API tells alternatives apart, set to the chosen one. */
function discriminated(own: Tree, chosen: unknown): Tree {
  const name = textOf(memberOf(own['discriminator'], 'propertyName'))
  const reference = textOf(memberOf(chosen, '$ref'))
  if (name === null || reference === null) return {}
  const mapping = Object.entries(treeOf(memberOf(own['discriminator'], 'mapping')))
  const named = reference.split('/').at(-1) ?? ''
  const value = mapping.find(([, to]) => to === reference || to === named)?.[0] ?? named
  return { required: [name], properties: { [name]: { type: 'string', const: value } } }
}

const BY_KEYWORD: readonly (readonly [keyword: string, type: string])[] = [
  ['properties', 'object'],
  ['additionalProperties', 'object'],
  ['items', 'array'],
  ['prefixItems', 'array'],
  ['minimum', 'number'],
  ['maximum', 'number'],
  ['multipleOf', 'number'],
]

/** The type a value shall have; of several (3.1) the first that is not null, `string` when not said. */
export function typeOf(schema: Tree): string {
  const stated = schema['type']
  const types = Array.isArray(stated) ? (stated as unknown[]) : [stated]
  const type = types.find((each) => typeof each === 'string' && each !== 'null')
  if (typeof type === 'string') return type
  if (stated === 'null') return 'null'
  return BY_KEYWORD.find(([keyword]) => Object.hasOwn(schema, keyword))?.[1] ?? 'string'
}

/** A value that the author of the schema gave: example, default, the only or the first allowed one. */
export function statedValue(schema: Tree): unknown {
  const examples = schema['examples']
  const listed = Array.isArray(examples) ? (examples as unknown[])[0] : undefined
  const candidates = [
    schema['const'],
    schema['example'],
    listed,
    schema['x-example'],
    schema['default'],
    listOf(schema['enum']).find((value) => value !== null),
  ]
  return candidates.find((value) => value !== undefined && value !== null)
}

/** `examples` of a parameter or media type: an object of named ones, each with its value. */
export function namedExample(holder: Tree, resolve: Resolve): unknown {
  const own = holder['example'] ?? holder['x-example']
  if (own !== undefined) return own
  const [first] = isTree(holder['examples']) ? Object.values(holder['examples']) : []
  return first === undefined ? undefined : resolve(first)['value']
}
