import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  clean,
  cleanLines,
  padEnd,
  safeJson,
  truncate,
  widthOf,
  wrap,
} from '../../../cli/render/text.ts'

// Printable for a terminal: no control, no format (direction, zero width), no lone surrogate.
const PRINTABLE =
  /^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]*$/u
const anyText = fc.string({ unit: 'binary', maxLength: 80 })
const columns = fc.integer({ min: 1, max: 60 })

describe('clean', () => {
  const CASES = [
    ['plain', 'plain'],
    ['a\tb\r\nc', 'a\\tb\\r\\nc'],
    ['\u001b]0;title\u0007', '\\x1b]0;title\\x07'],
    ['\u009b2J', '\\x9b2J'],
    ['user\u202egnp.exe', 'user\\u202egnp.exe'],
    ['\u200bhidden', '\\u200bhidden'],
    ['\ud800', '\\ud800'],
    ['\u{e0041}', '\\u{e0041}'],
    ['größe 漢字 😀', 'größe 漢字 😀'],
  ] as const
  it.each(CASES)('%j', (text, expected) => {
    expect(clean(text)).toBe(expected)
  })

  it('leaves nothing that could drive a terminal', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(clean(text)).toMatch(PRINTABLE)
      }),
    )
  })

  it('keeps line breaks as lines where asked to', () => {
    expect(cleanLines('a\r\nb\u001bc\nd')).toEqual(['a', 'b\\x1bc', 'd'])
  })
})

describe('safeJson', () => {
  it('is the same document, in printable characters', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = safeJson(value)
        expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value))
        expect(text.split('\n').every((line) => PRINTABLE.test(line))).toBe(true)
      }),
    )
  })

  it('escapes characters outside the basic plane as two units', () => {
    expect(safeJson('\u{e0041}\u009b')).toBe('"\\udb40\\udc41\\u009b"')
  })
})

describe('width', () => {
  it('counts columns, not characters', () => {
    expect(widthOf('abc')).toBe(3)
    expect(widthOf('漢字')).toBe(4)
    expect(widthOf('e\u0301')).toBe(1)
    expect(padEnd('漢', 4)).toBe('漢  ')
  })

  it('truncates to the columns there are', () => {
    expect(truncate('abcdef', 4)).toBe('abc…')
    expect(truncate('abcd', 4)).toBe('abcd')
    expect(truncate('漢字漢字', 4)).toBe('漢…')
    fc.assert(
      fc.property(anyText, columns, (text, width) => {
        expect(widthOf(truncate(clean(text), width))).toBeLessThanOrEqual(width)
      }),
    )
  })

  it('wraps at blanks, cuts long words and loses no other character', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three'])
    expect(wrap('abcdefgh', 3)).toEqual(['abc', 'def', 'gh'])
    expect(wrap('', 5)).toEqual([''])
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 60 }), (text, width) => {
        const lines = wrap(clean(text), width)
        expect(lines.every((line) => widthOf(line) <= width)).toBe(true)
        expect(lines.join('').replaceAll(' ', '')).toBe(clean(text).replaceAll(' ', ''))
      }),
    )
  })
})
