import { crc32 } from 'node:zlib'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { hashKey, keyIdOf, makeKey, matchesHash } from '../../src/accounts/api-keys.ts'
import { base62 } from '../../src/accounts/base62.ts'

const counting = (length: number) => Uint8Array.from({ length }, (_, index) => index + 1)
const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

describe('makeKey', () => {
  it('writes prefix, id, 32 bytes of secret and a checksum', () => {
    const key = makeKey(counting)
    expect(key.text).toMatch(/^psk_live_[0-9A-Za-z]{13}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/)
    expect(keyIdOf(key.text)).toBe(key.id)
    expect(key.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(key.hash).toBe(hashKey(key.text))
  })

  it('has the checksum of zlib, so that others can verify it', () => {
    const { text } = makeKey(counting)
    const body = text.slice(0, text.lastIndexOf('_'))
    const sum = new Uint8Array(4)
    new DataView(sum.buffer).setUint32(0, crc32(body))
    expect(text).toBe(`${body}_${base62(sum, 6)}`)
  })

  it('keeps its form for any randomness, also zeros', () => {
    fc.assert(
      fc.property(bytesOf(9), bytesOf(32), (id, secret) => {
        const key = makeKey((length) => (length === 9 ? id : secret))
        expect(keyIdOf(key.text)).toBe(key.id)
        expect(matchesHash(key.text, key.hash)).toBe(true)
      }),
    )
    expect(keyIdOf(makeKey((length) => new Uint8Array(length)).text)).toBe('0'.repeat(13))
  })
})

describe('keyIdOf', () => {
  const { text } = makeKey(counting)

  it('is null when any one character is another', () => {
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom('0', 'z', '_', ' '), (at, char) => {
        fc.pre(text[at] !== char)
        expect(keyIdOf(text.slice(0, at) + char + text.slice(at + 1))).toBeNull()
      }),
    )
  })

  it.each([
    '',
    'psk_live_',
    text.slice(1),
    `${text} `,
    `${text}\n`,
    text.toUpperCase(),
    'x'.repeat(1e5),
  ])('is null for %.30j', (wrong) => expect(keyIdOf(wrong)).toBeNull())
})

describe('matchesHash', () => {
  const key = makeKey(counting)
  it.each([
    ['the key', key.text, key.hash, true],
    ['another key', `${key.text}x`, key.hash, false],
    ['a cut hash', key.text, key.hash.slice(2), false],
    ['no hash', key.text, '', false],
  ])('%s', (_, text, hash, matches) => expect(matchesHash(text, hash)).toBe(matches))
})

describe('base62', () => {
  it.each([
    [[0], 2, '00'],
    [[61], 1, 'z'],
    [[62], 2, '10'],
    [[1, 0], 3, '048'],
    [[255, 255, 255, 255], 6, '4gfFC3'],
  ])('%j → %s', (bytes, length, text) => expect(base62(Uint8Array.from(bytes), length)).toBe(text))

  it('gives two numbers two texts', () => {
    fc.assert(
      fc.property(bytesOf(9), bytesOf(9), (one, two) => {
        fc.pre(Buffer.compare(one, two) !== 0)
        expect(base62(one, 13)).not.toBe(base62(two, 13))
      }),
    )
  })
})
