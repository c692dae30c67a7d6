import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { start as startShop } from '../range/apps/shop/app.ts'
import { start as startTiny } from '../range/apps/tiny/app.ts'
import { get, post, type Hit, type RangeApp } from '../range/kit/app.ts'
import { encode, html, redirect, text } from '../range/kit/html.ts'
import { serve } from '../range/kit/listen.ts'
import { percentDecoded } from '../range/kit/values.ts'
import { startInstance, type Account, type Instance } from '../support/e2e-instance.ts'
import { startScan, untilEnded } from '../support/e2e-scan.ts'

const SCAN_MS = 100_000
/** How late a busy machine may let a single request arrive. */
const LATE_MS = 150

const tiny = await startTiny()
const shop = await startShop()
let instance: Instance
let account: Account
beforeAll(async () => {
  instance = await startInstance()
  account = await instance.account(null)
})
afterAll(async () => {
  await instance.stop()
  await Promise.all([tiny.close(), shop.close()])
})

/** Scans to the end and gives what the target was asked for by that scan, in order. */
async function hitsOfScan(
  app: RangeApp,
  options: Readonly<Record<string, unknown>>,
): Promise<readonly Hit[]> {
  const id = await startScan(instance, account.key, app.url, options)
  const scan = await untilEnded(instance, account.key, id, SCAN_MS)
  expect(scan.status).toBe('completed')
  return app.stats().hits.filter((hit) => hit.scan === id)
}

/**
 * The most that any run of requests, of any length, is faster than the pace. A late arrival makes
 * the next gap short without any start being early, but it does so once per run, whatever its length.
 */
function hurryOf(hits: readonly Hit[], spacingMs: number): number {
  // The lead over the schedule is never larger than from the run's most favourable start.
  let latest = Number.NEGATIVE_INFINITY
  let hurry = 0
  for (const [index, { at }] of hits.entries()) {
    const lead = at - index * spacingMs
    hurry = Math.max(hurry, latest - lead)
    latest = Math.max(latest, lead)
  }
  return hurry
}

const gapsOf = (hits: readonly Hit[]): readonly number[] =>
  hits.slice(1).map((hit, index) => hit.at - (hits[index]?.at ?? 0))
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

describe('hurry', () => {
  const at = (...times: readonly number[]): Hit[] =>
    times.map((time) => ({ at: time, method: 'GET', path: '/', url: '/', scan: '' }))
  it.each([
    { name: 'on schedule', hits: at(0, 200, 400, 600), hurry: 0 },
    { name: 'slower', hits: at(0, 300, 700), hurry: 0 },
    { name: 'one late arrival', hits: at(0, 280, 400, 600), hurry: 80 },
    { name: 'two at once', hits: at(0, 200, 200, 400), hurry: 200 },
    {
      name: 'a little fast for long',
      hits: at(...Array.from({ length: 21 }, (_, i) => i * 190)),
      hurry: 200,
    },
  ])('is $hurry ms: $name', ({ hits, hurry }) => {
    expect(hurryOf(hits, 200)).toBe(hurry)
  })
})

describe.concurrent('the pace at the target', () => {
  it('is the delay that was asked for, start to start, over all units', async () => {
    const hits = await hitsOfScan(tiny, { request_delay_ms: 200, max_requests: 60 })
    expect(hits.length).toBeGreaterThan(40)
    expect(hurryOf(hits, 200)).toBeLessThan(LATE_MS)
  })
  it('is half a second, give or take a fifth, when cautious', async () => {
    const hits = await hitsOfScan(tiny, { scan_speed: 'cautious', max_requests: 30 })
    const gaps = gapsOf(hits)
    expect(hits.length).toBeGreaterThan(20)
    expect(hurryOf(hits, 400)).toBeLessThan(LATE_MS)
    expect(mean(gaps)).toBeGreaterThan(450)
    // Spacing that is drawn anew each time, not one number.
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeGreaterThan(50)
  })
  it('has no pause at normal speed', async () => {
    expect(mean(gapsOf(await hitsOfScan(tiny, {})))).toBeLessThan(200)
  })
})

/** Methods that ask and change nothing (RFC 9110, 9.2.1; RFC 4918, 9.1). */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'])

describe('what is never asked for', () => {
  const excluded = ['/products', '/guides/care', '/.git', 'go', '/api']

  it('is an excluded path: by links, redirects, checks and forms alike', async () => {
    const hits = await hitsOfScan(shop, { excluded_paths: excluded })
    const prefixes = excluded.map((path) => (path.startsWith('/') ? path : `/${path}`))
    const broken = hits.filter(({ path }) => prefixes.some((prefix) => path.startsWith(prefix)))
    expect(broken).toEqual([])
    expect(hits.some(({ path }) => path === '/guides/choosing')).toBe(true)
    expect(hits.some(({ path }) => path === '/away')).toBe(true)
  })
  it('is an excluded path in another spelling', async () => {
    const paths = [
      '/private/',
      '/%70rivate/a',
      '//private/b',
      '/x/../private/c',
      '/./private/d',
      '/x/%2e%2e/private/f',
      '/;v=1/private;v=2/g',
      '/%2570rivate/h',
      '/%5cprivate/i',
      '/public/..%2fprivate/j',
    ]
    const links = [...paths, '/public', '/public/script.js']
      .map(
        (path) =>
          `<a href="${path}">x</a><form action="${path}"><input name="a"></form>
<form method="post" action="${path}"><input name="b"></form>`,
      )
      .join('')
    const script = paths
      .map((path) => `fetch('${path}', {method: 'POST', body: JSON.stringify({a: 'b'})})`)
      .join('\n')
    const app = await serve({
      routes: [
        get('/', () => html(`${links}<script src="/public/script.js"></script>`)),
        get('/public', () => redirect('/%70rivate/e')),
        get('/public/script.js', () => text(script, 200, 'text/javascript')),
        get('/robots.txt', () => text('Disallow: /private/robots\nAllow: /x/../private/k')),
      ],
      fallback: () => html('not here', 404),
    })
    try {
      const hits = await hitsOfScan(app, { excluded_paths: '/private\n' })
      const isPrivate = ({ path }: Hit) =>
        /[/\\]private(?:[;/]|$)/.test(percentDecoded(percentDecoded(path)))
      expect(hits.filter(isPrivate)).toEqual([])
      expect(hits.some(({ path }) => path === '/public')).toBe(true)
    } finally {
      await app.close()
    }
  })
  it('is another origin, even on the same host', async () => {
    const other = await startTiny()
    const far = (path: string) => encode(other.url + path)
    const app = await serve({
      routes: [
        get('/', () =>
          html(`<a href="${far('a')}">out</a><a href="/out?to=1">redirect</a><img src="${far('i.png')}">
<script src="${far('s.js')}"></script><form action="${far('f')}" method="post"><input name="x"></form>
<form action="/post" method="post"><input name="y"></form>`),
        ),
        get('/out', () => redirect(`${other.url}landing`)),
        post('/post', () => redirect(`${other.url}posted`, 307)),
        get('/robots.txt', () => html(`Sitemap: ${other.url}sitemap.xml`)),
      ],
      fallback: () => redirect(`${other.url}missing`),
    })
    try {
      const hits = await hitsOfScan(app, {})
      expect(hits.some(({ path }) => path === '/out')).toBe(true)
      expect(other.stats().hits).toEqual([])
    } finally {
      await Promise.all([app.close(), other.close()])
    }
  })
  it('is anything that logs out, deletes or pays, whatever the profile', async () => {
    await hitsOfScan(shop, { profile: 'deep' })
    expect(shop.stats().dangerous).toBe(0)
  })
  it('changes state only by sending the forms of the site', async () => {
    const stats = shop.stats()
    const posted = stats.hits.filter(({ method }) => !SAFE.has(method))
    const forms = ['/feedback', '/survey', '/currency', '/api/cart/price', '/api/find']
    expect(
      [...new Set(posted.map(({ path }) => path))].filter((path) => !forms.includes(path)),
    ).toEqual([])
    expect(new Set(posted.map(({ method }) => method))).toEqual(new Set(['POST']))
  })
})
