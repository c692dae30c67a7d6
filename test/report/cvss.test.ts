import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { cvssScore, severityOf } from '../../src/report/cvss.ts'
import type { CvssVector } from '../../src/report/finding.ts'

it.each([
  ['AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8, 'critical'],
  ['AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', 10, 'critical'],
  ['AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', 7.5, 'high'],
  ['AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1, 'medium'],
  ['AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N', 3.7, 'low'],
  ['AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0, 'info'],
] as const)('%s scores %s, %s', (metrics, score, severity) => {
  expect(cvssScore(`CVSS:3.1/${metrics}`)).toBe(score)
  expect(severityOf(score)).toBe(severity)
})

it.each([
  [10, 'critical'],
  [9, 'critical'],
  [8.9, 'high'],
  [7, 'high'],
  [6.9, 'medium'],
  [4, 'medium'],
  [3.9, 'low'],
  [0.1, 'low'],
  [0, 'info'],
] as const)('a score of %s is %s', (score, severity) => {
  expect(severityOf(score)).toBe(severity)
})

it.each(['CVSS:3.1/', 'CVSS:3.1/AV:N', 'CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'] as const)(
  'refuses %s by name',
  (vector) => {
    expect(() => cvssScore(vector)).toThrow(vector)
  },
)

const vector = (c: string, i: string, a: string): CvssVector =>
  `CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:${c}/I:${i}/A:${a}`

it('never falls when an impact grows', () => {
  const metric = fc.constantFrom('N', 'L', 'H')
  fc.assert(
    fc.property(metric, metric, (i, a) => {
      const scores = ['N', 'L', 'H'].map((c) => cvssScore(vector(c, i, a)))
      expect(scores).toEqual(scores.toSorted((x, y) => x - y))
    }),
  )
})
