import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleOfPattern } from '../../../src/scanner/crawl/pattern-sample.ts'

describe('sampleOfPattern', () => {
  it('gives a value that the pattern takes, whatever simple pattern', () => {
    const piece = fc.constantFrom(
      '\\d',
      '[0-9]',
      '[A-Z]',
      '[a-z]',
      '[a-zA-Z0-9]',
      '\\w',
      '-',
      'x',
      '\\.',
      '/',
      '.',
      '[x-z]',
      '[ab]',
      'red|green',
      '(?:ab|cd)',
      '(x(y|z))',
    )
    const quantifier = fc.constantFrom('', '{3}', '{2,4}', '{1,}', '+', '*', '?')
    const pattern = fc
      .array(fc.tuple(piece, quantifier), { minLength: 1, maxLength: 8 })
      .map((parts) => parts.flat().join(''))
    fc.assert(
      fc.property(pattern, (text) => {
        expect(sampleOfPattern(text)).toMatch(new RegExp(`^(?:${text})$`, 'v'))
      }),
    )
  })
  it('is bounded and gives up on what is not simple', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect((sampleOfPattern(text) ?? '').length).toBeLessThanOrEqual(100 * 200)
      }),
    )
    for (const pattern of ['(?=x)y', '(?<n>x)', '[^a]', '\\bx', '(x', 'x)', '(x){', ''])
      expect(sampleOfPattern(pattern), pattern).toBeNull()
  })
})
