import { expect, it } from 'vitest'

import { reportFixture } from '../support/report-fixture.ts'

it('is the same every time, with distinct fingerprints', () => {
  const report = reportFixture(40)
  const prints = report.results.vulnerabilities.map((finding) => finding.fingerprint)
  expect(reportFixture(40)).toEqual(report)
  expect(new Set(prints).size).toBe(prints.length)
  expect(report.results.vulnerabilities.filter((row) => row.status === 'vulnerable')).toHaveLength(40)
})
