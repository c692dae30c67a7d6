import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { gradeOf, GRADES } from '../../src/report/grade.ts'
import type { Summary } from '../../src/report/report.ts'

const summary = (given: Partial<Summary>): Summary => ({
  risk_score: 0,
  critical: 0,
  high: 0,
  medium: 0,
  low: 0,
  info: 0,
  ...given,
})

it.each([
  [0, 'A+'],
  [1, 'A'],
  [10, 'A'],
  [11, 'B'],
  [25, 'B'],
  [26, 'C'],
  [45, 'C'],
  [46, 'D'],
  [70, 'D'],
  [71, 'F'],
  [100, 'F'],
])('a risk of %s alone is %s', (risk_score, grade) => {
  expect(gradeOf(summary({ risk_score, medium: 1 }))).toBe(grade)
})

it.each([
  ['a critical caps at F', { risk_score: 48, critical: 1 }, 'F'],
  ['a high caps at C', { risk_score: 28, high: 1 }, 'C'],
  ['a high caps at C even at a low risk', { risk_score: 20, high: 1 }, 'C'],
  ['a cap does not improve', { risk_score: 60, high: 2 }, 'D'],
])('%s', (_, given, grade) => {
  expect(gradeOf(summary(given))).toBe(grade)
})

it('never improves when the risk grows', () => {
  const count = fc.nat({ max: 3 })
  fc.assert(
    fc.property(fc.nat({ max: 99 }), count, count, (risk, critical, high) => {
      const at = (risk_score: number) =>
        GRADES.indexOf(gradeOf(summary({ risk_score, critical, high })))
      expect(at(risk + 1)).toBeGreaterThanOrEqual(at(risk))
    }),
  )
})
