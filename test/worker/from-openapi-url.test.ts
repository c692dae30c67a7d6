import { describe, expect, it } from 'vitest'

import { ProbeError, type HttpRequest } from '../../src/scanner/http/exchange.ts'
import type { Transport } from '../../src/scanner/ports.ts'
import { freezeClock, freshHost, makeHarness } from './support.ts'

freezeClock()

type Served = Readonly<{ status?: number; location?: string; body?: string; truncated?: boolean }>
/** What the world serves to whoever asks for a description. */
const served = new Map<string, Served | ProbeError>()
const asked: HttpRequest[] = []
const transport: Transport = async (request, { maxBytes }) => {
  asked.push(request)
  expect(maxBytes).toBe(2 * 1024 * 1024)
  const found = served.get(request.url.href) ?? { status: 404 }
  if (found instanceof ProbeError) throw found
  const headers = new Headers(found.location === undefined ? {} : { location: found.location })
  const { status = 200, body = '', truncated = false } = found
  return { status, headers, body, truncated, elapsedMs: 1 }
}

const app = makeHarness({ transport })
const { key } = await app.account()
const start = (body: unknown) => app.call('POST', '/api/scan/from-openapi', { key, body })

const SPEC = {
  openapi: '3.0.3',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books/{id}': {
      get: { operationId: 'readBook' },
      delete: {},
    },
  },
}
const target = () => `https://${freshHost()}/v1`

describe('spec_url', () => {
  const url = 'https://docs.acme.dev/openapi.json'
  it('is fetched with redirects, without credentials', async () => {
    asked.length = 0
    served.set('https://docs.acme.dev/spec', { status: 302, location: '/openapi.json' })
    served.set(url, { body: JSON.stringify({ ...SPEC, servers: [{ url: '/rest' }] }) })
    const answer = await start({
      target_url: `https://${freshHost()}`,
      spec_url: 'https://docs.acme.dev/spec',
      auth_config: { type: 'token', token: 'secret-7f3a' },
    })
    expect(answer).toMatchObject({ status: 202, json: { operations: 1 } })
    expect(asked.map((request) => request.url.href)).toEqual(['https://docs.acme.dev/spec', url])
    expect(JSON.stringify(asked.map(({ headers }) => [...headers]))).not.toContain('secret-7f3a')
    expect(app.rooms.begun.get(answer.json.scan_id)?.api?.operations[0]?.request.address).toBe(
      '/rest/books/1',
    )
  })

  it.each([
    'http://10.0.0.1/a',
    'http://169.254.169.254/a',
    'https://inside.acme.dev/a',
    'https://unknown.acme.dev/a',
    'http://localhost/a',
  ])('may not be %s, also as the goal of a redirect', async (spec_url) => {
    served.set('https://docs.acme.dev/away', { status: 307, location: spec_url })
    for (const first of [spec_url, 'https://docs.acme.dev/away']) {
      asked.length = 0
      const answer = await start({ target_url: target(), spec_url: first })
      expect(answer).toMatchObject({
        status: 400,
        json: { code: 'invalid_request', fields: [{ path: 'spec_url' }] },
      })
      expect(asked.map((request) => request.url.href)).not.toContain(spec_url)
    }
  })

  it.each<[string, Served | ProbeError, RegExp]>([
    ['404', { status: 404 }, /answered with 404/],
    ['more than 2 MB', { body: '{', truncated: true }, /larger than/],
    ['no answer in 15 s', new ProbeError('timeout', 'late'), /in time/],
    ['no answer', new ProbeError('unreachable', 'gone'), /did not answer/],
    ['redirects without end', { status: 302, location: url }, /redirects more than/],
    ['a page', { body: '<!doctype html><title>Docs</title>' }, /cannot be used/],
  ])('that gives %s is invalid_openapi', async (_, reply, text) => {
    served.set(url, reply)
    const answer = await start({ target_url: target(), spec_url: url })
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_openapi' } })
    expect(answer.json.error).toMatch(text)
  })

  it('of a resolver that is down is 503', async () => {
    const answer = await start({ target_url: target(), spec_url: 'https://down.acme.dev/a' })
    expect(answer).toMatchObject({ status: 503, json: { code: 'unavailable' } })
  })
})
