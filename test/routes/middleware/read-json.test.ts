import { createRoute, z } from '@hono/zod-openapi'
import { describe, expect, it } from 'vitest'

import { createApp } from '../../../src/routes/app.ts'
import { readJson } from '../../../src/routes/middleware/read-json.ts'
import { jsonBody, publicErrorResponses } from '../../../src/routes/openapi-shared.ts'
import type { Deps } from '../../../src/services/deps.ts'

const Body = z.strictObject({
  count: z.int(),
  inner: z.strictObject({ name: z.string() }).optional(),
})
const Refusal = z.object({ error: z.string(), fields: z.array(z.object({ path: z.string() })) })
const MAX_BYTES = 64

const echo = createRoute({
  method: 'post',
  path: '/test/echo',
  request: { body: jsonBody(Body), query: z.object({ page: z.coerce.number().max(9).optional() }) },
  responses: {
    200: { description: 'Echo.', content: { 'application/json': { schema: Body } } },
    ...publicErrorResponses('invalid_request'),
  },
})

// oxlint-disable-next-line no-unsafe-type-assertion -- the route reads nothing else of Deps
const app = createApp(() => ({ isLocal: false }) as Deps)
app.openapi(echo, async (c) =>
  c.json((await readJson(c, Body, { maxBytes: MAX_BYTES })).value, 200),
)
const ask = (path: string, init: RequestInit) => app.request(path, init, {})

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  ask('/test/echo', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })

/** A body that does not say how long it is. */
const stream = (...chunks: string[]): ReadableStream =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
const streamed = (body: ReadableStream, headers: Record<string, string> = {}) =>
  ask('/test/echo', {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'application/json', ...headers },
  } as RequestInit)

describe('a JSON body', () => {
  it.each([
    ['plain', 'application/json'],
    ['with a charset', 'application/json; charset=utf-8'],
    ['of a kind of JSON', 'application/vnd.acme+json'],
  ])('is read %s', async (_, type) => {
    const answer = await post('{"count":1}', { 'content-type': type })
    expect(await answer.json()).toEqual({ count: 1 })
  })

  it('is read in chunks, also when a character is cut in two', async () => {
    const bytes = new TextEncoder().encode('{"count":1,"inner":{"name":"é"}}')
    const cut = bytes.indexOf(0xc3) + 1
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.slice(0, cut))
        controller.enqueue(bytes.slice(cut))
        controller.close()
      },
    })
    expect(await (await streamed(body)).json()).toEqual({ count: 1, inner: { name: 'é' } })
  })

  it.each([
    ['one byte too long', () => post(`{"count":1${' '.repeat(MAX_BYTES - 10)}}`)],
    ['too long and of no declared length', () => streamed(stream('{"count":', ' '.repeat(60)))],
    [
      'longer than it says',
      () => streamed(stream(`{"count":1${' '.repeat(80)}}`), { 'content-length': '5' }),
    ],
    ['too long and no JSON', () => post('x'.repeat(65), { 'content-type': 'text/plain' })],
  ])('%s → 413', async (_, send) => {
    const answer = await send()
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ code: 'payload_too_large' })
  })

  it('of exactly the limit is read', async () => {
    const text = `{"count":1${' '.repeat(MAX_BYTES - 11)}}`
    expect(text).toHaveLength(MAX_BYTES)
    expect((await post(text)).status).toBe(200)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'text/json',
    '',
  ])('sent as %j → 415', async (type) => {
    const answer = await post('{"count":1}', { 'content-type': type })
    expect(answer.status).toBe(415)
    expect(await answer.json()).toMatchObject({ code: 'unsupported_media_type' })
  })

  it.each([
    ['{"count":', 'invalid_json'],
    ['', 'invalid_json'],
    [new Uint8Array([0x22, 0xff, 0x22]), 'invalid_json'],
    ['[]', 'invalid_request'],
  ])('%j → 400 %s', async (body, code) => {
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code })
  })

  it('names every unknown and wrong field by its path', async () => {
    const answer = await post('{"count":"1","a":1,"b":2,"inner":{"x":1}}')
    const { fields, error } = Refusal.parse(await answer.json())
    const paths = fields.map(({ path }) => path)
    expect(paths.toSorted()).toEqual(['a', 'b', 'count', 'inner.name', 'inner.x'])
    expect(error).toContain('(and 4 more)')
  })

  it('does not hide a wrong query', async () => {
    const answer = await ask('/test/echo?page=10', { method: 'POST', body: '{}' })
    expect(await answer.json()).toMatchObject({
      code: 'invalid_request',
      fields: [{ path: 'page' }],
    })
  })
})
