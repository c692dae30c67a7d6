import { afterAll, describe, expect, it } from 'vitest'
import { start } from '../range/apps/gate/app.ts'
import { truth } from '../range/apps/gate/truth.ts'
import { rawRequest, request } from '../support/range-requests.ts'
import { isClean, mustPlaces } from '../support/range-truth.ts'

const app = await start()
afterAll(() => app.close())
const HOST = 'elsewhere.example'

describe('methods', () => {
  const put = (path: string) =>
    request(app, path, { method: 'PUT', body: { text: 'kept', type: 'text/plain' } })

  it('/share/ offers PUT and DELETE, and does what they say', async () => {
    const offered = await request(app, '/share/', { method: 'OPTIONS' })
    expect(offered.headers.allow).toBe('GET, HEAD, OPTIONS, PUT, DELETE')
    expect((await put('/share/new.txt')).status).toBe(201)
    const stored = await request(app, '/share/new.txt')
    expect(stored).toMatchObject({ status: 200, body: 'kept' })
    expect(stored.headers['content-type']).toContain('text/plain')
    expect((await request(app, '/share/new.txt', { method: 'DELETE' })).status).toBe(204)
    expect((await request(app, '/share/new.txt')).status).toBe(404)
  })
  it('/inbox/ stores without a word in Allow', async () => {
    expect((await request(app, '/inbox/', { method: 'OPTIONS' })).headers.allow).not.toContain(
      'PUT',
    )
    await put('/inbox/letter.txt')
    expect((await request(app, '/inbox/letter.txt')).body).toBe('kept')
  })
  it('/diagnosis sends back the request with its headers', async () => {
    const { lines, body } = await rawRequest(app, '/diagnosis?a=1', {
      method: 'TRACE',
      headers: { cookie: 'sid=secret', 'x-seen': 'yes' },
    })
    expect(lines).toContain('content-type: message/http')
    expect(body).toMatch(/^TRACE \/diagnosis\?a=1 HTTP\/1\.1\r\n/)
    expect(body).toContain('cookie: sid=secret\r\n')
    expect(body).toContain('x-seen: yes\r\n')
  })
  it('/dav/ lists and makes collections', async () => {
    expect((await request(app, '/dav/', { method: 'OPTIONS' })).headers['dav']).toBe('1')
    expect((await request(app, '/dav/papers/', { method: 'MKCOL' })).status).toBe(201)
    const listed = await request(app, '/dav/', { method: 'PROPFIND', headers: { depth: '1' } })
    expect(listed.status).toBe(207)
    expect(listed.body).toContain('<d:href>/dav/papers/</d:href>')
  })
  it('/notes/garden refuses PUT, but takes it from a header', async () => {
    expect((await put('/notes/garden')).status).toBe(405)
    const body = { form: { text: 'replaced' } }
    const headers = { 'x-http-method-override': 'PUT' }
    await request(app, '/notes/garden', { body: { form: { text: 'one more line' } } })
    expect((await request(app, '/notes/garden')).body).toContain('one more line')
    expect((await request(app, '/notes/garden', { body, headers })).status).toBe(204)
    const { body: after } = await request(app, '/notes/garden')
    expect(after).toContain('replaced')
    expect(after).not.toContain('one more line')
  })
  it('has a row of the truth for every one of them', () => {
    const paths = ['/diagnosis', '/dav/']
    expect(mustPlaces(truth, 'http.methods')).toEqual(paths.map((path) => [path, null]))
    const unsent = ['/share/', '/inbox/', '/notes/garden']
    const optional = truth.expected.filter((row) => row.check_id === 'http.methods' && !row.must)
    expect(optional.map(({ path }) => path)).toEqual(unsent)
  })

  const METHODS = ['PUT', 'DELETE', 'TRACE', 'PROPFIND', 'MKCOL', 'PATCH'] as const
  it('/archive/ offers all of them and does none', async () => {
    const offered = await request(app, '/archive/', { method: 'OPTIONS' })
    for (const method of METHODS) {
      expect(offered.headers.allow).toContain(method)
      expect((await request(app, '/archive/new.txt', { method })).status).toBe(405)
      expect((await request(app, '/archive/', { method })).status).toBe(405)
    }
    expect((await request(app, '/archive/new.txt')).status).toBe(404)
  })
  it('/kiosk answers the same page to all of them', async () => {
    const { body } = await request(app, '/kiosk')
    for (const method of [...METHODS, 'OPTIONS']) {
      const answer = await request(app, '/kiosk', { method, headers: { 'x-seen': 'yes' } })
      expect(answer).toMatchObject({ status: 200, body })
    }
  })
  it('/sandbox/ says that it has stored, and has not', async () => {
    expect((await put('/sandbox/new.txt')).status).toBe(201)
    expect((await request(app, '/sandbox/new.txt')).status).toBe(404)
  })
  it('/tasks/garden and the preflight of an API change nothing', async () => {
    const headers = { 'x-http-method-override': 'PUT', 'x-method-override': 'PUT' }
    const before = await request(app, '/tasks/garden')
    await request(app, '/tasks/garden', { headers, body: { form: { text: 'replaced' } } })
    const after = await request(app, '/tasks/garden')
    expect(after.body).toContain('replaced')
    expect(after.body).toContain('Water the beans')
    expect(before.body).toContain('Water the beans')
    const preflight = await request(app, '/api/public/status', {
      method: 'OPTIONS',
      headers: { origin: `https://${HOST}`, 'access-control-request-method': 'PUT' },
    })
    expect(preflight.headers['access-control-allow-methods']).toContain('PUT')
    expect((await put('/api/public/status')).status).toBe(405)
  })
  it('lists the twins as clean', () => {
    const twins = ['/archive/', '/kiosk', '/sandbox/', '/tasks/garden', '/api/public/status']
    expect(twins.filter((path) => !isClean(truth, path, null))).toEqual([])
  })
})
