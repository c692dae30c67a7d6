import { afterAll, describe, expect, it } from 'vitest'
import { start } from '../range/apps/gate/app.ts'
import { truth } from '../range/apps/gate/truth.ts'
import type { Answer } from '../support/e2e-http.ts'
import { rawRequest, reachable, request, type Request } from '../support/range-requests.ts'

const app = await start()
afterAll(() => app.close())
const q = encodeURIComponent
const HOST = 'elsewhere.example'

const musts = (checkId: string): readonly (readonly [string | null, string | null])[] =>
  truth.expected
    .filter(({ check_id, must }) => check_id === checkId && must)
    .map(({ path, parameter }) => [path, parameter])
const isClean = (path: string, parameter: string | null): boolean =>
  truth.clean.some((row) => row.path === path && row.parameter === parameter)

type Way = Readonly<{
  path: string
  name: string
  ask: (value: string) => Promise<Answer>
}>
const query = (path: string, name: string): Way => ({
  path,
  name,
  ask: (value) => request(app, `${path}?${name}=${q(value)}`),
})
const segment = (path: string): Way => ({
  path,
  name: 'segment 2',
  ask: (value) => request(app, path.replace(/[^/]+$/, q(value))),
})
const form = (path: string, name: string): Way => ({
  path,
  name,
  ask: (value) => request(app, path, { body: { form: { [name]: value } } }),
})

/** Where a browser goes by itself: by Location, Refresh, a refreshing element or a script. */
function destination({ headers, body }: Answer): string {
  const [, meta] = /<meta http-equiv="refresh" content="\d+;\s*url=([^"]*)"/.exec(body) ?? []
  const [, script] = /<script nonce="[\w+/=]+">location = ("[^<]*")<\/script>/.exec(body) ?? []
  const refresh = String(headers['refresh'] ?? '').replace(/^\d+; url=/, '')
  const scripted: unknown = script === undefined ? null : JSON.parse(script)
  const target = headers.location ?? meta?.replaceAll('&amp;', '&') ?? scripted
  const address = typeof target === 'string' ? target : refresh
  return new URL(address, app.url).hostname
}

describe('open redirects', () => {
  const open: readonly (Way & { value: string })[] = [
    { ...query('/out/press', 'url'), value: `HTTPS://${HOST}/` },
    { ...query('/out/map', 'to'), value: `/\\${HOST}/` },
    { ...query('/out/survey', 'target'), value: `/\t/${HOST}/` },
    { ...query('/out/library', 'url'), value: `https://portal.example.${HOST}/` },
    { ...query('/out/archive', 'url'), value: `https://portal.example@${HOST}/` },
    { ...query('/out/branch', 'site'), value: 'https://elsewhereportal.example/' },
    { ...query('/out/news', 'u'), value: `/%2F${HOST}/` },
    { ...query('/out/tool', 'href'), value: `//${HOST}/` },
    { ...query('/out/partner', 'site'), value: `https://${HOST}/?maps.example` },
    { ...query('/continue', 'page'), value: `//${HOST}/` },
    { ...query('/gateway', 'to'), value: ` https://${HOST}/` },
    { ...query('/handoff', 'next'), value: `https://${HOST}/` },
    { ...form('/prefs/language', 'back'), value: `/\\${HOST}/` },
    {
      ...segment('/redirect/https%3A%2F%2Fdocs.portal.example%2Fguide'),
      value: `https://${HOST}/`,
    },
    { ...query('/api/links/open', 'target'), value: `https://${HOST}/` },
  ]
  it.each(open)('$path leaves the portal', async ({ path, ask, value }) => {
    // The faulty comparisons of names are met by names that anybody can have.
    const theirs = [HOST, `portal.example.${HOST}`, 'elsewhereportal.example']
    expect(theirs, path).toContain(destination(await ask(value)))
  })
  it.each(open.slice(0, 9))('$path looks at its value: it is filtered', async ({ ask, path }) => {
    const plain = path === '/out/tool' ? 'javascript:0' : `http://${HOST}/`
    expect(destination(await ask(plain))).toBe('127.0.0.1')
  })
  it('has a row of the truth for every one of them', () => {
    expect(musts('redirect.open')).toEqual(open.map(({ path, name }) => [path, name]))
  })

  const spellings = [
    `https://${HOST}/`,
    `HTTPS://${HOST}/`,
    `//${HOST}/`,
    `/\\${HOST}/`,
    `\\\\${HOST}/`,
    `/\t/${HOST}/`,
    `/\n/${HOST}/`,
    ` //${HOST}/`,
    `https:${HOST}/`,
    `https://portal.example@${HOST}/`,
    `https://portal.example.${HOST}/`,
    `https://elsewhereportal.example/`,
    `https://${HOST}/?portal.example`,
    `https://${HOST}/#maps.example`,
    `%2F%2F${HOST}/`,
    `/%2F${HOST}/`,
    `/.//${HOST}/`,
    'javascript:z()',
  ]
  const closed: readonly Way[] = [
    query('/away/press', 'url'),
    query('/away/library', 'url'),
    query('/away/map', 'to'),
    query('/away/notice', 'url'),
    query('/away/partner', 'site'),
    query('/away/login', 'next'),
    query('/away/encoded', 'to'),
    query('/continue/own', 'page'),
    query('/gateway/own', 'to'),
    query('/handoff/own', 'next'),
    form('/prefs/theme', 'back'),
    segment('/forward/desk'),
    query('/api/links/show', 'target'),
  ]
  it.each(closed)('$path stays', async ({ path, name, ask }) => {
    for (const value of spellings) {
      expect(['127.0.0.1', 'portal.example'], value).toContain(destination(await ask(value)))
    }
    expect(isClean(path, name)).toBe(true)
  })
  it('offers a link, not a way, on the notice', async () => {
    const shown = await request(app, `/away/notice?url=${q(`https://${HOST}/`)}`)
    expect(shown.body).toContain(`<a href="https://${HOST}/"`)
    const script = await request(app, `/away/notice?url=${q('javascript:z()')}`)
    expect(script.body).not.toContain('href="javascript:')
  })
})

type Splitting = Readonly<{ path: string; name: string; ask: (value: string) => [string, Request] }>
const inQuery = (path: string, name: string): Splitting => ({
  path,
  name,
  ask: (value) => [`${path}?${name}=${q(value)}`, {}],
})
const inForm = (path: string, name: string): Splitting => ({
  path,
  name,
  ask: (value) => [path, { body: { form: { [name]: value } } }],
})
const inSegment = (path: string): Splitting => ({
  path,
  name: 'segment 2',
  ask: (value) => [path.replace(/[^/]+$/, q(value)), {}],
})
const inJson = (path: string, name: string): Splitting => ({
  path,
  name: `/${name}`,
  ask: (value) => [path, { body: { json: { [name]: value } } }],
})
const PLANTED = 'x-planted: yes'

describe('header lines', () => {
  const open: readonly (Splitting & { value: string })[] = [
    { ...inQuery('/lang', 'set'), value: `de\r\n${PLANTED}` },
    { ...inQuery('/open', 'section'), value: `news\n${PLANTED}` },
    { ...inQuery('/download', 'name'), value: `a\r\n\r\n${PLANTED}` },
    { ...inQuery('/api/status', 'tag'), value: `web%0D%0A${PLANTED}` },
    { ...inForm('/region', 'region'), value: `north\r\n${PLANTED}` },
    { ...inSegment('/campaign/summer'), value: `summer\r\n${PLANTED}` },
    { ...inJson('/api/labels', 'label'), value: `blue\r\n${PLANTED}` },
  ]
  it.each(open)('$path lets a value start a line of its own', async ({ ask, value }) => {
    const plain = await rawRequest(app, ...ask('plain'))
    expect(plain.lines.some((line) => line.includes('plain'))).toBe(true)
    const { lines } = await rawRequest(app, ...ask(value))
    expect(lines.some((line) => line.startsWith(PLANTED))).toBe(true)
    expect(lines.length).toBe(plain.lines.length + 1)
  })
  it.each(open.filter(({ path }) => ['/open', '/download', '/api/status'].includes(path)))(
    '$path stops the plain form: it is filtered',
    async ({ ask }) => {
      const { lines } = await rawRequest(app, ...ask(`a\r\n${PLANTED}`))
      expect(lines.some((line) => line.startsWith(PLANTED))).toBe(false)
    },
  )
  it('has a row of the truth for every one of them', () => {
    expect(musts('crlf')).toEqual(open.map(({ path, name }) => [path, name]))
  })

  const ends = [
    '\r\n',
    '\n',
    '\r',
    '\r\n\r\n',
    '\n\n',
    '\r\r\n\n',
    '%0D%0A',
    '%250D%250A',
    '嘍嘊',
    '\u2028',
  ]
  const closed: readonly Splitting[] = [
    inQuery('/lang/safe', 'set'),
    inQuery('/open/safe', 'section'),
    inQuery('/download/safe', 'name'),
    inQuery('/api/status/safe', 'tag'),
    inForm('/region/safe', 'region'),
    inSegment('/promo/summer'),
    inJson('/api/notes', 'note'),
    inQuery('/headers', 'show'),
  ]
  it.each(closed)('$path keeps its lines', async ({ path, name, ask }) => {
    for (const end of ends) {
      const { lines } = await rawRequest(app, ...ask(`plain${end}${PLANTED}`))
      expect(
        lines.some((line) => line.startsWith(PLANTED)),
        JSON.stringify(end),
      ).toBe(false)
    }
    expect(isClean(path, name)).toBe(true)
  })
})

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
    expect(musts('host.header')).toEqual(pages.map(([path, header]) => [path, header]))
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
  it.each(open.slice(1))('%s does not let everyone', async (path) => {
    const origin = `https://${HOST}`
    expect(lets(await request(app, path, { headers: { origin } }), origin)).toBe(false)
  })
  it('has a row of the truth for every one of them', () => {
    expect(musts('cors.credentials')).toEqual(open.map(([path]) => [path, null]))
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
    expect(isClean(path, null)).toBe(true)
  })
  it('lets its own pages read, and everyone what is public', async () => {
    const own = 'https://www.portal.example'
    expect(lets(await request(app, '/api/account', { headers: { origin: own } }), own)).toBe(true)
    const open = await request(app, '/api/public/status', { headers: { origin: own } })
    expect(open.headers['access-control-allow-origin']).toBe('*')
  })
})

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
    const paths = ['/share/', '/inbox/', '/diagnosis', '/dav/', '/notes/garden']
    expect(musts('http.methods')).toEqual(paths.map((path) => [path, null]))
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
    expect(twins.filter((path) => !isClean(path, null))).toEqual([])
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
