import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { badgeCandidates, badgeHost } from '../../../src/services/badge/domain.ts'

describe('badgeHost', () => {
  const names: readonly (readonly [string, string])[] = [
    ['shop.example', 'shop.example'],
    ['SHOP.Example', 'shop.example'],
    ['shop.example.', 'shop.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['_dmarc.shop.example', '_dmarc.shop.example'],
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['[::1]', '[::1]'],
  ]
  it.each(names)('reads %s as %s', (text, host) => expect(badgeHost(text)).toBe(host))

  const wrong = [
    '',
    'shop',
    'shop.example:80',
    'shop.example:8443',
    'shop.example:',
    '[::1]:8080',
    'user@shop.example',
    'shop.example/path',
    'shop.example?x',
    'shop.example#x',
    'shop..example',
    '-shop.example',
    'shop-.example',
    'shop example.com',
    '%73hop.example',
    '<script>.example',
    "shop'.example",
    '..',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(127)}example`,
    'shop.example\u0000',
    '256.1.1.1',
  ]
  it.each(wrong)('takes %j for no host name', (text) => expect(badgeHost(text)).toBeNull())

  it('never throws, and reads its own answer back', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.domain(), fc.webUrl()), (text) => {
        const host = badgeHost(text)
        expect(host === null || badgeHost(host)).toBe(host ?? true)
      }),
    )
  })
})

describe('badgeCandidates', () => {
  it.each([
    ['shop.example', ['shop.example', 'www.shop.example']],
    ['www.shop.example', ['www.shop.example', 'shop.example']],
    ['www.example', ['www.example']],
    ['localhost', ['localhost']],
    ['127.0.0.1', ['127.0.0.1']],
    ['[::1]', ['[::1]']],
  ])('looks for %s under %j', (host, candidates) => {
    expect(badgeCandidates(host)).toEqual(candidates)
  })
})
