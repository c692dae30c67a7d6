import { describe, expect, it, vi } from 'vitest'

import { ApiError } from '../../src/errors.ts'
import { createApp } from '../../src/routes/app.ts'
import type { Deps } from '../../src/services/deps.ts'

/** The app with a few routes of the test's own; nothing here reaches a database. */
function makeApp(isLocal = false) {
  // oxlint-disable-next-line no-unsafe-type-assertion -- these routes read nothing else of Deps
  const app = createApp(() => ({ isLocal }) as Deps)
  app.post('/test/echo', (c) => c.text('x'))
  app.get('/test/throws', () => {
    throw new Error('secret of the inside\nwith its second line')
  })
  app.get('/test/refuses', () => {
    throw new ApiError('concurrent_limit', { retryAfterS: 7, extra: { limit: 'x' } })
  })
  app.get('/test/own', (c) => c.text('x', 200, { 'cache-control': 'public, max-age=9' }))
  const assets = async (request: Request) =>
    request.url.endsWith('/logo.svg')
      ? new Response('<svg/>')
      : new Response('no such file', { status: 404 })
  const ask = (path: string, init: RequestInit = {}) =>
    app.request(path, init, { ASSETS: { fetch: assets } })
  return { ask }
}
const { ask } = makeApp()

describe('an error', () => {
  it('that nobody expected says nothing but its request id, and its first line in the log', async () => {
    const written = vi.spyOn(console, 'log').mockReturnValue()
    const answer = await ask('/test/throws', { headers: { 'x-request-id': 'req-1' } })
    expect(answer.status).toBe(500)
    expect(await answer.json()).toEqual({
      error: 'Something went wrong on our side.',
      code: 'internal_error',
      request_id: 'req-1',
    })
    const [line] = written.mock.lastCall ?? []
    written.mockRestore()
    expect(JSON.parse(String(line))).toMatchObject({
      request_id: 'req-1',
      error: 'Error: secret of the inside',
      stack: expect.stringContaining('app.test.ts'),
    })
    expect(line).not.toContain('second line')
  })

  it('carries its headers and additive members', async () => {
    const answer = await ask('/test/refuses')
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('7')
    expect(await answer.json()).toMatchObject({ code: 'concurrent_limit', limit: 'x' })
  })

  it('is a problem of RFC 9457 for those who ask for one', async () => {
    const headers = { accept: 'application/problem+json, application/json' }
    const answer = await ask('/test/refuses', { headers })
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.headers.get('retry-after')).toBe('7')
    expect(await answer.json()).toMatchObject({
      error: 'Too many scans are running at once.',
      code: 'concurrent_limit',
      type: 'http://localhost/errors/concurrent_limit',
      title: 'Too many scans are running at once.',
      status: 429,
      detail: 'Too many scans are running at once.',
      instance: '/test/refuses',
    })
  })
})

describe('a path', () => {
  it.each([
    ['GET', '/test/echo', 405, 'POST'],
    ['PUT', '/test/echo', 405, 'POST'],
    ['HEAD', '/test/echo', 405, 'POST'],
    ['DELETE', '/test/own', 405, 'GET, HEAD'],
    ['POST', '/api/health', 405, 'GET, HEAD'],
    ['PATCH', '/api/openapi.json', 405, 'GET, HEAD'],
    ['GET', '/test/nothing', 404, null],
    ['GET', '/api/docs/nothing', 404, null],
    ['POST', '/logo.svg', 404, null],
    ['GET', '/%', 404, null],
    ['GET', '/%ff%00', 404, null],
  ])('%s %s → %i', async (method, path, status, allow) => {
    const answer = await ask(path, { method })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('allow')).toBe(allow)
    if (method === 'HEAD') return
    const code = status === 405 ? 'method_not_allowed' : 'not_found'
    expect(await answer.json()).toMatchObject({ code })
  })

  it('outside the API may be a file', async () => {
    expect(await (await ask('/logo.svg')).text()).toBe('<svg/>')
  })

  it('of the API asks for a key before it says whether it exists', async () => {
    for (const path of ['/api/nothing', '/api/scan', '/api/local/advance', '/api/docsy']) {
      expect((await ask(path)).status, `at ${path}`).toBe(401)
    }
  })
})

describe('every answer', () => {
  it.each([
    ['/test/own', 'public, max-age=9'],
    ['/test/nothing', 'private, no-store'],
    ['/test/throws', 'private, no-store'],
    ['/api/scans', 'private, no-store'],
  ])('has the headers that protect it: %s', async (path, cacheControl) => {
    const answer = await ask(path)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': cacheControl,
      'api-version': '1',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it.each([
    ['order-66_a.b:c', true],
    ['a'.repeat(128), true],
    ['a'.repeat(129), false],
    ['two words', false],
    ['<script>', false],
  ])('takes over the request id %j: %s', async (id, isKept) => {
    const answer = await ask('/test/own', { headers: { 'x-request-id': id } })
    expect(answer.headers.get('x-request-id') === id).toBe(isKept)
  })

  it('may be read by pages of any origin, without cookies, but for local mode', async () => {
    const headers = { origin: 'https://app.acme.dev', 'access-control-request-method': 'POST' }
    const preflight = await ask('/api/scan', { method: 'OPTIONS', headers })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Service-Key')
    const answer = await ask('/api/scans', { headers })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After')
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
    const local = await makeApp(true).ask('/api/scan', { method: 'OPTIONS', headers })
    expect([...local.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    )
  })
})
