import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { compareFindings } from '../../src/report/order.ts'
import { CONFIDENCES, SEVERITIES } from '../../src/report/severity.ts'

it('puts severity first, then confidence, then the fingerprint', () => {
  const rows = [
    { severity: 'low', confidence: 'confirmed', fingerprint: 'a' },
    { severity: 'critical', confidence: 'likely', fingerprint: 'a' },
    { severity: 'critical', confidence: 'confirmed', fingerprint: 'c' },
    { severity: 'critical', confidence: 'confirmed', fingerprint: 'b' },
  ] as const
  expect(rows.toSorted(compareFindings).map((row) => rows.indexOf(row))).toEqual([3, 2, 1, 0])
})

it('sorts any shuffling of the same rows alike', () => {
  const rows = fc
    .uniqueArray(
      fc.record({
        severity: fc.constantFrom(...SEVERITIES),
        confidence: fc.constantFrom(...CONFIDENCES),
        fingerprint: fc.string(),
      }),
      { selector: (each) => each.fingerprint },
    )
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
  fc.assert(
    fc.property(rows, ([all, shuffled]) => {
      expect(shuffled.toSorted(compareFindings)).toEqual(all.toSorted(compareFindings))
    }),
  )
})
