import { describe, expect, it } from 'vitest'

import {
  bodyOf,
  described,
  openapi,
  query,
  requestOf,
  type Json,
} from '../../support/api-descriptions.ts'

describe('a request is made valid', () => {
  it('with path, query, header and cookie parameters', () => {
    const parameter = (place: string, name: string, schema: Json) => ({
      in: place,
      name,
      required: true,
      schema,
    })
    const { address, headers, segments, headerNames, cookieNames } = requestOf(
      openapi({
        '/users/{id}/files/{name}.json': {
          parameters: [parameter('path', 'id', { type: 'integer', minimum: 5 })],
          get: {
            parameters: [
              parameter('path', 'name', { type: 'string', example: 'a b' }),
              parameter('query', 'q', { type: 'string', enum: ['x&y', 'z'] }),
              parameter('header', 'X-Tenant', { type: 'string', format: 'uuid' }),
              parameter('header', 'Authorization', { type: 'string' }),
              parameter('header', 'Host', { type: 'string' }),
              parameter('cookie', 'lang', { type: 'string', default: 'en' }),
            ],
          },
        },
      }),
    )
    expect(address).toBe('/users/5/files/a%20b.json?q=x%26y')
    expect(segments).toEqual([2, 4])
    expect(headers).toEqual({
      accept: 'application/json, */*;q=0.5',
      'x-tenant': '3fa85f64-5717-4562-b3fc-2c963f66afa6',
      cookie: 'lang=en',
    })
    expect([headerNames, cookieNames]).toEqual([['x-tenant'], ['lang']])
  })

  it.each<[string, Json, string]>([
    [
      'a repeated name',
      { schema: { type: 'array', items: { type: 'integer' }, minItems: 2 } },
      'v=1&v=1',
    ],
    ['commas', { explode: false, schema: { type: 'array', example: ['a', 'b'] } }, 'v=a%2Cb'],
    [
      'pipes',
      { explode: false, style: 'pipeDelimited', schema: { type: 'array', example: ['a', 'b'] } },
      'v=a%7Cb',
    ],
    [
      'deepObject',
      { style: 'deepObject', schema: { type: 'object', properties: { k: { type: 'boolean' } } } },
      'v%5Bk%5D=true',
    ],
    ['members of an object', { schema: { type: 'object', example: { k: 1, l: 'x' } } }, 'k=1&l=x'],
    [
      'JSON',
      { content: { 'application/json': { schema: { type: 'object', example: { k: 1 } } } } },
      'v=%7B%22k%22%3A1%7D',
    ],
    [
      'a named example',
      { examples: { one: { value: 'first' } }, schema: { type: 'string' } },
      'v=first',
    ],
  ])('of lists and objects in a query: %s', (_, parameter, written) => {
    expect(query({ name: 'v', ...parameter }).address).toBe(`/a?${written}`)
  })

  it.each<[string, Json, unknown]>([
    ['email', { type: 'string', format: 'email' }, 'palisade@sink.example'],
    ['date', { type: 'string', format: 'date-time' }, '2000-01-15T12:00:00Z'],
    ['pattern', { type: 'string', pattern: '^[A-Z]{2}-\\d{4}$' }, 'AA-1111'],
    ['length', { type: 'string', minLength: 12, maxLength: 14 }, 'palisadeaaaa'],
    ['const', { const: 'fixed' }, 'fixed'],
    ['enum', { type: 'string', enum: [null, 'b'] }, 'b'],
    ['example before default', { type: 'string', default: 'd', example: 'e' }, 'e'],
    ['type list', { type: ['null', 'integer'] }, 1],
    ['bounds', { type: 'integer', exclusiveMinimum: 7, multipleOf: 5 }, 15],
    ['3.0 exclusive bound', { type: 'integer', minimum: 7, exclusiveMinimum: true }, 8],
    ['upper bound', { type: 'number', maximum: -2 }, -2],
    ['no type', { properties: { a: { type: 'integer' } } }, { a: 1 }],
    ['map', { type: 'object', additionalProperties: { type: 'integer' } }, { palisade: 1 }],
    [
      'read-only left out',
      {
        type: 'object',
        properties: { id: { type: 'integer', readOnly: true }, a: { type: 'integer' } },
      },
      { a: 1 },
    ],
    [
      'a flag that would send mail',
      {
        type: 'object',
        properties: { sendEmail: { type: 'boolean' }, active: { type: 'boolean' } },
      },
      { sendEmail: false, active: true },
    ],
    ['tuple', { type: 'array', prefixItems: [{ const: 1 }, { const: 'b' }] }, [1, 'b']],
    [
      'a key called constructor',
      {
        type: 'object',
        required: ['constructor'],
        properties: { constructor: { type: 'integer' } },
      },
      { constructor: 1 },
    ],
  ])('of a schema: %s', (_, schema, value) => {
    expect(bodyOf(schema)).toEqual(value)
  })

  it('of allOf, oneOf with a discriminator, and references', () => {
    const schemas = {
      Base: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', example: 'n' } },
      },
      Cat: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          { properties: { lives: { type: 'integer', minimum: 9 } } },
        ],
      },
      Pet: {
        oneOf: [{ type: 'null' }, { $ref: '#/components/schemas/Cat' }],
        discriminator: { propertyName: 'kind', mapping: { tabby: '#/components/schemas/Cat' } },
      },
    }
    expect(bodyOf({ $ref: '#/components/schemas/Pet' }, { components: { schemas } })).toEqual({
      name: 'n',
      lives: 9,
      kind: 'tabby',
    })
  })

  it('with schemas that refer to themselves, once', () => {
    const Tree = {
      type: 'object',
      properties: {
        v: { type: 'integer' },
        kids: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
        up: { $ref: '#/components/schemas/Tree' },
      },
    }
    expect(
      bodyOf({ $ref: '#/components/schemas/Tree' }, { components: { schemas: { Tree } } }),
    ).toEqual({ v: 1 })
  })

  it.each<[string, Json, string, string]>([
    [
      'a form',
      {
        'application/x-www-form-urlencoded': {
          schema: {
            type: 'object',
            properties: {
              a: { type: 'integer' },
              b: { type: 'array', items: { type: 'string', example: 'x y' } },
            },
          },
        },
      },
      'application/x-www-form-urlencoded',
      'a=1&b=x+y',
    ],
    [
      'XML',
      {
        'application/xml': {
          schema: {
            type: 'object',
            xml: { name: 'order' },
            properties: {
              id: { type: 'integer', xml: { attribute: true } },
              note: { type: 'string', example: 'a<b' },
            },
          },
        },
      },
      'application/xml',
      '<order id="1"><note>a&lt;b</note></order>',
    ],
    [
      'JSON before others',
      { 'application/xml': { schema: {} }, 'application/vnd.a+json': { example: { a: 1 } } },
      'application/vnd.a+json',
      '{"a":1}',
    ],
    ['text', { 'text/plain': { example: 'plain' } }, 'text/plain', 'plain'],
  ])('with a body: %s', (_, content, type, text) => {
    const { contentType, body } = requestOf(
      openapi({ '/a': { put: { requestBody: { content } } } }),
    )
    expect([contentType, body]).toEqual([type, text])
  })

  it('of Swagger 2.0, with form fields, body parameters and its own consumes', () => {
    const { operations } = described({
      swagger: '2.0',
      host: 'api.acme.dev',
      basePath: '/v2/',
      schemes: ['http'],
      consumes: ['application/vnd.acme+json'],
      paths: {
        '/form': {
          post: { parameters: [{ in: 'formData', name: 'n', type: 'integer', minimum: 3 }] },
        },
        '/body': {
          post: { parameters: [{ in: 'body', name: 'b', schema: { $ref: '#/definitions/B' } }] },
        },
        '/list': {
          get: {
            parameters: [
              {
                in: 'query',
                name: 'ids',
                type: 'array',
                items: { type: 'integer' },
                collectionFormat: 'multi',
                minItems: 2,
              },
            ],
          },
        },
      },
      definitions: { B: { type: 'object', properties: { ok: { type: 'boolean' } } } },
    })
    expect(
      operations.map(({ request }) => [request.address, request.contentType, request.body]),
    ).toEqual([
      ['/v2/form', 'application/x-www-form-urlencoded', 'n=3'],
      ['/v2/body', 'application/vnd.acme+json', '{"ok":true}'],
      ['/v2/list?ids=1&ids=1', null, null],
    ])
  })
})
