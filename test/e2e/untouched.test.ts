import { afterAll, describe, expect, it } from 'vitest'
import { start as startShop } from '../range/apps/shop/app.ts'
import { start as startTiny } from '../range/apps/tiny/app.ts'
import { get, post, type Hit, type RangeApp } from '../range/kit/app.ts'
import { encode, html, redirect, text } from '../range/kit/html.ts'
import { serve } from '../range/kit/listen.ts'
import { percentDecoded } from '../range/kit/values.ts'
import { openAccount } from '../support/e2e-instance.ts'
import { startScan, untilEnded } from '../support/e2e-scan.ts'

const SCAN_MS = 200_000

const shop = await startShop()
const { instance, account } = await openAccount()
afterAll(() => shop.close())

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

/** Methods that ask and change nothing (RFC 9110, 9.2.1; RFC 4918, 9.1). */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'])

describe('what is never asked for', () => {
  const excluded = ['/products', '/guides/care', '/.git', 'go', '/api']

  it('is an excluded path: by links, redirects, checks and forms alike', async () => {
    const hits = await hitsOfScan(shop, { profile: 'gate', excluded_paths: excluded })
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
