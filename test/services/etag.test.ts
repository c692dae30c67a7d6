import { describe, expect, it } from 'vitest'

import { entityTag, isUnchanged } from '../../src/services/etag.ts'

describe('entityTag', () => {
  it('is a strong tag that differs with each part and with where parts end', () => {
    const tags = [entityTag('a', 1), entityTag('a', 2), entityTag('b', 1), entityTag('ab', 'c')]
    expect(new Set([...tags, entityTag('a', 'bc')]).size).toBe(5)
    expect(entityTag('a', 1)).toMatch(/^"[\w-]{27}"$/)
    expect(entityTag('a', 1)).toBe(tags[0])
  })
})

describe('isUnchanged', () => {
  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['"b",W/"a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    ['', false],
    [undefined, false],
  ])('If-None-Match %s: %s', (header, expected) => {
    expect(isUnchanged(header, '"a"')).toBe(expected)
  })
})
