import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  makeScope,
  normalisedPath,
  sameSiteHop,
  siteOrigins,
} from '../../../src/scanner/http/scope.ts'

const hex = (char: string) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`
/** One spelling of a character: itself, or encoded once or twice, in either case. */
const spelt = (char: string) =>
  fc.constantFrom(
    char,
    hex(char),
    hex(char).toUpperCase(),
    `%25${hex(char).slice(1)}`,
    `%u00${hex(char).slice(1)}`,
  )
const spelling = (text: string) =>
  text === ''
    ? fc.constant('')
    : fc.tuple(...Array.from(text, spelt)).map((parts) => parts.join(''))
const ORIGIN = 'https://shop.test'
const excludes = (...excludedPaths: string[]) => {
  const scope = makeScope({ origins: [ORIGIN], excludedPaths })
  return (path: string) => scope.isExcluded(new URL(ORIGIN + path))
}

describe('scope', () => {
  const scope = makeScope({ origins: [ORIGIN, 'https://www.shop.test'], excludedPaths: [] })
  test.each([
    ['https://shop.test/a?b#c', true],
    ['HTTPS://SHOP.TEST:443/', true],
    ['https://www.shop.test/', true],
    ['http://shop.test/', false],
    ['https://shop.test:8443/', false],
    ['https://api.shop.test/', false],
    ['https://shop.test./', false],
    ['https://shop.test.evil.test/', false],
    ['https://evilshop.test/', false],
    ['data:text/html,x', false],
    ['blob:https://shop.test/x', false],
  ])('%s in scope: %s', (url, expected) => {
    expect(scope.isInScope(new URL(url))).toBe(expected)
  })
})

describe('the first redirect chain may move the scope', () => {
  test.each([
    ['http://shop.test/', 'https://shop.test/', true],
    ['http://shop.test/', 'https://www.shop.test/de', true],
    ['https://www.shop.test/', 'https://shop.test/', true],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/app', true],
    ['https://shop.test/', 'http://shop.test/', false],
    ['https://shop.test/', 'http://www.shop.test/', false],
    ['http://shop.test:8080/', 'https://shop.test:8443/', false],
    ['http://shop.test/', 'https://shop.test:8443/', false],
    ['http://shop.test:8080/', 'https://shop.test/', false],
    ['http://shop.test/', 'https://m.shop.test/', false],
    ['http://shop.test/', 'https://www.www.shop.test/', false],
    ['http://shop.test/', 'https://wwwshop.test/', false],
    ['http://shop.test/', 'ftp://shop.test/', false],
    ['ftp://shop.test/', 'https://shop.test/', false],
    ['http://shop.test/', 'https://other.test/', false],
  ])('%s -> %s: %s', (from, to, expected) => {
    expect(sameSiteHop(new URL(from), new URL(to))).toBe(expected)
  })

  test.each([
    ['https://shop.test/a', ['https://shop.test', 'https://www.shop.test']],
    [
      'http://www.shop.test/',
      ['http://www.shop.test', 'https://www.shop.test', 'https://shop.test', 'http://shop.test'],
    ],
    ['http://127.0.0.1:3000/', ['http://127.0.0.1:3000']],
    ['http://[::1]/', ['http://[::1]', 'https://[::1]']],
  ])('siteOrigins(%s)', (target, origins) => {
    expect(siteOrigins(new URL(target))).toEqual(origins)
  })
})

describe('normalisedPath', () => {
  test.each([
    ['/', '/'],
    ['/a/b', '/a/b'],
    ['/a/b/', '/a/b/'],
    ['/a//b///c', '/a/b/c'],
    ['/a/./b/../c', '/a/c'],
    ['/a;v=1/b;x', '/a/b'],
    ['/%61dmin', '/admin'],
    ['/%2561dmin', '/admin'],
    ['/%252561dmin', '/%61dmin'],
    ['/a%2f..%2fb', '/b'],
    ['/a/%252e%252e/b', '/b'],
    ['/a\\b', '/a/b'],
    ['/a%5cb', '/a/b'],
    ['/a/..;/b', '/b'],
    ['/%u0061dmin', '/admin'],
    ['/a/b/..', '/a/'],
    ['/../..', '/'],
    ['/caf%C3%A9', '/café'],
    ['/bad%zz%', '/bad%zz%'],
    ['/Admin', '/Admin'],
  ])('%s is %s', (path, expected) => {
    expect(normalisedPath(new URL(ORIGIN + path))).toBe(expected)
  })
})

describe('excluded paths', () => {
  test.each([
    [['/adm'], '/admin', true],
    [['/adm'], '/adm', true],
    [['/admin'], '/adm', false],
    [['/admin/'], '/admin', false],
    [['/admin/'], '/admin/users', true],
    [['admin'], '/admin', true],
    [['/admin'], '/Admin', false],
    [['/admin'], '/a/admin', false],
    [['/admin'], '/?next=/admin', false],
    [['/'], '/anything', true],
    [['/a b'], '/a%20b', true],
    [['/a%20b'], '/a%20b/c', true],
    [['/a;b'], '/a;b', true],
    [['/x/../admin'], '/admin', true],
    [['/caf%C3%A9'], '/café', true],
    [['/admin'], '/admin%00.png', true],
    [['/admin'], '/public/..%2fadmin', true],
    [['/admin'], '/admin/..%2fpublic', true],
    [['/admin'], '/;/admin', true],
    [['/admin'], '/%5Cadmin', true],
    [['/one', '/two'], '/two/x', true],
    [['/one', '/two'], '/three', false],
    [[], '/admin', false],
  ])('%j excludes %s: %s', (paths, path, expected) => {
    expect(excludes(...paths)(path)).toBe(expected)
  })

  const word = fc.stringMatching(/^[a-zA-Z0-9_.-]{1,8}$/).filter((text) => !/^\.+$/.test(text))
  const slash = fc.constantFrom(
    '/',
    '//',
    '/./',
    '/%2e/',
    '%2f',
    '%2F',
    '%252f',
    '\\',
    '%5c',
    '/;a=b/',
  )
  const detour = word.chain((name) =>
    fc.constantFrom('', '', `/${name}/..`, `/${name}/%2e%2e`, `/${name}/..;x`, `%2f${name}%2f..`),
  )
  const spelledPath = (segments: readonly string[]) =>
    fc
      .tuple(...segments.map((segment) => fc.tuple(detour, slash, spelling(segment), params)))
      .map((parts) =>
        parts.map(([way, separator, name, tail]) => way + separator + name + tail).join(''),
      )
  const params = fc.constantFrom('', '', ';v=1', ';jsessionid=0')

  test('no spelling of an excluded path gets through', () => {
    const cases = fc.array(word, { minLength: 1, maxLength: 4 }).chain((segments) =>
      fc.tuple(
        fc
          .integer({ min: 1, max: segments.length })
          .map((n) => `/${segments.slice(0, n).join('/')}`),
        spelledPath(segments).map((path) => (/^[/\\]/.test(path) ? path : `/.${path}`)),
      ),
    )
    fc.assert(
      fc.property(cases, ([prefix, path]) => {
        expect(excludes(prefix)(path)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('a path whose first segment differs is never excluded, whatever its spelling', () => {
    const cases = fc
      .array(word, { minLength: 1, maxLength: 3 })
      .chain((segments) => spelledPath(['zz', ...segments]).map((path) => `/.${path}`))
    fc.assert(
      fc.property(word, cases, (name, path) => {
        fc.pre(!'zz'.startsWith(name))
        fc.pre(!path.includes(name))
        expect(excludes(`/${name}`)(path)).toBe(false)
      }),
    )
  })

  test('a normalised path stays as it is', () => {
    fc.assert(
      fc.property(fc.array(word), (segments) => {
        const path = `/${segments.join('/')}`
        expect(normalisedPath(new URL(ORIGIN + path))).toBe(path)
      }),
    )
  })
})
