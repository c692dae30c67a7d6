import { expect, it } from 'vitest'

import { cvssScore, severityOf } from '../../src/report/cvss.ts'
import { KINDS } from '../support/report-fixture-kinds.ts'
import { reportFixture } from '../support/report-fixture.ts'

it('is the same every time, with distinct fingerprints', () => {
  const report = reportFixture(40)
  const prints = report.results.vulnerabilities.map((finding) => finding.fingerprint)
  expect(reportFixture(40)).toEqual(report)
  expect(new Set(prints).size).toBe(prints.length)
  expect(report.results.vulnerabilities.filter((row) => row.status === 'vulnerable')).toHaveLength(
    40,
  )
})

it.each(KINDS)('$check_id has the score of its vector', ({ cvss, score, severity }) => {
  expect([cvssScore(cvss), severityOf(score)]).toEqual([score, severity])
})
