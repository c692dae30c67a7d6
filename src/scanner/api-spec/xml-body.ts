import { asText } from './parameters.ts'
import type { Resolve } from './references.ts'
import { plainSchema } from './schema.ts'
import { isTree, memberOf, textOf, treeOf, type Tree } from './values.ts'

const NAME = /^[A-Za-z_][\w.-]{0,100}$/

/** A sampled value as an XML document by the `xml` hints of its schema; null where a name is none. */
export function xmlOf(schema: unknown, value: unknown, resolve: Resolve): string | null {
  const plain = plainSchema(schema, resolve)
  const reference = textOf(memberOf(schema, '$ref'))
  const named = textOf(memberOf(plain['xml'], 'name')) ?? reference?.split('/').at(-1) ?? 'root'
  return NAME.test(named) ? element(named, value, plain, resolve) : null
}

function element(name: string, value: unknown, schema: Tree, resolve: Resolve): string {
  if (Array.isArray(value))
    return (value as unknown[]).map((item) => element(name, item, {}, resolve)).join('')
  const properties = treeOf(schema['properties'])
  const members = isTree(value) ? Object.entries(value).filter(([key]) => NAME.test(key)) : null
  if (members === null) return `<${name}>${encoded(asText(value))}</${name}>`
  const parts = members.map(([key, each]) => {
    const own = plainSchema(properties[key], resolve)
    const tag = textOf(memberOf(own['xml'], 'name')) ?? key
    const isAttribute = memberOf(own['xml'], 'attribute') === true && !isTree(each)
    const used = NAME.test(tag) ? tag : key
    return isAttribute
      ? { attribute: ` ${used}="${encoded(asText(each))}"`, child: '' }
      : { attribute: '', child: element(used, each, own, resolve) }
  })
  const attributes = parts.map(({ attribute }) => attribute).join('')
  return `<${name}${attributes}>${parts.map(({ child }) => child).join('')}</${name}>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const encoded = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
