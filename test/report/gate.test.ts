import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { evaluateGate, GATE_DEFAULTS, type GateQuestion } from '../../src/report/gate.ts'
import type { PackedRow } from '../../src/report/packed.ts'
import { CONFIDENCES, isAtLeast, SEVERITIES, type Severity } from '../../src/report/severity.ts'

const proved = (print: string, severity: Severity): PackedRow => [
  print,
  'vulnerable',
  severity,
  'confirmed',
  `Title ${print}`,
  null,
]
const likely = (print: string, severity: Severity): PackedRow => [
  print,
  'vulnerable',
  severity,
  'likely',
  `Title ${print}`,
  null,
]
const suspected = (print: string, potential: Severity | null): PackedRow => [
  print,
  'warning',
  'info',
  'possible',
  `Title ${print}`,
  potential,
]

const ask = (given: Partial<GateQuestion>) =>
  evaluateGate({
    status: 'completed',
    partial: false,
    rows: [],
    ...GATE_DEFAULTS,
    knownBefore: null,
    allowPartial: false,
    ...given,
  })

describe('the gate passes', () => {
  it.each<[string, Partial<GateQuestion>]>([
    ['nothing found', {}],
    ['only less severe rows', { rows: [proved('a', 'medium')] }],
    ['suspicions, by default', { rows: [suspected('a', 'critical')] }],
    ['a suspicion of no weight', { rows: [suspected('a', null)], minConfidence: 'possible' }],
    [
      'likely rows when only proof counts',
      { rows: [likely('a', 'high')], minConfidence: 'confirmed' },
    ],
    ['known rows under new_only', { rows: [proved('a', 'high')], knownBefore: new Set(['a']) }],
    ['a partial scan that is allowed', { partial: true, allowPartial: true }],
  ])('%s', (_, given) => {
    const answer = ask(given)
    expect(answer).toMatchObject({ passed: true, failing_count: 0, failing: [] })
    expect(answer).not.toHaveProperty('reason')
  })
})

describe('the gate fails', () => {
  it.each<[string, Partial<GateQuestion>, string[]]>([
    ['a row at the threshold', { rows: [proved('a', 'high')] }, ['a']],
    ['a likely row, by default', { rows: [likely('a', 'critical')] }, ['a']],
    ['a low row at fail_on=low', { rows: [proved('a', 'low')], failOn: 'low' }, ['a']],
    [
      'a vulnerable info row at fail_on=info',
      { rows: [proved('a', 'info')], failOn: 'info' },
      ['a'],
    ],
    [
      'a suspicion under min_confidence=possible',
      { rows: [suspected('a', 'high')], minConfidence: 'possible' },
      ['a'],
    ],
    [
      'the new one of two under new_only',
      { rows: [proved('a', 'high'), proved('b', 'high')], knownBefore: new Set(['a']) },
      ['b'],
    ],
    [
      'a finding of an allowed partial scan',
      { rows: [proved('a', 'high')], partial: true, allowPartial: true },
      ['a'],
    ],
  ])('%s', (_, given, prints) => {
    const answer = ask(given)
    expect(answer.passed).toBe(false)
    expect(answer.failing.map((row) => row.fingerprint)).toEqual(prints)
    expect(answer).not.toHaveProperty('reason')
  })

  it('a failed scan, whatever it found', () => {
    expect(ask({ status: 'failed', allowPartial: true })).toMatchObject({
      passed: false,
      reason: 'scan_failed',
    })
  })

  it('a partial scan, and it still names what it found', () => {
    expect(ask({ partial: true })).toMatchObject({ passed: false, reason: 'scan_incomplete' })
    expect(ask({ partial: true, rows: [proved('a', 'high')] })).toMatchObject({
      passed: false,
      reason: 'scan_incomplete',
      failing_count: 1,
    })
  })
})

it('lists the failing rows in order, under the severity they count with', () => {
  const rows = [
    suspected('c', 'critical'),
    likely('b', 'high'),
    proved('a', 'high'),
    proved('d', 'low'),
  ]
  const answer = ask({ rows, minConfidence: 'possible' })
  expect(answer.failing).toEqual([
    { title: 'Title c', severity: 'critical', fingerprint: 'c' },
    { title: 'Title a', severity: 'high', fingerprint: 'a' },
    { title: 'Title b', severity: 'high', fingerprint: 'b' },
  ])
  expect(answer.counts).toEqual({ critical: 1, high: 2, medium: 0, low: 1, info: 0 })
})

it('fails exactly when a counted row is at the threshold, for any rows', () => {
  const severity = fc.constantFrom(...SEVERITIES)
  const print = fc.string({ maxLength: 3 })
  const anyRow = fc.oneof(
    fc.tuple(print, severity).map(([p, s]) => proved(p, s)),
    fc.tuple(print, severity).map(([p, s]) => likely(p, s)),
    fc.tuple(print, severity).map(([p, s]) => suspected(p, s)),
  )
  fc.assert(
    fc.property(
      fc.array(anyRow),
      severity,
      fc.constantFrom(...CONFIDENCES),
      (rows, failOn, minConfidence) => {
        const answer = ask({ rows, failOn, minConfidence })
        const atThreshold = SEVERITIES.filter((each) => isAtLeast(each, failOn))
        const counted = atThreshold.reduce((sum, each) => sum + answer.counts[each], 0)
        expect(answer.failing_count).toBe(counted)
        expect(answer.passed).toBe(counted === 0)
      },
    ),
  )
})
