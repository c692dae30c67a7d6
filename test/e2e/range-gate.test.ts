import { afterAll, describe, expect, it } from 'vitest'
import { start } from '../range/apps/gate/app.ts'
import { truth } from '../range/apps/gate/truth.ts'
import type { Answer } from '../support/e2e-http.ts'
import { rawRequest, reachable, request } from '../support/range-requests.ts'
import { isClean, mustPlaces } from '../support/range-truth.ts'

const app = await start()
afterAll(() => app.close())
const HOST = 'elsewhere.example'

describe('the host that a request names', () => {
  const pages: readonly (readonly [path: string, header: string, value: string])[] = [
    ['/recover', 'x-forwarded-host', HOST],
    ['/agenda', 'x-host', HOST],
    ['/start', 'x-forwarded-host', HOST],
    ['/widgets', 'x-forwarded-host', HOST],
    ['/bulletin', 'forwarded', `for=192.0.2.1;host=${HOST};proto=http`],
  ]
  const target = ({ headers, body }: Answer): boolean =>
    headers.location?.startsWith(`http://${HOST}/`) === true ||
    new RegExp(`(?:href|src)="http://${HOST}/`).test(body)

  it.each(pages)('%s takes it from %s', async (path, header, value) => {
    expect(target(await request(app, path, { headers: { [header]: value } }))).toBe(true)
    expect(target(await request(app, path))).toBe(false)
  })
  it('has a row of the truth for every one of them', () => {
    expect(mustPlaces(truth, 'host.header')).toEqual(pages.map(([path, header]) => [path, header]))
  })

  const twins = ['/recover/own', '/agenda/own', '/start/own', '/widgets/own', '/whereami'] as const
  const names = ['host', 'x-forwarded-host', 'x-host', 'forwarded', 'x-forwarded-server'] as const
  it.each(twins)('%s names its own', async (path) => {
    for (const name of names) {
      const value = name === 'forwarded' ? `host=${HOST}` : HOST
      const answer = await request(app, path, { headers: { [name]: value } })
      expect(target(answer), name).toBe(false)
    }
    expect(truth.clean.some((row) => row.path === path)).toBe(true)
  })
  it('shows the name as text where it shows it', async () => {
    const headers = { host: HOST, 'x-forwarded-host': `<i>${HOST}`, 'x-host': HOST }
    const { body } = await request(app, '/whereami', { headers })
    expect(body).toContain(`&lt;i&gt;${HOST}`)
  })
})

describe('cross-origin reading', () => {
  const home = request(app, '/')
  const session = async (): Promise<string> =>
    String((await home).headers['set-cookie']?.[0]).split(';')[0] ?? ''
  const lets = ({ headers }: Answer, origin: string): boolean =>
    headers['access-control-allow-origin'] === origin &&
    headers['access-control-allow-credentials'] === 'true'

  const open: readonly (readonly [path: string, origin: string])[] = [
    ['/api/me', `https://${HOST}`],
    ['/api/wallet', 'null'],
    ['/api/inbox', 'https://elsewhereportal.example'],
    ['/api/calendar', `https://portal.example.${HOST}`],
    ['/api/documents', 'https://wwwxportal.example'],
    ['/api/contacts', `https://portal.example-${HOST}`],
  ]
  it.each(open)('%s lets %s read what belongs to a session', async (path, origin) => {
    const cookie = await session()
    const [mine, none, other] = await Promise.all([
      request(app, path, { headers: { origin, cookie } }),
      request(app, path, { headers: { origin } }),
      request(app, path, { headers: { origin, cookie: 'sid=another' } }),
    ])
    expect(lets(mine, origin)).toBe(true)
    expect(new Set([mine.body, none.body, other.body]).size).toBe(3)
  })
  it.each([
    ['/api/inbox', 'http://elsewhere127.0.0.1'],
    ['/api/calendar', `http://127.0.0.1.${HOST}`],
    ['/api/documents', 'http://127x0x0x1'],
    ['/api/contacts', `https://127.0.0.1.${HOST}`],
  ])('%s mistakes %s for its own as well: its address is all that some know', async (...at) => {
    const [path, origin] = at
    expect(lets(await request(app, path, { headers: { origin } }), origin)).toBe(true)
  })
  it.each(open.slice(1))('%s does not let everyone', async (path) => {
    const origin = `https://${HOST}`
    expect(lets(await request(app, path, { headers: { origin } }), origin)).toBe(false)
  })
  it('has a row of the truth for every one of them', () => {
    expect(mustPlaces(truth, 'cors.credentials')).toEqual(open.map(([path]) => [path, null]))
  })

  const origins = [...open.map(([, origin]) => origin), 'http://127.0.0.1.elsewhere.example']
  const twins = [
    '/api/account',
    '/api/badge',
    '/api/fixed',
    '/api/public/status',
    '/api/public/days',
  ]
  it.each(twins)('%s lets no one read with credentials', async (path) => {
    const cookie = await session()
    for (const origin of origins) {
      expect(lets(await request(app, path, { headers: { origin, cookie } }), origin)).toBe(false)
    }
    expect(isClean(truth, path, null)).toBe(true)
  })
  it('lets its own pages read, and everyone what is public', async () => {
    const own = 'https://www.portal.example'
    expect(lets(await request(app, '/api/account', { headers: { origin: own } }), own)).toBe(true)
    const open = await request(app, '/api/public/status', { headers: { origin: own } })
    expect(open.headers['access-control-allow-origin']).toBe('*')
  })
})

describe('the portal', () => {
  it('leads from its start page to every place of the truth', async () => {
    const fresh = await start()
    const reached = await reachable(fresh)
    const { dangerous } = fresh.stats()
    await fresh.close()
    const places = [...truth.expected, ...truth.clean].flatMap(({ path }) => path ?? [])
    expect(places.filter((path) => !reached.has(path))).toEqual([])
    expect(dangerous).toBe(0)
  })
  it('sends right headers with every answer and a strict session cookie', async () => {
    const { headers } = await request(app, '/')
    expect(headers['set-cookie']?.[0]).toMatch(/^sid=\w{32}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(headers['content-security-policy']).not.toContain('unsafe')
    const raw = await rawRequest(app, '/lang?set=de')
    expect(raw.lines).toContain('x-content-type-options: nosniff')
  })
  it('counts what a scan must not do', async () => {
    const before = app.stats().dangerous
    await request(app, '/logout')
    await request(app, '/share/readme.txt', { method: 'DELETE' })
    expect(app.stats().dangerous - before).toBe(2)
  })
})
