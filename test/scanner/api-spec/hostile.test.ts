import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { LIMITS } from '../../../src/limits.ts'
import { describeApi } from '../../../src/scanner/api-spec/describe.ts'
import { readDocument } from '../../../src/scanner/api-spec/read-document.ts'
import { pointsOfOperation } from '../../../src/scanner/engine/inputs-api.ts'
import { toInput } from '../../../src/scanner/engine/inputs-place.ts'
import { described, openapi, reasonOf } from '../../support/api-descriptions.ts'

const PLACE = { target: new URL('http://127.0.0.1:8080/'), location: null }
/** Generous: the machine may be busy. Without its bound each takes minutes, or all memory. */
const QUICK_MS = 10_000
const BYTES = 2 * 1024 * 1024

const MONSTERS: readonly (readonly [name: string, make: () => unknown])[] = [
  ['YAML lists in lists', () => '['.repeat(BYTES)],
  ['YAML dashes', () => '- '.repeat(BYTES / 2)],
  ['YAML keys of keys', () => '? '.repeat(BYTES / 2)],
  ['YAML quotes', () => '"'.repeat(BYTES)],
  ['YAML escapes', () => `openapi: "${'\\x'.repeat(BYTES / 2)}`],
  ['YAML mistakes', () => 'a: @\n'.repeat(200_000)],
  ['YAML documents', () => '---\n'.repeat(BYTES / 4)],
  ['YAML keys', () => Array.from({ length: 150_000 }, (_, nth) => `k${nth}: 1`).join('\n')],
  [
    'a YAML bomb',
    () =>
      `openapi: 3.0.0\na: &a [1,1,1,1,1,1,1,1,1]\n${'bcdefghij'
        .split('')
        .map((name, nth, all) => `${name}: &${name} [${`*${all[nth - 1] ?? 'a'},`.repeat(9)}]`)
        .join('\n')}`,
  ],
  ['a YAML circle', () => 'openapi: &a\n  paths: *a\n'],
  ['JSON lists in lists', () => `{"openapi":"3.0.0","paths":${'['.repeat(500_000)}`],
  [
    'values in values',
    () => {
      let value: unknown = 1
      for (let depth = 0; depth < 50_000; depth++) value = { a: value }
      return { openapi: '3.0.0', paths: value }
    },
  ],
]

const LONG = 'x'.repeat(10 * 1024 * 1024)
const nested = (depth: number): unknown =>
  depth === 0
    ? { type: 'string' }
    : { type: 'object', required: ['a'], properties: { a: nested(depth - 1) } }
const wide = Object.fromEntries(
  Array.from({ length: 5000 }, (_, nth) => [
    `p${nth}`,
    { type: 'string', example: 'y'.repeat(100) },
  ]),
)
const post = (schema: unknown) => ({
  post: { requestBody: { content: { 'application/json': { schema } } } },
})

describe('a hostile description', () => {
  it.each(MONSTERS)('is refused soon: %s', (_, make) => {
    const text = make()
    const startedAt = performance.now()
    expect(readDocument(text)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/\.$|^The YAML/),
    })
    expect(performance.now() - startedAt).toBeLessThan(QUICK_MS)
  })

  it.each([
    [
      'a reference to itself',
      post({ $ref: '#/paths/~1a/post/requestBody/content/application~1json/schema' }),
    ],
    ['allOf of itself', post({ allOf: [{ $ref: '#/x-loop' }] })],
    [
      'strings of 10 MB',
      post({
        type: 'object',
        properties: {
          a: { type: 'string', example: LONG },
          b: { type: 'string', pattern: LONG },
          c: { type: 'string', minLength: 1e9 },
        },
      }),
    ],
    [
      'lists of a million',
      post({ type: 'array', minItems: 1e6, items: { type: 'array', minItems: 1e6, items: {} } }),
    ],
    ['objects in objects', post(nested(40))],
    ['a thousand properties', post({ type: 'object', properties: wide })],
    [
      'everything of the wrong type',
      { post: { parameters: 5, requestBody: [], servers: 'x', operationId: {} }, get: 'x' },
    ],
  ])('gives requests of bounded size: %s', (_, item) => {
    const spec = openapi(
      { '/a': item },
      { 'x-loop': { allOf: [{ $ref: '#/x-loop' }, { $ref: '#/x-loop' }] } },
    )
    const { operations, skipped } = described(spec)
    expect(operations.length + skipped.length).toBe(1)
    for (const { request } of operations) {
      expect(JSON.stringify(request).length).toBeLessThanOrEqual(LIMITS.apiRequestChars)
    }
  })

  it('has requests that are bounded together, and the rest is named', () => {
    const body = {
      type: 'object',
      properties: Object.fromEntries(Object.entries(wide).slice(0, 40)),
    }
    const paths = Object.fromEntries(
      Array.from({ length: 500 }, (_, nth) => [`/p${nth}`, post(body)]),
    )
    const { operations, skipped } = described(openapi(paths))
    expect(JSON.stringify(operations).length).toBeLessThan(1.3 * LIMITS.apiPlanChars)
    expect(operations.length + skipped.length).toBe(500)
    expect(skipped[0]?.reason).toMatch(/too large/)
  })

  it('never leads to another origin', () => {
    for (const path of [
      '//evil.example/a',
      '/\\evil.example/a',
      '/@evil.example',
      '/a\n//b',
      '/..//evil',
    ]) {
      const { operations } = described(openapi({ [path]: { get: {} } }))
      for (const { request } of operations) {
        expect(new URL(`http://127.0.0.1:1${request.address}`).host).toBe('127.0.0.1:1')
        expect(request.address).toMatch(/^\//)
      }
    }
  })
})

const Leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.double())
const WORDS = [
  'get post put patch parameters requestBody content application/json schema type object array string',
  'properties items allOf oneOf $ref #/components/schemas/A example enum in query path name servers',
  'url /a/{b} __proto__',
].flatMap((line) => line.split(' '))
const Word = fc.constantFrom(...WORDS)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6 },
    Leaf,
    Word,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(Word, tie('tree'), { maxKeys: 5 }),
  ),
}))
const Paths = fc.dictionary(fc.constantFrom('/a', '/a/{b}', '/c?d=e', '/f/{g}.{h}', 'x'), tree, {
  maxKeys: 4,
})

describe('whatever a description says', () => {
  it('parsing it never throws, and what comes out is bounded and can be sent', () => {
    fc.assert(
      fc.property(Paths, tree, fc.constantFrom('2.0', '3.0.0', '3.1.0'), (paths, rest, version) => {
        const key = version === '2.0' ? 'swagger' : 'openapi'
        const document = readDocument({
          [key]: version,
          paths,
          components: { schemas: { A: rest } },
        })
        if (!document.ok) return
        const outcome = describeApi(document.value, PLACE)
        if (!outcome.ok) return
        for (const operation of outcome.value.operations) {
          for (const point of pointsOfOperation(operation, PLACE.target.origin)) {
            const request = toInput(point).with(`'"<x>\r\n\0`)
            expect(request.url.origin).toBe(PLACE.target.origin)
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  it('any text is read without a throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: fc.constantFrom(...'-:[]{}&*!|>"\'# \n?,a1'.split('')) }),
        ),
        (text) => {
          const outcome = readDocument(text)
          expect(outcome.ok || outcome.reason.length > 0).toBe(true)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('a reason is a sentence', () => {
    expect(reasonOf('- 1\n')).toBe('It is not an object.')
  })
})
