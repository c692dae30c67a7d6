import { afterAll, describe, expect, it } from 'vitest'
import { start } from '../range/apps/gate/app.ts'
import { truth } from '../range/apps/gate/truth.ts'
import type { Answer } from '../support/e2e-http.ts'
import { request } from '../support/range-requests.ts'
import { isClean, mustPlaces } from '../support/range-truth.ts'

const app = await start()
afterAll(() => app.close())
const q = encodeURIComponent
const HOST = 'elsewhere.example'

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
    expect(mustPlaces(truth, 'redirect.open')).toEqual(open.map(({ path, name }) => [path, name]))
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
    expect(isClean(truth, path, name)).toBe(true)
  })
  it('offers a link, not a way, on the notice', async () => {
    const shown = await request(app, `/away/notice?url=${q(`https://${HOST}/`)}`)
    expect(shown.body).toContain(`<a href="https://${HOST}/"`)
    const script = await request(app, `/away/notice?url=${q('javascript:z()')}`)
    expect(script.body).not.toContain('href="javascript:')
  })
})
