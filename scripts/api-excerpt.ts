import { z } from 'zod'

const Document = z.looseObject({
  paths: z.record(z.string(), z.unknown()),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
})
const REFERENCE = /"#\/components\/schemas\/(\w+)"/g

/** An OpenAPI document with some of the paths, and the schemas that those refer to. */
export function excerptOf(document: unknown, names: readonly string[]): object {
  const { paths, components, webhooks: _, ...rest } = Document.parse(document)
  const kept = names.map((name) => [name, paths[name]] as const)
  const missing = kept.flatMap(([name, item]) => (item === undefined ? [name] : []))
  if (missing.length > 0) throw new Error(`no path ${missing.join(', ')}`)
  const schemas = new Map<string, unknown>()
  const take = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(REFERENCE)) {
      if (schemas.has(name)) continue
      schemas.set(name, components.schemas[name])
      take(components.schemas[name])
    }
  }
  take(kept)
  return {
    ...rest,
    paths: Object.fromEntries(kept),
    components: { ...components, schemas: Object.fromEntries(schemas) },
  }
}
