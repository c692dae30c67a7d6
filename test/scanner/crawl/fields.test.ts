import { describe, expect, it } from 'vitest'
import { defaultValue } from '../../../src/scanner/crawl/fields.ts'

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
    [{ name: 'x', pattern: '(a|b)+' }, 'a'],
    [{ name: 'x', pattern: '(?=a)b' }, 'palisade'],
    [{ name: 'x', title: 'Website' }, 'https://palisade.example/'],
    [{ name: 'x', 'aria-label': 'Quantity' }, '1'],
    [{ type: 'number', min: '3', step: '5' }, '3'],
    [{ type: 'number', min: '-1', step: '5' }, '4'],
    [{ type: 'number', step: 'any' }, '1'],
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
