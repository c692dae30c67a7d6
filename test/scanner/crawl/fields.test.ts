import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultValue, valueOfPattern } from '../../../src/scanner/crawl/fields.ts'

const valueOf = (attributes: Record<string, string>, label = ''): string =>
  defaultValue({
    type: attributes['type'] ?? 'text',
    name: attributes['name'] ?? '',
    label,
    attributes: new Map(Object.entries(attributes)),
  })

describe('defaultValue', () => {
  it.each<readonly [attributes: Record<string, string>, value: string]>([
    [{ type: 'email' }, 'palisade@sink.example'],
    [{ name: 'userEmail' }, 'palisade@sink.example'],
    [{ autocomplete: 'email', name: 'x' }, 'palisade@sink.example'],
    [{ placeholder: 'E-mail' }, 'palisade@sink.example'],
    [{ type: 'tel' }, '2025550143'],
    [{ name: 'mobile_phone' }, '2025550143'],
    [{ type: 'url' }, 'https://palisade.example/'],
    [{ type: 'number' }, '1'],
    [{ type: 'number', min: '5', max: '9' }, '5'],
    [{ type: 'range', max: '-3' }, '-3'],
    [{ type: 'date' }, '2000-01-15'],
    [{ type: 'date', min: '2026-05-01' }, '2026-05-01'],
    [{ type: 'date', max: '1999-12-31' }, '1999-12-31'],
    [{ type: 'time', min: '13:30' }, '13:30'],
    [{ type: 'color' }, '#336699'],
    [{ name: 'firstName' }, 'Pat'],
    [{ name: 'zip' }, '10001'],
    [{ name: 'qty' }, '1'],
    [{ name: 'q' }, 'test'],
    [{ name: 'whatever' }, 'palisade'],
    [{ type: 'textarea', name: 'text' }, 'Palisade test'],
    [{ name: 'x', pattern: '[0-9]{5}' }, '11111'],
    [{ name: 'x', pattern: '^[A-Z]{2}-\\d{3,5}$' }, 'AA-111'],
    [{ name: 'x', pattern: '(a|b)+' }, 'palisade'],
    [{ name: 'x', maxlength: '3' }, 'pal'],
    [{ name: 'x', minlength: '10' }, 'palisadeaa'],
    [{ name: 'x', minlength: '1e9', maxlength: 'no' }, `palisade${'a'.repeat(492)}`],
  ])('%j: %s', (attributes, value) => {
    expect(valueOf(attributes)).toBe(value)
  })
  it('reads the label', () => {
    expect(valueOf({ name: 'field_7' }, 'Your e-mail:')).toBe('palisade@sink.example')
  })
})

describe('valueOfPattern', () => {
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
    )
    const quantifier = fc.constantFrom('', '{3}', '{2,4}', '{1,}', '+', '*', '?')
    const pattern = fc
      .array(fc.tuple(piece, quantifier), { minLength: 1, maxLength: 8 })
      .map((parts) => parts.flat().join(''))
    fc.assert(
      fc.property(pattern, (text) => {
        expect(valueOfPattern(text)).toMatch(new RegExp(`^(?:${text})$`, 'v'))
      }),
    )
  })
  it('is bounded and gives up on what is not simple', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect((valueOfPattern(text) ?? '').length).toBeLessThanOrEqual(100 * 200)
      }),
    )
    expect(valueOfPattern('(?=x)y')).toBeNull()
  })
})
