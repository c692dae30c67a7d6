import { describe, expect, it } from 'vitest'

import { oneLine, visible } from '../../src/exporters/document/visible.ts'
import { HOSTILE_ROWS } from '../support/hostile-text.ts'

describe('visible', () => {
  it.each([
    ['a\u0000b\u007f\u0085', 'a[U+0000]b[U+007F][U+0085]'],
    ['invoice\u202egnp.exe', 'invoice[U+202E]gnp.exe'],
    ['a\u200bb\ufeff\u00ad', 'a[U+200B]b[U+FEFF][U+00AD]'],
    ['tag\u{e0041}', 'tag[U+E0041]'],
    ['a\r\nb\nc\td', 'a\nb\nc\td'],
    ['a\ud800b', 'a\ufffdb'],
    ['Žižek 漏洞 👩‍👩‍👧 ❤️', 'Žižek 漏洞 👩‍👩‍👧 ❤️'],
  ])('shows %j as %j', (text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  it.each(HOSTILE_ROWS)('changes nothing when asked again: %s', (_, text) => {
    expect(visible(visible(text))).toBe(visible(text))
  })
})

describe('oneLine', () => {
  it('puts all on one line', () => {
    expect(oneLine('a\n\tb', 10)).toBe('a  b')
  })
  it('cuts with the number of characters left out, never through a letter', () => {
    expect(oneLine('a'.repeat(12), 10)).toBe(`${'a'.repeat(10)}… (2 more characters)`)
    expect(oneLine('aaa😀bb', 4)).toBe('aaa… (4 more characters)')
  })
})
