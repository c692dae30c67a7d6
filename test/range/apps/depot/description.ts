type Schema = Readonly<Record<string, unknown>>

const text = (example?: string): Schema =>
  example === undefined ? { type: 'string' } : { type: 'string', example }
const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const ok = { responses: { 200: { description: 'Done' } } }

const given = (place: string, name: string, schema: Schema) => ({
  in: place,
  name,
  required: true,
  schema,
})
const takes = (type: string, schema: Schema) => ({
  ...ok,
  requestBody: { required: true, content: { [type]: { schema } } },
})
const takesJson = (schema: Schema) => takes('application/json', schema)
const asks = (...parameters: readonly Schema[]) => ({ get: { ...ok, parameters } })

const NOTE: Schema = {
  type: 'object',
  xml: { name: 'delivery' },
  properties: { note: text('fragile') },
}
const FILTER = { $ref: '#/components/schemas/Filter' }
const COUNT = { $ref: '#/components/schemas/Count' }
const EXPRESSION = object({ expression: text('6*7') })
const TARGET = object({ target: object({ host: { type: 'string', format: 'hostname' } }) })

/** Each flaw beside the path that does the same with care. */
const PAIRS: readonly (readonly [paths: readonly [string, string], item: Schema])[] = [
  [['/parts/{sku}', '/articles/{sku}'], asks(given('path', 'sku', text('BX-100')))],
  [['/search', '/find'], { post: takesJson(object({ filter: FILTER })) }],
  [['/lots', '/light'], asks(given('query', 'max_weight', { type: 'integer', minimum: 5 }))],
  [['/counts', '/tallies'], { patch: takesJson(COUNT) }],
  [['/bins', '/racks'], asks(given('header', 'X-Warehouse', text('north')))],
  [
    ['/manuals', '/guides'],
    asks(given('query', 'file', { type: 'string', enum: ['intro.txt', 'tapes.txt'] })),
  ],
  [['/logs/{name}', '/journal/{name}'], asks(given('path', 'name', text('boot.log')))],
  [['/probe', '/reach'], { post: takesJson(TARGET) }],
  [
    ['/labels', '/tags'],
    { post: takes('application/x-www-form-urlencoded', object({ line: text('Shelf 4') })) },
  ],
  [['/formula', '/sum'], { put: takesJson(EXPRESSION) }],
  [['/import', '/intake'], { post: takes('application/xml', NOTE) }],
  [['/me', '/profile'], asks()],
  [['/forecast', '/outlook'], asks()],
  [['/go', '/leave'], asks(given('query', 'to', text('/v1/faq')))],
  [['/drafts', '/sketches'], { post: takesJson(object({ text: text() })) }],
]

/** What must never be asked for. */
const DANGEROUS = {
  '/parts/{sku}/stock': { delete: { ...ok, parameters: [given('path', 'sku', text('BX-100'))] } },
  '/orders': { post: takesJson(object({ sku: text('BX-100') })) },
  '/session/logout': asks(),
  '/alerts': { post: { ...takesJson(object({ text: text() })), operationId: 'sendAlert' } },
  '/accounts': {
    post: takesJson(object({ name: text(), password: { type: 'string', format: 'password' } })),
  },
}

/** The API as it describes itself, in OpenAPI 3.0. */
export const DESCRIPTION = {
  openapi: '3.0.3',
  info: { title: 'Depot', version: '1.4.0' },
  servers: [{ url: '/{release}', variables: { release: { default: 'v1' } } }],
  paths: {
    ...Object.fromEntries(PAIRS.flatMap(([paths, item]) => paths.map((path) => [path, item]))),
    '/faq': asks(),
    '/board': { post: takesJson(object({ text: text() })) },
    ...DANGEROUS,
  },
  components: {
    schemas: {
      Filter: {
        allOf: [
          object({ name: text('Box') }),
          { properties: { inside: { $ref: '#/components/schemas/Filter' } } },
        ],
      },
      Count: object({
        lines: {
          type: 'array',
          minItems: 1,
          items: object({
            sku: { type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' },
            amount: { type: 'integer', minimum: 1 },
          }),
        },
      }),
    },
  },
}
