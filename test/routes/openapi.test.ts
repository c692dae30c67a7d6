import { z } from 'zod'
import { describe, expect, it } from 'vitest'

import { SCOPES } from '../../src/accounts/account.ts'
import { createApp } from '../../src/routes/app.ts'
import { describeApi } from '../../src/routes/openapi-document.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
/** Registered, and no part of the API: the way to the reference. */
const UNDESCRIBED = ['GET /']
/** Decisions 67: what answers without a key. */
const PUBLIC = [
  'GET /api/docs',
  'GET /api/health',
  'GET /api/openapi.json',
  'GET /badge/{domain}.svg',
]

const Media = z.looseObject({ schema: z.unknown(), example: z.unknown().optional() })
const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()).min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).default([]),
  responses: z.record(
    z.string(),
    z.looseObject({ description: z.string(), content: z.record(z.string(), Media).default({}) }),
  ),
})
const Document = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ license: z.object({ name: z.string(), identifier: z.string() }) }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.partialRecord(z.enum(METHODS), Operation)),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()),
    securitySchemes: z.record(z.string(), z.unknown()),
  }),
})

const app = createApp(() => {
  throw new Error('describing the API needs nothing of the world')
})
const text = describeApi(app)
const document = Document.parse(JSON.parse(text))
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method]
    return operation ? [{ name: `${method.toUpperCase()} ${path}`, path, operation }] : []
  }),
)
const each = operations.map(({ name, path, operation }) => [name, operation, path] as const)

/** A route of the router as the description spells it. */
const described = (path: string): string =>
  path.replace(':file{.+\\.svg}', '{domain}.svg').replaceAll(/:(\w+)/g, '{$1}')

describe('the description', () => {
  it('is OpenAPI 3.1 with a licence identifier and the key header', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.info.license.identifier).toBe('Apache-2.0')
    expect(document.components.securitySchemes['ApiKey']).toEqual({
      type: 'apiKey',
      in: 'header',
      name: 'X-Service-Key',
    })
  })

  it('has every registered route, and nothing else', () => {
    const registered = app.routes
      .filter((route) => route.method !== 'ALL')
      .map((route) => `${route.method} ${described(route.path)}`)
      .filter((name) => !UNDESCRIBED.includes(name))
    expect(operations.map(({ name }) => name).toSorted()).toEqual(
      [...new Set(registered)].toSorted(),
    )
  })

  it('comes out the same each time', () => expect(describeApi(app)).toBe(text))

  it('names each operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('leaves open exactly what needs no key', () => {
    const open = operations.filter(({ operation }) => operation.security.length === 0)
    expect(open.map(({ name }) => name).toSorted()).toEqual(PUBLIC)
  })

  it('refers to nothing that is not there, and holds nothing unused', () => {
    const named = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((hit) =>
      String(hit[1]),
    )
    expect([...new Set(named)].toSorted()).toEqual(
      Object.keys(document.components.schemas).toSorted(),
    )
  })
})

describe.each(each)('%s', (_name, operation, path) => {
  const statuses = Object.keys(operation.responses)

  it('has a summary and a declared tag', () => {
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/)
    const declared = document.tags.map((tag) => tag.name)
    for (const tag of operation.tags) expect(declared).toContain(tag)
  })

  it('describes a success and a refusal', () => {
    expect(statuses.some((status) => status.startsWith('2'))).toBe(true)
    expect(statuses.some((status) => status.startsWith('4'))).toBe(true)
  })

  it('answers 401, 403 and 429 where it needs a key', () => {
    const refusals = operation.security.length === 0 ? [] : ['401', '403', '429']
    expect(statuses).toEqual(expect.arrayContaining(refusals))
  })

  it('names one scope that its key needs', () => {
    const scopes = operation.security.flatMap((way) => way['ApiKey'] ?? [])
    expect(scopes).toHaveLength(operation.security.length === 0 ? 0 : 1)
    expect(SCOPES).toEqual(expect.arrayContaining(scopes))
  })

  it('declares the fields of its path', () => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((hit) => hit[1])
    const declared = operation.parameters.filter((field) => field.in === 'path')
    expect(declared.map((field) => field.name)).toEqual(inPath)
  })

  it('has examples that its schemas accept', () => {
    const media = Object.values(operation.responses).flatMap(({ content }) =>
      Object.values(content).filter((entry) => entry.example !== undefined),
    )
    for (const { schema, example } of media) {
      expect(validatorOf(schema).safeParse(example).error?.issues ?? []).toEqual([])
    }
  })
})

/** A validator made from the published JSON schema, not from the zod schema behind it. */
function validatorOf(schema: unknown): z.ZodType {
  const whole = { ...Object(schema), $defs: document.components.schemas }
  return z.fromJSONSchema(
    JSON.parse(JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/')),
  )
}

it('the validator of the examples refuses what does not fit', () => {
  const scan = validatorOf({ $ref: '#/components/schemas/Scan' })
  expect(scan.safeParse({ id: 1 }).success).toBe(false)
})
