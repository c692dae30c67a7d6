import { describe, expect, it } from 'vitest'

import {
  described,
  openapi,
  place,
  reasonOf,
  requestOf,
  type Json,
} from '../../support/api-descriptions.ts'

describe('the servers', () => {
  const address = (servers: readonly Json[] | null, where = place()) =>
    requestOf(openapi({ '/a': { get: {} } }, servers === null ? {} : { servers }), where).address
  it.each<[string, readonly Json[] | null, string]>([
    ['none: the root', null, '/a'],
    ['relative', [{ url: '/v1/' }], '/v1/a'],
    ['absolute, on the host', [{ url: 'http://api.acme.dev:8080/v1' }], '/v1/a'],
    [
      'one of several is on the host',
      [{ url: 'https://eu.acme.dev' }, { url: 'https://api.acme.dev/eu' }],
      '/eu/a',
    ],
    [
      'variables',
      [
        {
          url: 'https://{name}.acme.dev/{v}',
          variables: { name: { default: 'api' }, v: { enum: ['v9'] } },
        },
      ],
      '/v9/a',
    ],
  ])('%s', (_, servers, expected) => {
    expect(address(servers)).toBe(expected)
  })
  it('are relative to where the description lies, on the same host', () => {
    expect(address([{ url: 'v3' }], place('https://api.acme.dev/docs/openapi.json'))).toBe(
      '/docs/v3/a',
    )
    expect(address([{ url: 'v3' }], place('https://cdn.example/docs/openapi.json'))).toBe('/v3/a')
  })
  it('without any, the path of the target holds', () => {
    expect(address(null, place(null, new URL('https://api.acme.dev/eu/v2')))).toBe('/eu/v2/a')
  })
  it('on another host refuse the description', () => {
    const servers = [{ url: 'https://prod.example/v1' }]
    expect(reasonOf(openapi({ '/a': { get: {} } }, { servers }))).toMatch(
      /prod\.example.*not on the target's host api\.acme\.dev/,
    )
  })
})

describe('a document is refused', () => {
  const many = Object.fromEntries(
    Array.from({ length: 501 }, (_, nth) => [`/p${nth}`, { get: {} }]),
  )
  it.each<[string, unknown, RegExp]>([
    ['no object', [1], /not an object/],
    ['empty text', ' \n', /empty/],
    ['broken JSON', '{"openapi":', /JSON/],
    ['broken YAML', 'openapi: 3.0.0\npaths: [a', /YAML/],
    ['no version', { paths: {} }, /neither "openapi" nor "swagger"/],
    ['OpenAPI 4', { openapi: '4.0.0' }, /"4\.0\.0"/],
    ['Swagger 1.2', { swagger: '1.2' }, /"1\.2"/],
    ['no operations', openapi({}), /no operations/],
    ['more than 500 operations', openapi(many), /more than 500/],
    [
      'a reference to a URL',
      openapi({ '/a': { $ref: 'https://evil.example/a.json' } }),
      /evil\.example/,
    ],
    [
      'a reference to a file',
      openapi({ '/a': { get: { requestBody: { $ref: '../../etc/passwd' } } } }),
      /etc\/passwd/,
    ],
  ])('%s', (_, spec, reason) => {
    expect(reasonOf(spec)).toMatch(reason)
  })
  it('not for a $ref in an example, or a property of that name', () => {
    const schema = { type: 'object', properties: { $ref: { type: 'string', example: 'x' } } }
    const content = { 'application/json': { schema, example: { $ref: 'https://evil.example/' } } }
    expect(requestOf(openapi({ '/a': { post: { requestBody: { content } } } })).body).toBe(
      '{"$ref":"https://evil.example/"}',
    )
  })
  it.each(['3.0', '3.0.3', '3.1.0', '3.1.1'])('not for OpenAPI %s, in YAML or JSON', (version) => {
    expect(described(`openapi: ${version}\npaths:\n  /a:\n    get: {}\n`).operations).toHaveLength(
      1,
    )
    expect(
      described(JSON.stringify(openapi({ '/a': { get: {} } }, { openapi: version }))).operations,
    ).toHaveLength(1)
  })
})
