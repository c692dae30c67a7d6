import { describe, expect, test } from 'vitest'

import { LIMITS } from '../../../src/limits.ts'
import { isProbeError, ProbeError } from '../../../src/scanner/http/exchange.ts'
import type {
  Exchange,
  HttpRequest,
  ProbeFailure,
  Send,
} from '../../../src/scanner/http/exchange.ts'
import { followRedirects, redirectTarget } from '../../../src/scanner/http/redirects.ts'
import { makeScope } from '../../../src/scanner/http/scope.ts'

const exchange = (request: HttpRequest, status: number, location?: string): Exchange => ({
  request,
  response: {
    status,
    headers: new Headers(location === undefined ? {} : { location }),
    body: '',
    truncated: false,
    elapsedMs: 1,
  },
})

type Hops = Readonly<Record<string, string>>

/** A site whose paths redirect as told and answer 200 otherwise; failures by path. */
function site(hops: Hops, failures: Readonly<Record<string, ProbeFailure>> = {}) {
  const asked: string[] = []
  const scope = makeScope({ origins: ['https://shop.test'], excludedPaths: ['/admin'] })
  const send: Send = async (request) => {
    const { url } = request
    if (!scope.isInScope(url)) throw new ProbeError('out_of_scope', 'Elsewhere.')
    if (scope.isExcluded(url)) throw new ProbeError('excluded', 'Not to be touched.')
    asked.push(url.href)
    const failure = failures[url.pathname]
    if (failure !== undefined) throw new ProbeError(failure, 'Failed.')
    const to = hops[url.pathname + url.search]
    return to === undefined ? exchange(request, 200) : exchange(request, 302, to)
  }
  const follow = async (start: string) => {
    const chain = await followRedirects(send, new URL(start, 'https://shop.test/'))
    return chain.map(({ request }) => request.url.pathname + request.url.search)
  }
  return { follow, asked }
}

describe('redirectTarget', () => {
  const from = (href: string): HttpRequest => ({
    method: 'GET',
    url: new URL(href),
    headers: new Headers(),
  })

  test.each<[number, string | undefined, string | null]>([
    [301, '/home', 'https://shop.test/home'],
    [302, 'next?a=1', 'https://shop.test/a/next?a=1'],
    [303, 'https://other.test/x', 'https://other.test/x'],
    [307, '//other.test/x', 'https://other.test/x'],
    [308, '?q=1', 'https://shop.test/a/b?q=1'],
    [302, '/home#part', 'https://shop.test/home'],
    [302, '', 'https://shop.test/a/b'],
    [302, '\\\\other.test/x', 'https://other.test/x'],
    [300, '/home', null],
    [304, '/home', null],
    [200, '/home', null],
    [201, '/home', null],
    [302, undefined, null],
    [302, 'http://', null],
    [302, 'https://a b/', null],
    [302, 'javascript:alert(1)', null],
    [302, 'ftp://shop.test/', null],
    [302, 'data:text/html,x', null],
  ])('%i %j leads to %s', (status, location, expected) => {
    const target = redirectTarget(exchange(from('https://shop.test/a/b'), status, location))
    expect(target?.href ?? null).toBe(expected)
  })
})

describe('followRedirects', () => {
  test('an answer that redirects nowhere is the whole chain', async () => {
    expect(await site({}).follow('/')).toEqual(['/'])
  })

  test('goes hop by hop to the answer, with GET and no headers of its own', async () => {
    const requests: HttpRequest[] = []
    const send: Send = async (request) => {
      requests.push(request)
      const isLast = request.url.pathname === '/c'
      return exchange(request, isLast ? 200 : 301, request.url.pathname === '/a' ? 'b' : '/c')
    }
    const chain = await followRedirects(send, new URL('https://shop.test/a'))
    expect(chain.map(({ response }) => response.status)).toEqual([301, 301, 200])
    expect(requests.map(({ method, url }) => `${method} ${url.href}`)).toEqual([
      'GET https://shop.test/a',
      'GET https://shop.test/b',
      'GET https://shop.test/c',
    ])
    expect(requests.flatMap(({ headers }) => [...headers])).toEqual([])
  })

  test.each<[string, Hops, readonly string[]]>([
    ['to itself', { '/': '/' }, ['/']],
    ['to itself by a fragment', { '/': '/#again' }, ['/']],
    ['between two', { '/': '/b', '/b': '/' }, ['/', '/b']],
    ['behind a way in', { '/': '/b', '/b': '/c', '/c': '/b' }, ['/', '/b', '/c']],
  ])('a loop ends: %s', async (_, hops, expected) => {
    expect(await site(hops).follow('/')).toEqual(expected)
  })

  test('another query is another place', async () => {
    expect(await site({ '/': '/?try=2' }).follow('/')).toEqual(['/', '/?try=2'])
  })

  test('LIMITS.redirects are followed, and not one more', async () => {
    const hops = Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [`/${n}`, `/${n + 1}`] as const),
    )
    const { follow, asked } = site(hops)
    expect(await follow('/0')).toHaveLength(LIMITS.redirects + 1)
    expect(asked.at(-1)).toBe(`https://shop.test/${LIMITS.redirects}`)
  })

  test.each([
    ['another host', 'https://evil.example/'],
    ['another port', 'https://shop.test:8443/'],
    ['no TLS', 'http://shop.test/'],
    ['this machine', 'http://127.0.0.1/'],
    ['an excluded path', '/admin/users'],
    ['an excluded path, disguised', '/%61dmin/users'],
  ])('a hop to %s ends the chain at the redirect and is never requested', async (_, location) => {
    const { follow, asked } = site({ '/': '/go', '/go': location })
    expect(await follow('/')).toEqual(['/', '/go'])
    expect(asked).toEqual(['https://shop.test/', 'https://shop.test/go'])
  })

  test('a hop that the guard refuses ends the chain', async () => {
    expect(await site({ '/': '/go' }, { '/go': 'refused_by_guard' }).follow('/')).toEqual(['/'])
  })

  const kindOf = (error: unknown) => (isProbeError(error) ? error.kind : 'threw something else')

  test.each<[string, string]>([
    ['https://evil.example/', 'out_of_scope'],
    ['/admin', 'excluded'],
  ])('a start that may not be requested throws: %s', async (start, kind) => {
    expect(await site({}).follow(start).catch(kindOf)).toBe(kind)
  })

  test.each<ProbeFailure>(['timeout', 'unreachable', 'budget', 'aborted', 'unit_time'])(
    '%s on the way is no end of a chain but a failure',
    async (kind) => {
      const { follow } = site({ '/': '/go' }, { '/go': kind })
      expect(await follow('/').catch(kindOf)).toBe(kind)
    },
  )
})
