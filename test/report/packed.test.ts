import { expect, it } from 'vitest'

import { packRows, parsePacked, unpackRow } from '../../src/report/packed.ts'
import { riskScore } from '../../src/report/risk.ts'
import { aFinding } from '../support/findings.ts'

const FINDINGS = [
  aFinding({ title: 'SQL "injection"' }),
  aFinding(
    { status: 'warning', severity: 'info', confidence: 'possible', potential_severity: 'medium' },
    'two',
  ),
  aFinding({ status: 'safe', severity: 'info' }, 'three'),
  aFinding({ status: 'info', severity: 'info' }, 'four'),
]

it('keeps vulnerable and warning rows through the column and back', () => {
  const rows = packRows(FINDINGS)
  expect(rows.map((row) => row.slice(1))).toEqual([
    ['vulnerable', 'high', 'confirmed', 'SQL "injection"', null],
    ['warning', 'info', 'possible', 'Demo weakness', 'medium'],
  ])
  expect(parsePacked(JSON.stringify(rows))).toEqual(rows)
})

it('counts like the findings it was made of', () => {
  expect(riskScore(packRows(FINDINGS).map(unpackRow))).toBe(riskScore(FINDINGS))
})

it('reads a missing column as no rows', () => {
  expect(parsePacked(null)).toEqual([])
})

it.each([
  '',
  '{}',
  '[["f","vulnerable","high","confirmed","t"]]',
  '[["f","odd","high","confirmed","t",null]]',
])('refuses %j', (text) => {
  expect(() => parsePacked(text)).toThrow('cannot be read')
})
