import fc from 'fast-check'
import { expect, it } from 'vitest'

import { cleanText, mapTexts } from '../../src/exporters/clean.ts'
import { cut } from '../../src/exporters/cut.ts'
import { anyText } from '../support/hostile-text.ts'

it.each([
  ['plain', 'plain'],
  ['tab\tand line\r\n', 'tab\tand line\r\n'],
  ['a\u0000b\u001fc', 'a\ufffdb\ufffdc'],
  ['a\ud800b\udc00', 'a\ufffdb\ufffd'],
  ['\ufffe\uffff', '\ufffd\ufffd'],
  ['emoji 👩‍👩‍👧‍👦', 'emoji 👩‍👩‍👧‍👦'],
])('cleans %j', (text, clean) => {
  expect(cleanText(text)).toBe(clean)
})

it('changes texts alone and copies nothing that stays', () => {
  const value = { a: ['x', 1, null, { b: 'x' }], c: true }
  expect(mapTexts(value, (text) => `${text}y`)).toEqual({
    a: ['xy', 1, null, { b: 'xy' }],
    c: true,
  })
  expect(mapTexts(value, (text) => text)).toBe(value)
})

it('cuts between characters, and says how much is missing', () => {
  expect(cut('abcdef', 6)).toBe('abcdef')
  expect(cut('abcdef', 4)).toBe('abcd… [2 characters left out]')
  expect(cut('abc😀f', 4)).toBe('abc… [3 characters left out]')
  fc.assert(
    fc.property(anyText, fc.nat(30), (text, most) => {
      expect(cut(cleanText(text), most).isWellFormed()).toBe(true)
    }),
  )
})
