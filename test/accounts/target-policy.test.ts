import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BAD_PORTS } from '../../src/accounts/bad-ports.ts'
import { normaliseTarget, parseTarget } from '../../src/accounts/target-policy.ts'
import type { TargetPolicy } from '../../src/accounts/target-policy.ts'
import {
  PRIVATE,
  LINK_LOCAL,
  EMBEDDED,
  UNSPECIFIED,
  SINGLE,
  ENDING,
  PORT,
  OWN,
  HOSTILE_URLS,
} from './hostile-urls.ts'

const PRODUCTION: TargetPolicy = {
  allowLoopback: false,
  ownHosts: ['palisade.dev', 'Scan.Palisade.app:8443'],
}
const LOCAL: TargetPolicy = { allowLoopback: true, ownHosts: ['127.0.0.1:8787'] }

describe('in production', () => {
  test('the table has at least a hundred different URLs', () => {
    expect(new Set(HOSTILE_URLS.map(([url]) => url)).size).toBe(HOSTILE_URLS.length)
    expect(HOSTILE_URLS.length).toBeGreaterThanOrEqual(100)
  })

  test.each(HOSTILE_URLS)('%j is refused: %s', (url, reason) => {
    expect(parseTarget(url, PRODUCTION)).toEqual({
      ok: false,
      reason: expect.stringMatching(reason),
    })
  })

  test.each([
    ['http://1.1.1.1/', 'http://1.1.1.1/'],
    ['http://16843009/', 'http://1.1.1.1/'],
    ['http://126.255.255.255', 'http://126.255.255.255/'],
    ['http://172.32.0.1/', 'http://172.32.0.1/'],
    ['http://[2606:4700:4700::1111]:8080/', 'http://[2606:4700:4700::1111]:8080/'],
    ['https://example.org', 'https://example.org/'],
    ['  https://example.org/a?b=c#d ', 'https://example.org/a?b=c#d'],
    ['HTTPS://EXAMPLE.ORG./', 'https://example.org/'],
    ['http:example.org', 'http://example.org/'],
    ['http://ｅxample。org/', 'http://example.org/'],
    ['http://bücher.example.org/', 'http://xn--bcher-kva.example.org/'],
    ['http://example.com/', 'http://example.com/'],
    ['http://localhost.example.org/', 'http://localhost.example.org/'],
    ['http://127.0.0.1.example.org/', 'http://127.0.0.1.example.org/'],
    ['http://test.org/', 'http://test.org/'],
    ['http://my_host.example.org/', 'http://my_host.example.org/'],
    ['http://example.org:8080/', 'http://example.org:8080/'],
    ['http://example.org:00080/', 'http://example.org/'],
    ['http://@example.org/', 'http://example.org/'],
    ['http://example.org/user@host', 'http://example.org/user@host'],
    ['http://notpalisade.dev/', 'http://notpalisade.dev/'],
    ['http://palisade.dev.example.org/', 'http://palisade.dev.example.org/'],
    ['https://scan.palisade.app/', 'https://scan.palisade.app/'],
    [`http://example.org/${'a'.repeat(2029)}`, `http://example.org/${'a'.repeat(2029)}`],
  ])('%j is taken as %s', (text, href) => {
    const parsed = parseTarget(text, PRODUCTION)
    expect(parsed.ok ? parsed.url.href : parsed.reason).toBe(href)
  })

  test.each([...BAD_PORTS])('port %i is refused', (port) => {
    expect(parseTarget(`https://example.org:${port}/`, PRODUCTION).ok).toBe(false)
  })

  test('any text gets an answer, and what is taken is stable', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((host) => `http://${host}`),
        ),
        (text) => {
          const first = parseTarget(text, PRODUCTION)
          fc.pre(first.ok)
          expect(parseTarget(first.url.href, PRODUCTION)).toEqual(first)
        },
      ),
    )
  })

  test('every IPv4 address is judged alike in all its spellings', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), (bytes) => {
        const number = bytes.reduce((sum, each) => sum * 256 + each, 0)
        const spellings = [
          bytes.join('.'),
          `${bytes.join('.')}.`,
          String(number),
          `0x${number.toString(16)}`,
          `0${number.toString(8)}`,
          bytes.map((each) => `0x${each.toString(16)}`).join('.'),
          bytes.map((each) => `0${each.toString(8)}`).join('.'),
          bytes.join('。'),
        ]
        const verdicts = spellings.map((host) => parseTarget(`http://${host}/`, PRODUCTION))
        for (const verdict of verdicts) expect(verdict).toEqual(verdicts[0])
      }),
    )
  })
})

describe('in local mode', () => {
  test.each([
    'http://127.0.0.1:3000/',
    'http://127.1:3000/',
    'https://[::1]:3000/',
    'http://localhost:3000/',
    'http://localhost.:3000/',
    'http://shop.test/',
    'http://a.b.test:3000/',
    'http://[::ffff:127.0.0.1]:3000/',
    'https://example.org/',
  ])('%s is allowed', (url) => {
    expect(parseTarget(url, LOCAL)).toMatchObject({ ok: true })
  })

  test.each([
    ['http://10.0.0.1/', PRIVATE],
    ['http://169.254.169.254/', LINK_LOCAL],
    ['http://0.0.0.0:3000/', UNSPECIFIED],
    ['http://[::]/', UNSPECIFIED],
    ['http://[::127.0.0.1]/', EMBEDDED],
    ['http://test/', SINGLE],
    ['http://intranet/', SINGLE],
    ['http://app.localhost/', ENDING],
    ['http://x.local/', ENDING],
    ['http://127.0.0.1:22/', PORT],
    ['http://127.0.0.1:8787/', OWN],
    ['http://localhost:8787/api', OWN],
    ['http://[::1]:8787/', OWN],
    ['http://shop.test:8787/', OWN],
    ['http://127.9.9.9:8787/', OWN],
  ])('%s is refused: %s', (url, reason) => {
    expect(parseTarget(url, LOCAL)).toEqual({ ok: false, reason: expect.stringMatching(reason) })
  })
})

describe('normaliseTarget', () => {
  test.each([
    ['HTTPS://Example.ORG:443', 'https://example.org/'],
    ['http://example.org:80/#top', 'http://example.org/'],
    ['http://example.org./', 'http://example.org/'],
    ['http://example.org:8080/', 'http://example.org:8080/'],
    ['http://example.org/app/', 'http://example.org/app'],
    ['http://example.org/app', 'http://example.org/app'],
    ['http://example.org//', 'http://example.org/'],
    ['http://example.org/a//b///', 'http://example.org/a/b'],
    ['http://example.org/a/../b', 'http://example.org/b'],
    ['http://example.org/%61%2fb%7e', 'http://example.org/a%2Fb~'],
    ['http://example.org/A', 'http://example.org/A'],
    ['http://example.org/?', 'http://example.org/'],
    ['http://example.org/?B=1&a=2', 'http://example.org/?B=1&a=2'],
    ['http://127.1:3000/', 'http://127.0.0.1:3000/'],
    ['http://[0:0:0:0:0:0:0:1]/', 'http://[::1]/'],
  ])('%s is %s', (url, expected) => {
    expect(normaliseTarget(new URL(url))).toBe(expected)
  })

  test('what is normalised stays so', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (text) => {
        const once = normaliseTarget(new URL(text))
        expect(normaliseTarget(new URL(once))).toBe(once)
      }),
    )
  })
})
