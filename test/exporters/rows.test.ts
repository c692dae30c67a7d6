import { expect, it } from 'vitest'

import { rowsOf } from '../../src/exporters/rows.ts'
import { reportFixture } from '../support/report-fixture.ts'
import { KINDS } from '../support/report-fixture-kinds.ts'

it('tells issues from what is triaged away, unproved, passed or not tested', () => {
  const rows = rowsOf(reportFixture(24))
  expect(rows.issues).toHaveLength(24)
  expect(rows.issues.every((row) => row.status === 'vulnerable')).toBe(true)
  expect(rows.suppressed.map((row) => row.triage.state)).toEqual(KINDS.map(() => 'accepted_risk'))
  expect(rows.warnings).toHaveLength(KINDS.length)
  expect(rows.passed.length + rows.notTested.length).toBe(KINDS.length)
})

it('orders issues by severity, and suppressed rows by what they would be', () => {
  const { issues, suppressed } = rowsOf(reportFixture(24))
  expect(issues[0]?.severity).toBe('critical')
  expect(issues.at(-1)?.severity).toBe('low')
  expect(suppressed[0]?.potential_severity).toBe('critical')
  expect(suppressed.at(-1)?.potential_severity).toBe('low')
})

it('takes a row that is still vulnerable but triaged for suppressed', () => {
  const report = reportFixture(1)
  const [row] = rowsOf(report).issues
  if (row === undefined) throw new Error('The fixture has no issue')
  const triaged = { ...row, triage: { ...row.triage, state: 'false_positive' as const } }
  const rows = rowsOf({ ...report, results: { ...report.results, vulnerabilities: [triaged] } })
  expect([rows.issues, rows.suppressed]).toEqual([[], [triaged]])
})
