import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { riskScore, type CountedRow } from '../../src/report/risk.ts'
import { CONFIDENCES, SEVERITIES, STATUSES } from '../../src/report/severity.ts'
import { summarise } from '../../src/report/summary.ts'

const row = (
  severity: CountedRow['severity'],
  confidence: CountedRow['confidence'] = 'confirmed',
  status: CountedRow['status'] = 'vulnerable',
): CountedRow => ({ severity, confidence, status })

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

describe('riskScore', () => {
  it.each([
    ['nothing', [], 0],
    ['one proved critical', [row('critical')], 60],
    ['one likely critical', [row('critical', 'likely')], 48],
    ['one proved high', [row('high')], 35],
    ['one proved medium', [row('medium')], 15],
    ['one proved low', [row('low')], 4],
    ['three lows', times(3, row('low')), 12],
    ['a hundred lows', times(100, row('low')), 15],
    ['lows beside a medium', [row('medium'), ...times(100, row('low'))], 28],
    ['the example of the table', [row('high'), row('critical', 'likely')], 66],
    ['a vulnerable row without weight', [row('info')], 0],
    ['twenty criticals', times(20, row('critical')), 100],
  ])('%s', (_, rows, score) => {
    expect(riskScore(rows)).toBe(score)
  })

  it('counts vulnerable rows only', () => {
    const rows = STATUSES.filter((status) => status !== 'vulnerable').map((status) =>
      row('critical', 'confirmed', status),
    )
    expect(riskScore(rows)).toBe(0)
  })
})

const anyRow = fc.record({
  severity: fc.constantFrom(...SEVERITIES),
  confidence: fc.constantFrom(...CONFIDENCES),
  status: fc.constantFrom(...STATUSES),
})

describe('riskScore, for any rows', () => {
  it('is a whole number from 0 to 100 and does not depend on the order', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 60 }), (rows) => {
        const score = riskScore(rows)
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
        expect(riskScore(rows.toReversed())).toBe(score)
      }),
    )
  })

  it('never falls when a row is added', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 30 }), anyRow, (rows, more) => {
        expect(riskScore([...rows, more])).toBeGreaterThanOrEqual(riskScore(rows))
      }),
    )
  })
})

describe('summarise', () => {
  it('counts vulnerable rows by severity', () => {
    const rows = [
      row('high'),
      row('critical', 'likely'),
      row('info', 'possible', 'warning'),
      row('info', 'confirmed', 'safe'),
      row('info', 'confirmed', 'info'),
    ]
    expect(summarise(rows)).toEqual({
      risk_score: 66,
      critical: 1,
      high: 1,
      medium: 0,
      low: 0,
      info: 0,
    })
  })

  it('adds up to the number of vulnerable rows, whatever the rows', () => {
    fc.assert(
      fc.property(fc.array(anyRow), (rows) => {
        const { risk_score: _, ...counts } = summarise(rows)
        const sum = Object.values(counts).reduce((a, b) => a + b, 0)
        expect(sum).toBe(rows.filter((r) => r.status === 'vulnerable').length)
      }),
    )
  })
})
