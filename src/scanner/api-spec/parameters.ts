import type { Resolve } from './references.ts'
import type { Sampler } from './sample.ts'
import { namedExample } from './schema.ts'
import { isTree, listOf, memberOf, textOf, treeOf, type Tree } from './values.ts'

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie'
/** A parameter with its value, serialised as its place and style demand, not yet percent-encoded. */
export type Parameter = Readonly<{
  in: ParameterPlace
  name: string
  required: boolean
  pairs: readonly (readonly [name: string, value: string])[]
}>

const MOST_PARAMETERS = 100
const PLACES: ReadonlySet<unknown> = new Set(['path', 'query', 'header', 'cookie'])

/** What separates the items of a list, by `style` (3.x) or `collectionFormat` (2.0). */
const SEPARATORS: Readonly<Record<string, string>> = {
  spaceDelimited: ' ',
  ssv: ' ',
  pipeDelimited: '|',
  pipes: '|',
  tsv: '\t',
}

/** An operation's own parameters and those of its path; of the same name and place, its own. */
export function parametersOf(path: Tree, operation: Tree, resolve: Resolve): readonly Tree[] {
  const all = [...listOf(path['parameters']), ...listOf(operation['parameters'])]
  const byPlace = new Map<string, Tree>()
  for (const each of all.slice(0, 2 * MOST_PARAMETERS)) {
    const parameter = resolve(each)
    if (textOf(parameter['name']) === null) continue
    byPlace.set(JSON.stringify([parameter['in'], parameter['name']]), parameter)
  }
  return [...byPlace.values()].slice(0, MOST_PARAMETERS)
}

/** The parameters with a value each; bodies and form fields of 2.0 are read elsewhere. */
export const sampleParameters = (
  parameters: readonly Tree[],
  { sample }: Sampler,
  resolve: Resolve,
): readonly Parameter[] =>
  parameters.flatMap((parameter) => {
    if (!isPlaced(parameter['in'])) return []
    const name = textOf(parameter['name']) ?? ''
    const [, media] = Object.entries(treeOf(parameter['content']))[0] ?? []
    const holder = media === undefined ? parameter : treeOf(media)
    const schema = holder['schema'] ?? parameter
    const value = namedExample(holder, resolve) ?? sample(schema, name)
    const pairs =
      media === undefined
        ? serialised(parameter, name, value)
        : [[name, JSON.stringify(value)] as const]
    const required = parameter['required'] === true || parameter['in'] === 'path'
    return [{ in: parameter['in'], name, required, pairs }]
  })

const isPlaced = (value: unknown): value is ParameterPlace => PLACES.has(value)

function serialised(
  parameter: Tree,
  name: string,
  value: unknown,
): readonly (readonly [string, string])[] {
  const style = textOf(parameter['style']) ?? textOf(parameter['collectionFormat']) ?? ''
  const isForm = parameter['in'] === 'query' || parameter['in'] === 'cookie'
  // 2.0 joins lists by commas unless `multi`; 3.x repeats the name unless told not to.
  const explodes = memberOf(parameter, 'schema') === undefined ? style === 'multi' : isForm
  const isApart = isForm && (parameter['explode'] ?? explodes) === true
  const separator = SEPARATORS[style] ?? ','
  if (Array.isArray(value)) {
    const items = (value as unknown[]).map(asText)
    return isApart ? items.map((item) => [name, item]) : [[name, items.join(separator)]]
  }
  if (!isTree(value)) return [[name, asText(value)]]
  const members = Object.entries(value).map(([key, each]) => [key, asText(each)] as const)
  if (style === 'deepObject') return members.map(([key, each]) => [`${name}[${key}]`, each])
  return isApart ? members : [[name, members.flat().join(separator)]]
}

/** A value inside a URL, a header or a form field: nested ones as JSON. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}
