import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'
import { kindOf, type Kind, type Operation } from './api-operations.ts'

const Schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
})
/** Values for what a generator must not make up: each address here is loopback or refused. */
export type Pools = Readonly<{
  targets: readonly string[]
  addresses: readonly string[]
  hosts: readonly string[]
  specs: readonly unknown[]
  /** Ids of a kind, with words that stand for one that exists until the request is sent. */
  ids(kind: Kind): readonly string[]
}>
export type Generated = Readonly<{
  operation: Operation
  path: Readonly<Record<string, string>>
  query: string
  contentType: string
  body: string | undefined
}>

/** Requests to all operations alike: mostly valid by the schema, with something wrong in many. */
export const requestArbitrary = (
  operations: readonly Operation[],
  pools: Pools,
): Arbitrary<Generated> =>
  fc.constantFrom(...operations).chain((operation) => {
    const { parameters, requestBody } = operation.definition
    const inPlace = (place: string) =>
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === place)
          .map(({ name, schema }) => {
            const kind = kindOf(operation.path, name)
            const value = kind === null ? named(name, schema, pools) : idOf(kind, pools)
            return [name, value.map(toText)]
          }),
      )
    const schema = requestBody?.content['application/json']?.schema
    return fc.record({
      operation: fc.constant(operation),
      path: fc.record(inPlace('path')),
      query: fc
        .record({ ...inPlace('query'), surplus: fc.constant('1') }, { requiredKeys: [] })
        .map((values) => new URLSearchParams(values).toString()),
      contentType: often(fc.constant('application/json'), fc.constantFrom('text/plain', '', '*/*')),
      body: schema === undefined ? fc.constant(undefined) : bodyArbitrary(schema, pools),
    })
  })

const often = <T>(usual: Arbitrary<T>, strange: Arbitrary<T>): Arbitrary<T> =>
  fc.oneof({ arbitrary: usual, weight: 9 }, { arbitrary: strange, weight: 1 })

const toText = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '')

const bodyArbitrary = (schema: unknown, pools: Pools): Arbitrary<string> =>
  often(
    named('', schema, pools).map((value) => JSON.stringify(value)),
    fc.oneof(
      fc.constantFrom('', '{', '[]', 'null', '"text"', '{"target_url":', '\u0000', '{"a":1e999}'),
      fc.json(),
    ),
  )

const JUNK: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, -1, 0, 1.5, 1e21, '', ' ', '\u0000', "'", '%00', [], {}, '\ud800'),
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.jsonValue({ maxDepth: 2 }),
)

const idOf = (kind: Kind, pools: Pools): Arbitrary<string> => fc.constantFrom(...pools.ids(kind))

/** A value for a field: what is sent somewhere else comes from the pools, never from chance. */
function named(name: string, definition: unknown, pools: Pools): Arbitrary<unknown> {
  if (name === 'scan_id') return idOf('scan', pools)
  if (name === 'scan_ids') return fc.array(idOf('scan', pools), { maxLength: 3 })
  if (/^(?:host|asset)$/.test(name)) return often(fc.constantFrom(...pools.hosts), JUNK)
  if (name === 'spec') return often(fc.constantFrom(...pools.specs), JUNK)
  if (/^(?:targets|urls)$/.test(name)) {
    return often<unknown>(fc.array(fc.constantFrom(...pools.targets), { maxLength: 3 }), JUNK)
  }
  if (/^(target|url)$|_url$/.test(name)) {
    return often<unknown>(fc.constantFrom(...pools.targets), fc.constantFrom(1, null, [], {}))
  }
  if (name.endsWith('_ip')) return fc.constantFrom(...pools.addresses)
  return often(valid(definition, pools), JUNK)
}

function valid(definition: unknown, pools: Pools): Arbitrary<unknown> {
  const schema = Schema.safeParse(definition).data ?? {}
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) return fc.oneof(...options.map((option) => valid(option, pools)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const types = [schema.type ?? 'string'].flat()
  return fc.oneof(...types.map((type) => ofType(type, schema, pools)))
}

function ofType(type: string, schema: z.infer<typeof Schema>, pools: Pools): Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.ceil(schema.minimum ?? 0),
        max: Math.floor(Math.min(schema.maximum ?? 100_000, 1_000_000)),
      })
    case 'array':
      return fc.array(valid(schema.items, pools), { maxLength: 4 })
    case 'object':
      return objectOf(schema, pools)
    default:
      return fc.string({ maxLength: Math.min(schema.maxLength ?? 30, 30) })
  }
}

/** Without these a body is refused for nothing but their absence. */
const LEADING = ['target_url', 'urls', 'targets', 'spec', 'interval_hours', 'host', 'name']

function objectOf(schema: z.infer<typeof Schema>, pools: Pools): Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0)
    return fc.dictionary(fc.string({ maxLength: 10 }), fc.string(), { maxKeys: 3 })
  const members = Object.fromEntries(
    fields.map(([name, field]) => [name, named(name, field, pools)]),
  )
  const sometimes = fc.record({ no_such_field: JUNK }, { requiredKeys: [] })
  // Few at a time: a body with all fields is nearly always wrong somewhere.
  const chosen = fc
    .subarray(Object.keys(members), { maxLength: Math.min(3, fields.length) })
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((name) => [name, members[name] ?? JUNK]))),
    )
  const leading = fc.record(
    Object.fromEntries(
      LEADING.flatMap((name) => {
        const member = name === 'target_url' ? fc.constantFrom(...pools.targets) : members[name]
        return name in members && member !== undefined ? [[name, member] as const] : []
      }),
    ),
  )
  return fc
    .tuple(
      often<object>(leading, fc.constant({})),
      chosen,
      often<object>(fc.constant({}), sometimes),
    )
    .map(([first, some, extra]) => ({ ...some, ...first, ...extra }))
}
