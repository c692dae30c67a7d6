import { multipartBody, MULTIPART_TYPE } from '../engine/inputs-multipart.ts'
import { asText } from './parameters.ts'
import type { Resolve } from './references.ts'
import type { SpecVersion } from './read-document.ts'
import type { Sampler } from './sample.ts'
import { namedExample, plainSchema } from './schema.ts'
import { isTree, listOf, textOf, treeOf, type Tree } from './values.ts'
import { xmlOf } from './xml-body.ts'

type Field = readonly [name: string, value: string]
export type SampleBody = Readonly<{
  contentType: string
  text: string
  /** Of form and multipart bodies. */
  fields: readonly Field[]
}>
export type BodyOutcome =
  | Readonly<{ kind: 'none' }>
  | Readonly<{ kind: 'body'; body: SampleBody }>
  | Readonly<{ kind: 'impossible'; reason: string }>

/** A body as both versions describe it: its media types with schema and examples. */
type Described = Readonly<{ required: boolean; content: Readonly<Record<string, Tree>> }>
type Means = Readonly<{ version: SpecVersion; sampler: Sampler; resolve: Resolve }>

const FORM_TYPE = 'application/x-www-form-urlencoded'

/** The media types a body can be made for, best first. */
const KINDS = [
  [/^application\/json\b/i, jsonBody],
  [/^[\w.-]{1,40}\/[\w.+-]{0,80}\+?json\b/i, jsonBody],
  [/^application\/x-www-form-urlencoded\b/i, formBody],
  [/^multipart\/form-data\b/i, multipart],
  [/^[\w.-]{1,40}\/[\w.+-]{0,80}\+?xml\b/i, xmlBody],
  [/^\*\/\*|^application\/\*/, jsonBody],
  [/^text\/plain\b/i, plainBody],
] as const

const PASSWORD = /passw(?:or)?d|passphrase|\bpwd\b/i

/** The body of an operation; impossible where it takes files, passwords or a type none is made for. */
export function sampleBody(
  operation: Tree,
  parameters: readonly Tree[],
  means: Means,
): BodyOutcome {
  const described = describedBody(operation, parameters, means)
  const types = Object.keys(described.content)
  if (types.length === 0) return { kind: 'none' }
  if (Object.values(described.content).some((media) => takesPassword(media, means))) {
    return {
      kind: 'impossible',
      reason: 'it takes a password, and wrong ones may lock somebody out',
    }
  }
  for (const [pattern, make] of KINDS) {
    const type = types.find((each) => pattern.test(each))
    const media = type === undefined ? undefined : described.content[type]
    if (type === undefined || media === undefined) continue
    const body = make(type, media, means)
    if (body !== null) return { kind: 'body', body }
  }
  if (!described.required) return { kind: 'none' }
  const named = types.slice(0, 3).join(', ').slice(0, 100)
  return { kind: 'impossible', reason: `no request body of the type ${named} is made` }
}

function describedBody(operation: Tree, parameters: readonly Tree[], means: Means): Described {
  if (means.version !== '2.0') {
    const body = means.resolve(operation['requestBody'])
    const content = Object.entries(treeOf(body['content'])).map(([type, media]) => [
      type,
      treeOf(media),
    ])
    return { required: body['required'] === true, content: Object.fromEntries(content) }
  }
  const body = parameters.find((each) => each['in'] === 'body')
  const fields = parameters.filter((each) => each['in'] === 'formData')
  const consumes = listOf(operation['consumes']).flatMap((type) => textOf(type) ?? [])
  if (body !== undefined) {
    const types = consumes.length > 0 ? consumes : ['application/json']
    const media = { schema: body['schema'] ?? {} }
    const content = Object.fromEntries(types.slice(0, 10).map((type) => [type, media]))
    return { required: body['required'] === true, content }
  }
  if (fields.length === 0) return { required: false, content: {} }
  const hasFile = fields.some((each) => each['type'] === 'file')
  const type = hasFile ? 'multipart/form-data' : FORM_TYPE
  const named = fields.map((each) => [textOf(each['name']) ?? '', each] as const)
  const required = named.flatMap(([name, each]) => (each['required'] === true ? [name] : []))
  const schema = { type: 'object', properties: Object.fromEntries(named), required }
  return { required: required.length > 0, content: { [type]: { schema } } }
}

/** Asked of the first level, where bodies of logins have it. */
function takesPassword(media: Tree, { resolve }: Means): boolean {
  const { properties } = plainSchema(media['schema'], resolve)
  return Object.entries(treeOf(properties)).some(
    ([name, schema]) => PASSWORD.test(name) || resolve(schema)['format'] === 'password',
  )
}

const valueOf = (media: Tree, { sampler, resolve }: Means): unknown =>
  namedExample(media, resolve) ?? sampler.sample(media['schema'], '')

function jsonBody(type: string, media: Tree, means: Means): SampleBody {
  const contentType = type.includes('*') ? 'application/json' : (type.split(';', 1)[0] ?? type)
  return { contentType, text: JSON.stringify(valueOf(media, means)), fields: [] }
}

function formBody(_: string, media: Tree, means: Means): SampleBody | null {
  const fields = fieldsOf(media, means)
  if (fields === null) return null
  const text = new URLSearchParams(fields.map(([name, value]) => [name, value])).toString()
  return { contentType: FORM_TYPE, text, fields }
}

function multipart(_: string, media: Tree, means: Means): SampleBody | null {
  const fields = fieldsOf(media, means)
  if (fields === null) return null
  return { contentType: MULTIPART_TYPE, text: multipartBody(fields), fields }
}

/** Null where a file is required; one that is not is left out. */
function fieldsOf(media: Tree, means: Means): readonly Field[] | null {
  const value = valueOf(media, means)
  if (!isTree(value)) return null
  const schema = plainSchema(media['schema'], means.resolve)
  const required = new Set(listOf(schema['required']))
  const files = Object.entries(treeOf(schema['properties'])).flatMap(([name, each]) =>
    isFile(each, means) ? [name] : [],
  )
  if (files.some((name) => required.has(name))) return null
  return Object.entries(value).flatMap(([name, each]): Field[] => {
    if (files.includes(name)) return []
    const items = Array.isArray(each) ? (each as unknown[]) : [each]
    return items.map((item): Field => [name, asText(item)])
  })
}

function isFile(schema: unknown, { resolve }: Means): boolean {
  const plain = plainSchema(schema, resolve)
  const item = plain['type'] === 'array' ? plainSchema(plain['items'], resolve) : plain
  return item['type'] === 'file' || item['format'] === 'binary' || 'contentMediaType' in item
}

function xmlBody(type: string, media: Tree, means: Means): SampleBody | null {
  const given = namedExample(media, means.resolve)
  const text =
    typeof given === 'string' ? given : xmlOf(media['schema'], valueOf(media, means), means.resolve)
  return text === null ? null : { contentType: type.split(';', 1)[0] ?? type, text, fields: [] }
}

function plainBody(_: string, media: Tree, means: Means): SampleBody {
  return { contentType: 'text/plain', text: asText(valueOf(media, means)), fields: [] }
}
