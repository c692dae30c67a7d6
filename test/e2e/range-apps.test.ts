import { afterAll, describe, expect, it } from 'vitest'
import { start as startHealthy } from '../range/apps/healthy/app.ts'
import { start as startShop } from '../range/apps/shop/app.ts'
import { truth } from '../range/apps/shop/truth.ts'
import { ask, type Answer } from '../support/e2e-http.ts'

const shop = await startShop()
const healthy = await startHealthy()
afterAll(() => Promise.all([shop.close(), healthy.close()]))

type App = Readonly<{ url: string }>
type Body = string | Readonly<Record<string, unknown>>
const at = (app: App, path: string): string => app.url + path.slice(1)
const q = encodeURIComponent

function send(app: App, path: string, body?: Body): Promise<Answer> {
  if (body === undefined) return ask(at(app, path))
  const isForm = typeof body === 'string'
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  return ask(at(app, path), {
    method: 'POST',
    headers: { 'content-type': type },
    body: isForm ? body : JSON.stringify(body),
  })
}

/** The part of a page that the data decides, without the places where it repeats the request. */
const main = (answer: Answer): string => {
  const text = /<main>[\s\S]*<\/main>/.exec(answer.body)?.[0] ?? answer.body
  return text.replace(/<h1>[^<]*<\/h1>|<a href="\/category[^>]*>\d<\/a>/g, '')
}

describe('SQL injection', () => {
  const errors: readonly (readonly [path: string, body: Body | undefined])[] = [
    [`/product?id=3${q("'")}`, undefined],
    [`/category?name=toys${q("'")}`, undefined],
    [`/brand?b=Alder${q('"')}`, undefined],
    [`/api/products?category=toys&sort=price${q("'")}`, undefined],
    ['/api/cart/price', { product_id: "3'" }],
    ['/login', `user=anna${q("'")}&password=x`],
    ['/feedback', `name=anna${q("'")}&message=x`],
  ]
  it.each(errors)('%s %o shows an error in the shop only', async (path, body) => {
    const flawed = await send(shop, path, body)
    const right = await send(healthy, path, body)
    expect(flawed.body).toMatch(/SQLITE_ERROR|SqliteError/)
    expect(right.body).not.toMatch(/SQLITE_ERROR|SqliteError/)
  })

  type Pair = readonly [name: string, usual: string, holds: string, fails: string]
  const pairs: readonly Pair[] = [
    ['number', '/product?id=3', `/product?id=3${q(' AND 7=7')}`, `/product?id=3${q(' AND 7=8')}`],
    [
      'string',
      '/category?name=toys',
      `/category?name=toys${q("' AND 7=7-- ")}`,
      `/category?name=toys${q("' AND 7=8-- ")}`,
    ],
    [
      'double quotes',
      '/brand?b=Alder',
      `/brand?b=Alder${q('" AND 7=7-- ')}`,
      `/brand?b=Alder${q('" AND 7=8-- ')}`,
    ],
    [
      'LIKE',
      '/search?q=lamp',
      `/search?q=lamp${q("%' AND 7=7-- ")}`,
      `/search?q=lamp${q("%' AND 7=8-- ")}`,
    ],
    [
      'parentheses',
      '/stock?sku=KI-1001',
      `/stock?sku=KI-1001${q("' AND '7'='7")}`,
      `/stock?sku=KI-1001${q("' AND '7'='8")}`,
    ],
    [
      'archive',
      '/archive?year=2024&month=5',
      `/archive?year=2024&month=5${q(' AND 7=7')}`,
      `/archive?year=2024&month=5${q(' AND 7=8')}`,
    ],
    [
      'BETWEEN',
      '/range?min=500&max=4000',
      `/range?min=500&max=4000${q(' AND 7=7')}`,
      `/range?min=500&max=4000${q(' AND 7=8')}`,
    ],
  ]
  it.each(pairs)('%s: true is the usual page, false is not', async (_, usual, holds, fails) => {
    const [plain, yes, no] = await Promise.all(
      [usual, holds, fails].map((path) => send(shop, path)),
    )
    if (plain === undefined || yes === undefined || no === undefined) throw new Error('no answer')
    expect(main(yes)).toBe(main(plain))
    expect(main(no)).not.toBe(main(plain))
    const [right, wrong] = await Promise.all([holds, fails].map((path) => send(healthy, path)))
    if (right === undefined || wrong === undefined) throw new Error('no answer')
    expect(main(right)).toBe(main(wrong))
  })

  it('reads numbers and strings of JSON bodies into statements', async () => {
    const price = (product_id: unknown) =>
      send(shop, '/api/cart/price', { product_id, quantity: 2 })
    expect((await price('3 AND 7=7')).body).toBe((await price(3)).body)
    expect((await price('3 AND 7=8')).status).toBe(404)
    const find = (brand: string) => send(shop, '/api/find', { filter: { brand }, limit: 10 })
    expect((await find("Cedar' AND '7'='7")).body).toBe((await find('Cedar')).body)
    expect((await find("Cedar' AND '7'='8")).body).toBe('{"items":[]}')
    const safe = await send(healthy, '/api/find', { filter: { brand: "Cedar' AND '7'='7" } })
    expect(safe.body).toBe('{"items":[]}')
  })
})

/** A value for a query that `path` ends with, or for a form whose body starts with `field`. */
type Attempt = Readonly<{ path: string; value: string; field?: string }>
type Reflection = Attempt & Readonly<{ broken: RegExp }>
const attempt = (app: App, { path, value, field }: Attempt): Promise<Answer> =>
  field === undefined ? send(app, path + q(value)) : send(app, path, field + q(value))

describe('reflected scripts', () => {
  const cases: readonly Reflection[] = [
    { path: '/hello?name=', value: '<i id=z>', broken: /<p>Dear <i id=z>/ },
    { path: '/gallery?size=', value: '" id="z', broken: /<div class="size-" id="z">/ },
    { path: '/banner?color=', value: "' id='z", broken: /<div data-color='' id='z'>/ },
    { path: '/print?title=', value: '</title><i id=z>', broken: /<title><\/title><i id=z>/ },
    { path: '/track?id=', value: '</script><i id=z>', broken: /"<\/script><i id=z>/ },
    { path: '/measure?unit=', value: "'-z-'", broken: /window\.unit = ''-z-''/ },
    { path: '/back?url=', value: 'javascript:z', broken: /href="javascript:z"/ },
    { path: '/list?view=', value: '--><i id=z>', broken: /<!-- view: --><i id=z>/ },
    { path: '/note?text=', value: '</textarea><i id=z>', broken: /<\/textarea><i id=z>/ },
    { path: '/preview?text=', value: '<i id=z>', broken: /<p><i id=z>/ },
    { path: '/lookup?code=', value: '<i id=z>', broken: /<p><i id=z>/ },
    { path: '/field?value=', value: '1 id=z', broken: /value=1 id=z / },
    { path: '/api/echo?msg=', value: '<i id=z>', broken: /"<i id=z>"/ },
    { path: '/guides/care/wood/oiling?mark=', value: '<i id=z>', broken: /<mark><i id=z>/ },
    { path: '/clearance?tag=', value: '<i id=z>', broken: /: <i id=z>/ },
    { path: '/survey', field: 'town=', value: '<i id=z>', broken: /to <i id=z>/ },
  ]
  it.each(cases)('$path breaks out in the shop only', async (reflection) => {
    const flawed = await attempt(shop, reflection)
    const right = await attempt(healthy, reflection)
    expect(flawed.body).toMatch(reflection.broken)
    expect(flawed.headers['content-type']).toContain('text/html')
    const isPage = right.headers['content-type']?.startsWith('text/html') ?? true
    expect(isPage && reflection.broken.test(right.body)).toBe(false)
  })
})

const landing = (app: App, answer: Answer): string =>
  new URL(answer.headers.location ?? '', app.url).hostname

describe('redirects', () => {
  const host = 'elsewhere.example'
  const cases: readonly Attempt[] = [
    { path: '/go?next=', value: `https://${host}/` },
    { path: '/login/return?to=', value: `//${host}/` },
    { path: '/out?url=', value: `https://${host}/?127.0.0.1` },
    { path: '/away?path=', value: `/\\${host}/` },
    { path: '/currency', field: 'return_to=', value: `https://${host}/` },
  ]
  it.each(cases)('$path leaves the shop only', async (redirection) => {
    expect(landing(shop, await attempt(shop, redirection))).toBe(host)
    expect(landing(healthy, await attempt(healthy, redirection))).toBe('127.0.0.1')
  })
  it('refreshes to any address in the shop only', async () => {
    const where = `/leave?url=${q(`https://${host}/`)}`
    expect((await send(shop, where)).body).toContain(`content="0; url=https://${host}/"`)
    expect((await send(healthy, where)).body).not.toContain(host)
  })
  const twins = ['/go/partner?next=', '/login/back?to=', '/jump?next='] as const
  const spellings = [`//${host}`, `/\\${host}`, `/.//${host}`, `https:${host}`, `http://a@${host}`]
  it.each(twins.flatMap((path) => spellings.map((value) => path + q(value))))(
    '%s stays',
    async (path) => expect(landing(shop, await send(shop, path))).toBe('127.0.0.1'),
  )
})

describe('the origin', () => {
  it('exposes a repository in the shop only', async () => {
    expect((await send(shop, '/.git/HEAD')).body).toBe('ref: refs/heads/main\n')
    expect((await send(shop, '/.git/config')).body).toContain('[core]')
    expect((await send(shop, '/.git/index')).body.slice(0, 4)).toBe('DIRC')
    expect((await send(healthy, '/.git/HEAD')).status).toBe(404)
  })
  it('sets a careless session cookie in the shop only', async () => {
    expect((await send(shop, '/')).headers['set-cookie']?.[0]).toMatch(/^sid=\w{32}; Path=\/$/)
    expect((await send(healthy, '/')).headers['set-cookie']?.[0]).toMatch(/HttpOnly; SameSite=Lax$/)
  })
  it('has a policy worth the name in the twin only', async () => {
    expect((await send(shop, '/')).headers['content-security-policy']).toContain("'unsafe-inline'")
    const policy = (await send(healthy, '/')).headers['content-security-policy']
    expect(policy).toMatch(/script-src 'self';.*base-uri 'none'.*frame-ancestors 'none'/)
    expect(policy).not.toContain('unsafe')
  })
})

/** Every address reachable by links, with its depth and status. */
async function walk(app: App): Promise<Map<string, readonly [depth: number, status: number]>> {
  const seen = new Map<string, readonly [number, number]>()
  const queue: [string, number][] = [['/', 0]]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [path, depth] = next
    if (seen.has(path) || /logout|session\/end|delete|remove/.test(path)) continue
    const answer = await send(app, path)
    seen.set(path, [depth, answer.status])
    for (const [, href = ''] of answer.body.matchAll(/<a href="(\/[^"]*)"/g)) {
      queue.push([href.replaceAll('&amp;', '&'), depth + 1])
    }
  }
  return seen
}

describe('the site', () => {
  it('has the same addresses and answers in the shop and its twin', async () => {
    const [ours, theirs] = await Promise.all([walk(shop), walk(healthy)])
    expect([...theirs]).toEqual([...ours])
    expect(ours.size).toBeGreaterThanOrEqual(100)
    expect(new Set([...ours.keys()].map((path) => path.split('?')[0])).size).toBeGreaterThan(60)
    expect(Math.max(...[...ours.values()].map(([depth]) => depth))).toBeGreaterThanOrEqual(4)
  })
  it('links every place of the truth, or names it in a form, a script or the sitemap', async () => {
    const reached = new Set([...(await walk(shop)).keys()].map((path) => path.split('?')[0]))
    const named = ['/login', '/feedback', '/survey', '/currency', '/clearance']
    const inScript = (await send(shop, '/assets/cart.js')).body
    const places = [...truth.expected, ...truth.clean].flatMap(({ path }) => path ?? [])
    const lost = places.filter(
      (path) =>
        !reached.has(path) && !named.includes(path) && !inScript.includes(path) && path[1] !== '.',
    )
    expect(lost).toEqual([])
  })
  it('counts what must not happen', async () => {
    await send(shop, '/session/end')
    await send(shop, '/feedback', 'name=a&message=b')
    const stats = shop.stats()
    expect(stats.dangerous).toBe(1)
    expect(stats.stateChanging).toBeGreaterThan(0)
    expect(stats.hits.at(-1)).toMatchObject({ method: 'POST', path: '/feedback' })
    expect(stats.requests).toBe(stats.hits.length)
  })
})
