import { expect, it } from 'vitest'

import { inVisualOrder } from '../../src/exporters/pdf/bidi.ts'

it.each([
  ['plain text', 'plain text'],
  ['say שלום now', 'say םולש now'],
  ['שלום עולם', 'םלוע םולש'],
  ['id=שלום&x=1', 'id=םולש&x=1'],
])('sets %j as %j', (text, seen) => {
  expect(inVisualOrder(text)).toBe(seen)
})
