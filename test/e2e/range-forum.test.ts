import { afterAll, describe, expect, it } from 'vitest'
import { start } from '../range/apps/forum/app.ts'
import { truth } from '../range/apps/forum/truth.ts'
import type { Answer } from '../support/e2e-http.ts'
import { callsPlanted, PLANTS } from '../support/range-html.ts'
import { reachable, request } from '../support/range-requests.ts'
import { isClean, mustPlaces } from '../support/range-truth.ts'

const app = await start()
afterAll(() => app.close())
const q = encodeURIComponent

type Mirror = Readonly<{
  path: string
  name: string
  ask: (value: string) => Promise<Answer>
}>
const segment = (path: string): Mirror => ({
  path,
  name: 'segment 2',
  ask: (value) => request(app, path.replace(/[^/]+$/, q(value).replaceAll("'", '%27'))),
})
const query = (path: string, name: string): Mirror => ({
  path,
  name,
  ask: (value) => request(app, `${path}?${name}=${q(value)}`),
})
const upload = (path: string, name: string): Mirror => ({
  path,
  name,
  ask: (value) => request(app, path, { body: { multipart: { [name]: value, picture: 'bytes' } } }),
})
const cookie = (path: string, name: string): Mirror => ({
  path,
  name,
  ask: (value) => request(app, path, { headers: { cookie: `${name}=${q(value)}` } }),
})
const header = (path: string, name: string, prefix = ''): Mirror => ({
  path,
  name,
  ask: (value) => request(app, path, { headers: { [name]: prefix + q(value) } }),
})

const mirrors: readonly (Mirror & { plant: string })[] = [
  { ...segment('/tags/lamps'), plant: '<script>z()</script>' },
  { ...segment('/cards/anna'), plant: "' onfocus='z()" },
  { ...upload('/avatar/preview', 'nickname'), plant: '<img src=x onerror=z()>' },
  { ...cookie('/lounge', 'skin'), plant: '" onfocus="z()' },
  { ...header('/where', 'referer', 'https://elsewhere.example/?'), plant: '<script>z()</script>' },
  { ...query('/find', 'q'), plant: "\\'-z()//" },
  { ...query('/portrait', 'label'), plant: '<script>z()</script>' },
]
const right: readonly Mirror[] = [
  segment('/topics/lamps'),
  segment('/visitors/anna'),
  upload('/avatar/check', 'nickname'),
  cookie('/corner', 'mood'),
  header('/came-from', 'referer', 'https://elsewhere.example/?'),
  header('/client', 'user-agent'),
  query('/search', 'q'),
  query('/emblem', 'label'),
  query('/api/echo', 'text'),
]

describe('reflected scripts', () => {
  it.each(mirrors)('$path $name runs', async ({ ask, plant }) => {
    expect(callsPlanted(await ask(plant))).toBe(true)
  })
  it('lets a page of another site plant the cookie that the lounge shows', async () => {
    const plant = '" onfocus="z()'
    const answer = await request(app, `/skin?set=${q(plant)}`)
    const [planted = ''] = answer.headers['set-cookie'] ?? []
    const [pair = ''] = planted.split(';')
    expect(answer.headers.location).toBe('/lounge')
    expect(callsPlanted(await request(app, '/lounge', { headers: { cookie: pair } }))).toBe(true)
  })
  it.each(right)('$path $name never runs', async ({ path, name, ask }) => {
    for (const plant of PLANTS) expect(callsPlanted(await ask(plant)), plant).toBe(false)
    expect(isClean(truth, path, name)).toBe(true)
  })
  it('has a row of the truth for every one of them', () => {
    // A cookie alone is no way in: its row is right when reported, and not missed when not.
    const proved = mirrors.filter(({ path }) => path !== '/lounge')
    expect(mustPlaces(truth, 'xss.reflected')).toEqual(proved.map(({ path, name }) => [path, name]))
    const lounge = { check_id: 'xss.reflected', path: '/lounge', parameter: 'skin', must: false }
    expect(truth.expected).toContainEqual(expect.objectContaining(lounge))
  })
})

describe('the forum', () => {
  it('leads from its start page to every place of the truth', async () => {
    const fresh = await start()
    const reached = await reachable(fresh)
    const { dangerous } = fresh.stats()
    await fresh.close()
    const places = [...truth.expected, ...truth.clean].flatMap(({ path }) => path ?? [])
    expect(places.filter((path) => !reached.has(path))).toEqual([])
    expect(dangerous).toBe(0)
  })
  it('sends right headers with every answer, but a policy that allows inline code', async () => {
    const { headers } = await request(app, '/')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(headers['content-security-policy']).toContain("script-src 'self' 'unsafe-inline'")
  })
  it('has pages that look as if they could be broken, or change by themselves', async () => {
    const [first, second] = [await request(app, '/online'), await request(app, '/online')]
    expect(first.body).not.toBe(second.body)
    const thread = await request(app, '/threads/safety?part=1')
    expect((await request(app, `/threads/safety?part=${q("1'")}`)).body).toBe(thread.body)
    expect(callsPlanted(thread)).toBe(false)
  })
  it('counts what a scan must not do', async () => {
    const before = app.stats().dangerous
    await request(app, '/logout')
    await request(app, '/account/close', { body: { form: { sure: 'yes' } } })
    expect(app.stats().dangerous - before).toBe(2)
  })
})
