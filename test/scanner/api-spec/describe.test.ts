import { describe, expect, it } from 'vitest'

import { nameOfOperation } from '../../../src/scanner/api-spec/operation.ts'
import { described, openapi, type Json } from '../../support/api-descriptions.ts'

describe('an operation is never sent', () => {
  const json = (properties: Json) => ({
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { type: 'object', properties } } },
    },
  })
  it.each<[string, string, Json, RegExp]>([
    ['DELETE', '/users/{id}', { delete: {} }, /^DELETE is never sent/],
    ['TRACE', '/users', { trace: {} }, /method/],
    ['a path that says logout', '/session/logout', { get: {} }, /end a session/],
    ['a path that says pay', '/invoices/{id}/pay', { post: {} }, /pay/],
    [
      'an operationId that says delete',
      '/things',
      { post: { operationId: 'deleteThings' } },
      /delete/,
    ],
    ['a summary that says send', '/things', { post: { summary: 'Send to all' } }, /send/],
    [
      'an action in the query',
      '/things',
      { get: { parameters: [{ in: 'query', name: 'action', schema: { enum: ['delete'] } }] } },
      /delete/,
    ],
    [
      'a password',
      '/login',
      { post: json({ user: { type: 'string' }, password: { type: 'string' } }) },
      /password/,
    ],
    [
      'a secret format',
      '/login',
      { post: json({ pin: { type: 'string', format: 'password' } }) },
      /password/,
    ],
    [
      'a file',
      '/avatar',
      {
        post: {
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  required: ['f'],
                  properties: { f: { type: 'string', format: 'binary' } },
                },
              },
            },
          },
        },
      },
      /multipart/,
    ],
    [
      'an odd body',
      '/blob',
      { put: { requestBody: { required: true, content: { 'image/png': {} } } } },
      /image\/png/,
    ],
    [
      'another server',
      '/far',
      { get: { servers: [{ url: 'https://other.example' }] } },
      /other\.example.*host/,
    ],
    ['dots in its path', '/a/../../b', { get: {} }, /path/],
  ])('%s', (_, path, item, reason) => {
    const { operations, skipped } = described(openapi({ [path]: item }))
    expect(operations).toEqual([])
    expect(skipped.map((each) => each.reason)).toEqual([expect.stringMatching(reason)])
  })

  it('while its neighbours are: reading, and changing ones with a harmless name', () => {
    const item = {
      get: {},
      put: json({ name: {} }),
      patch: json({ name: {} }),
      post: json({ name: {} }),
      delete: {},
    }
    const { operations } = described(openapi({ '/things/{id}': item }))
    expect(operations.map(nameOfOperation)).toEqual([
      'GET /things/{id}',
      'PUT /things/{id}',
      'POST /things/{id}',
      'PATCH /things/{id}',
    ])
  })
})
