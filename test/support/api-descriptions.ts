import { expect } from 'vitest'

import { describeApi } from '../../src/scanner/api-spec/describe.ts'
import { readDocument } from '../../src/scanner/api-spec/read-document.ts'

const TARGET = new URL('https://api.acme.dev/')
export type Json = Readonly<Record<string, unknown>>

export const place = (location: string | null = null, target = TARGET) => ({
  target,
  location: location === null ? null : new URL(location),
})
export function outcomeOf(spec: unknown, where = place()) {
  const document = readDocument(spec)
  return document.ok ? describeApi(document.value, where) : document
}
export function described(spec: unknown, where = place()) {
  const outcome = outcomeOf(spec, where)
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.value
}
export const reasonOf = (spec: unknown, where = place()): string => {
  const outcome = outcomeOf(spec, where)
  return outcome.ok ? 'it was taken' : outcome.reason
}
export const openapi = (paths: Json, rest: Json = {}): Json => ({
  openapi: '3.0.3',
  paths,
  ...rest,
})
/** The one request of a document with one operation. */
export function requestOf(spec: Json, where = place()) {
  const { operations, skipped } = described(spec, where)
  expect(skipped).toEqual([])
  expect(operations).toHaveLength(1)
  const [operation] = operations
  if (operation === undefined) throw new Error('no operation')
  return { ...operation, ...operation.request }
}
export const query = (...parameters: readonly Json[]) =>
  requestOf(
    openapi({
      '/a': { get: { parameters: parameters.map((each) => ({ in: 'query', ...each })) } },
    }),
  )
export const bodyOf = (schema: Json, rest: Json = {}): unknown => {
  const content = { 'application/json': { schema } }
  return JSON.parse(
    requestOf(openapi({ '/a': { post: { requestBody: { content } } } }, rest)).body ?? 'null',
  )
}
