import { describe, expect, it } from 'vitest'

import { coversHost, isWithin, parseHost, parseHostEntry } from '../../src/accounts/host-names.ts'
import { ticketSuffixOf } from '../../src/accounts/ticket-policy.ts'

describe('a host', () => {
  it.each([
    ['shop.dev', 'shop.dev'],
    ['Shop.DEV.', 'shop.dev'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['localhost', 'localhost'],
    ['198.51.100.7', '198.51.100.7'],
    ['0x7f.1', '127.0.0.1'],
    ['[2001:db8::1]', '[2001:db8::1]'],
  ])('%s is %s', (text, host) => expect(parseHost(text)).toBe(host))

  it.each([
    '',
    'a b',
    'a.dev:80',
    'a.dev:',
    'https://a.dev',
    'a.dev/x',
    'a.dev?x',
    'u@a.dev',
    'a..dev',
    '-a.dev',
    '*.a.dev',
    'a%2edev',
    `${'a'.repeat(64)}.dev`,
    `${'a.'.repeat(130)}dev`,
    'a\n.dev',
  ])('%j is none', (text) => expect(parseHost(text)).toBeNull())
})

describe('an entry of allowed_hosts', () => {
  it('is a host, or a domain whose subdomains it covers', () => {
    expect(parseHostEntry('*.Shop.dev')).toBe('*.shop.dev')
    for (const text of ['*', '*.', '**.a.dev', 'a.*.dev', '*.198.51.100.7']) {
      expect(parseHostEntry(text), text).toBeNull()
    }
    expect(coversHost('shop.dev', 'shop.dev')).toBe(true)
    expect(coversHost('shop.dev', 'a.shop.dev')).toBe(false)
    expect(coversHost('*.shop.dev', 'a.b.shop.dev')).toBe(true)
    expect(coversHost('*.shop.dev', 'shop.dev')).toBe(false)
    expect(coversHost('*.shop.dev', 'evilshop.dev')).toBe(false)
  })

  it.each([
    ['a.dev', null, true],
    ['a.dev', ['a.dev'], true],
    ['a.dev', [], false],
    ['x.a.dev', ['*.a.dev'], true],
    ['*.x.a.dev', ['*.a.dev'], true],
    ['*.a.dev', ['*.a.dev'], true],
    ['*.a.dev', ['*.x.a.dev'], false],
    ['*.a.dev', ['a.dev'], false],
    ['*.dev', ['*.a.dev'], false],
  ])('%s is within %j: %s', (inner, outer, expected) => {
    expect(isWithin(inner, outer)).toBe(expected)
  })
})

describe('a support ticket is needed', () => {
  it.each([
    ['city.gov', '.gov'],
    ['gov', '.gov'],
    ['city.gov.uk', '.gov'],
    ['gov.uk', '.gov'],
    ['uni.edu.au', '.edu'],
    ['mygov.dev', null],
    ['gov.example', null],
    ['my.bank.example', null],
  ])('for %s by %s', (host, suffix) => {
    expect(ticketSuffixOf(host, ' .gov  .edu .bank')).toBe(suffix)
  })

  it('for no host when the list is empty', () => expect(ticketSuffixOf('a.gov', '')).toBeNull())
})
