import { expect, it } from 'vitest'

import { CookieJar } from '../../../src/scanner/auth/cookie-jar.ts'

const NOW = Date.UTC(2026, 10, 22)
const at = (text: string): URL => new URL(text)
function jarOf(url: string, ...lines: string[]): CookieJar {
  const jar = new CookieJar()
  jar.store(at(url), lines, NOW)
  return jar
}

it.each([
  ['a cookie of the host', 'sid=1', 'https://shop.test/', 'sid=1'],
  [
    'with blanks and attributes',
    ' sid = 1 ; HttpOnly; SameSite=Lax',
    'https://shop.test/x',
    'sid=1',
  ],
  ['a value with =', 'sid=a=b', 'https://shop.test/', 'sid=a=b'],
  ['not for another host', 'sid=1', 'https://other.test/', null],
  ['not for a subdomain', 'sid=1', 'https://a.shop.test/', null],
  ['a path below', 'sid=1; Path=/app', 'https://shop.test/app/x', 'sid=1'],
  ['a path beside', 'sid=1; Path=/app', 'https://shop.test/apple', null],
  ['secure over http', 'sid=1; Secure', 'http://shop.test/', null],
  ['expired', 'sid=1; Max-Age=0', 'https://shop.test/', null],
  ['expired long ago', 'sid=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'https://shop.test/', null],
  ['not expired', 'sid=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT', 'https://shop.test/', 'sid=1'],
  ['without a name', '=1', 'https://shop.test/', null],
  ['of a stranger', 'sid=1; Domain=bank.test', 'https://bank.test/', null],
])('%s', (_, line, url, header) => {
  expect(jarOf('https://shop.test/', line).headerFor(at(url))).toBe(header)
})

it('keeps a cookie of the whole domain for its other hosts, but none of a public suffix', () => {
  const jar = jarOf('https://sso.acme.dev/login', 'a=1; Domain=.acme.dev', 'b=2; Domain=dev')
  expect(jar.headerFor(at('https://shop.acme.dev/'))).toBe('a=1')
  expect(jar.headerFor(at('https://acme.dev/'))).toBe('a=1')
  expect(jar.headerFor(at('https://other.dev/'))).toBeNull()
})

it('replaces, takes away, and prefers the longer path', () => {
  const jar = jarOf('https://shop.test/', 'sid=1', 'theme=dark', 'gone=1')
  jar.store(at('https://shop.test/'), ['sid=2', 'gone=; Max-Age=-1', 'sid=3; Path=/app'], NOW)
  expect(jar.headerFor(at('https://shop.test/app'))).toBe('sid=3; theme=dark')
  expect(jar.headerFor(at('https://shop.test/'))).toBe('theme=dark; sid=2')
  expect(jar.headerFor(at('https://shop.test/'), true)).toBe('sid=3; theme=dark')
})

it('is bounded', () => {
  const many = Array.from({ length: 500 }, (_, n) => `c${n}=1`)
  const jar = jarOf('https://shop.test/', `huge=${'x'.repeat(9000)}`, ...many)
  expect(jar.headerFor(at('https://shop.test/'))?.split('; ')).toHaveLength(100)
})

it('keeps a secure cookie for this machine, as browsers do', () => {
  const jar = jarOf('http://127.0.0.1:8080/', 'sid=1; Secure')
  expect(jar.headerFor(at('http://127.0.0.1:8080/app'))).toBe('sid=1')
})
